import type { AnswerTest, HttpEndpoint, HttpReadPlan } from '@sluice/connector-kit/http'
import { orderFields, productFields, refundFields } from './fields.ts'

/** 50001: busy, come back later. */
export const shopTest: AnswerTest = {
  successPath: 'code',
  successValues: ['0'],
  busyValues: ['50001'],
  messagePath: 'msg',
}

/** The shop refuses larger pages. */
const MAX_PAGE_SIZE = 100

const base = { method: 'GET', listPath: 'data.list', test: shopTest, maxPageSize: MAX_PAGE_SIZE } as const

/** The shop takes its lower bound in and leaves its upper bound out, to the millisecond. */
const updatedWindow: Pick<HttpReadPlan, 'query' | 'window'> = {
  query: [
    { name: 'updated_from', value: '{{from}}' },
    { name: 'updated_to', value: '{{to}}' },
  ],
  window: { format: 'iso', timeZone: 'Asia/Shanghai', isEndExclusive: true },
}

const byPage = {
  kind: 'page',
  param: 'page',
  sizeParam: 'page_size',
  totalPath: 'data.total',
  hasMorePath: 'data.has_more',
} as const

export const shopEndpoints: readonly HttpEndpoint[] = [
  {
    id: 'order.list',
    label: '订单列表（分页） Orders by page',
    key: ['order_no'],
    increment: ['updated_at'],
    fields: orderFields,
    read: { ...base, ...updatedWindow, path: '/api/orders', pagination: byPage },
  },
  {
    id: 'order.scroll',
    label: '订单列表（游标） Orders by cursor',
    key: ['order_no'],
    increment: ['updated_at'],
    fields: orderFields,
    read: {
      ...base,
      ...updatedWindow,
      path: '/api/orders/scroll',
      pagination: {
        kind: 'cursor',
        param: 'cursor',
        sizeParam: 'limit',
        nextPath: 'data.next_cursor',
        hasMorePath: 'data.has_more',
      },
    },
  },
  {
    id: 'product.list',
    label: '商品列表 Products',
    key: ['sku_code'],
    fields: productFields,
    read: {
      ...base,
      path: '/api/products',
      pagination: { kind: 'offset', param: 'offset', sizeParam: 'limit', totalPath: 'data.total' },
    },
  },
  {
    id: 'refund.list',
    label: '退款列表 Refunds',
    key: ['refund_no'],
    fields: refundFields,
    read: { ...base, path: '/api/refunds', pagination: byPage },
  },
]
