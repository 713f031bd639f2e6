import type { DeliveredMap, DeliveredTemplate, TemplateConfig } from '@sluice/api'
import type { MappingField } from '@sluice/contract'

const field = (target: string, path: string, more: Partial<MappingField> = {}): MappingField => ({
  target,
  value: { kind: 'template', template: `{{${path}}}` },
  ...more,
})

const byHand = { schedule: { cron: null, timeZone: 'Asia/Shanghai' }, retry: { maxAttempts: 8, firstDelaySeconds: 5 } }
const upsert: TemplateConfig['target'] = { options: {}, mode: 'upsert', key: [] }
const allRows = { options: {}, idCheck: false, pageSize: 1000 }

/** What the demo runs, too. */
export const sandboxOrders: TemplateConfig = {
  source: {
    resource: 'order.list',
    options: {},
    key: ['order_no'],
    number: 'order_no',
    idCheck: false,
    increment: { field: 'updated_at', lookBackSeconds: 300, endLagSeconds: 0 },
    pageSize: 100,
  },
  target: { resource: 'bill.save', options: {}, mode: 'upsert', key: ['FBillNo'], batchSize: 50 },
  mapping: {
    copyAll: false,
    fields: [
      field('FBillNo', 'order_no', { required: true }),
      field('FCustId', 'customer_code', { required: true }),
      field('FDate', 'created_at', { required: true }),
      field('FNote', 'remark'),
      {
        target: 'FEntry',
        value: {
          kind: 'lines',
          source: 'lines',
          fields: [
            field('FMaterialId', 'sku_code'),
            field('FQty', 'qty'),
            field('FPrice', 'price'),
            field('FAmount', 'amount'),
          ],
        },
      },
    ],
  },
  schedule: { cron: '*/5 * * * *', timeZone: 'Asia/Shanghai' },
  retry: { maxAttempts: 8, firstDelaySeconds: 2 },
}

const customers: DeliveredMap = {
  name: { zh: '客户编码', en: 'Customer codes' },
  remark: { zh: '源系统的客户编码对应目标系统的客户编码', en: 'Customer codes of the source and those of the target' },
  onMiss: 'error',
  lines: [],
}

const units: DeliveredMap = {
  name: { zh: '计量单位', en: 'Units of measure' },
  remark: {
    zh: '常用单位对应 UN/ECE 代码，请按目标系统调整',
    en: 'Usual units and their UN/ECE codes; adjust them to the target',
  },
  onMiss: 'error',
  lines: [
    { a: '件', b: 'H87' },
    { a: '个', b: 'H87' },
    { a: '箱', b: 'XCT' },
    { a: '千克', b: 'KGM' },
    { a: '克', b: 'GRM' },
    { a: '米', b: 'MTR' },
    { a: '升', b: 'LTR' },
  ],
}

const anything = { platform: null, resource: null }

/** What a new strategy may begin with in every tenant. */
export const templates: readonly DeliveredTemplate[] = [
  {
    id: 'sandbox-orders',
    name: { zh: '沙箱商城订单 → 沙箱 ERP 销售单', en: 'Sandbox shop orders → sandbox ERP sales orders' },
    description: {
      zh: '每 5 分钟读取有变化的订单，连同明细写成销售单；单号相同则更新。',
      en: 'Every 5 minutes the orders that changed, with their lines, become sales orders; a known number is updated.',
    },
    source: { platform: 'sandbox-shop', resource: 'order.list' },
    target: { platform: 'sandbox-erp', resource: 'bill.save' },
    maps: [],
    config: () => sandboxOrders,
  },
  {
    id: 'full-copy',
    name: { zh: '表 → 表 全量复制', en: 'Table → table, full copy' },
    description: {
      zh: '读取整张表，每个字段按原名写入；主键相同则更新。两端的表自己选择。',
      en: 'Reads a whole table and writes each field under its own name; a known key is updated. You choose both tables.',
    },
    source: anything,
    target: anything,
    maps: [],
    config: () => ({
      source: allRows,
      target: upsert,
      mapping: { copyAll: true, fields: [] },
      ...byHand,
    }),
  },
  {
    id: 'orders-with-codes',
    name: { zh: '订单，客户与单位编码映射', en: 'Orders with customer and unit codes mapped' },
    description: {
      zh: '订单表写入订单表，客户编码和计量单位按值映射转换，没有对应值的数据标为错误。字段名请换成自己的。',
      en: 'Orders into orders; customer codes and units go through value maps, and a record whose value has no line is an error. Put your own field names.',
    },
    source: anything,
    target: anything,
    maps: [customers, units],
    config: ([customerMap = '', unitMap = '']) => ({
      source: { ...allRows, key: ['order_no'], number: 'order_no' },
      target: { ...upsert, key: ['order_no'] },
      mapping: {
        copyAll: false,
        fields: [
          field('order_no', 'order_no', { required: true }),
          field('order_date', 'order_date'),
          field('customer_code', 'customer_code', {
            required: true,
            lookup: { map_id: customerMap, direction: 'forward' },
          }),
          field('unit', 'unit', { lookup: { map_id: unitMap, direction: 'forward' } }),
          field('quantity', 'quantity'),
          field('amount', 'amount'),
        ],
      },
      ...byHand,
    }),
  },
]
