import { type JsonObject, writeJson } from '../json.ts'
import { parseTime } from '../time.ts'
import type { ShopOrder, ShopStore } from './store.ts'

/** One page of anything, before a fault spoils it. */
export interface Listing {
  readonly items: readonly string[]
  /** The item in front of this page, which a `duplicate` repeats. */
  readonly before: string | null
  /** Fields of `data` beside `list`. */
  readonly facts: JsonObject
  /** Ordinals of the orders on this page; empty for other things. */
  readonly ordinals: readonly number[]
}
export interface Refusal {
  readonly status: number
  readonly code: number
  readonly msg: string
}
export type Lister = (store: ShopStore, query: URLSearchParams) => Listing | Refusal

const MAX_PAGE_SIZE = 100
const DEFAULT_PAGE_SIZE = 20

export const isRefusal = (value: object): value is Refusal => 'code' in value

/**
 * Page mode. An order belongs to a window when it was made or edited inside it, even if edited again later, and the
 * order of pages is the order of creation: a late edit never moves a record across pages, so none is skipped.
 */
export const listOrderPage: Lister = (store, query) => {
  const window = readWindow(query)
  if (isRefusal(window)) return window
  const { from, to } = window
  const orders =
    from === null && to === null
      ? store.orders()
      : store.orders().filter(order => order.history.some(ms => ms >= (from ?? 0) && ms < (to ?? Infinity)))
  return cutPage(orders, query, order => order.json)
}

/** Cursor mode: by (updated_at, ordinal). An order edited while it is read comes again at the end. */
export const listOrderScroll: Lister = (store, query) => {
  const window = readWindow(query)
  const limit = readCount(query, 'limit', DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE)
  const cursor = readCursor(query.get('cursor'))
  for (const part of [window, limit, cursor]) if (typeof part === 'object' && isRefusal(part)) return part
  const { from, to } = window as Window // refusals have returned above, here and below
  const { updatedMs, ordinal } = cursor as Position
  const all = store.ordersByUpdate()
  const isBehind = (order: ShopOrder): boolean =>
    order.updatedMs > updatedMs || (order.updatedMs === updatedMs && order.ordinal > ordinal)
  const rest = all.filter(
    order => isBehind(order) && order.updatedMs >= (from ?? 0) && order.updatedMs < (to ?? Infinity),
  )
  const page = rest.slice(0, limit as number)
  const last = page.at(-1)
  const nextCursor = last === undefined ? query.get('cursor') || null : writeCursor(last)
  return {
    items: page.map(order => order.json),
    before: all.findLast(order => !isBehind(order))?.json ?? null,
    facts: { has_more: rest.length > page.length, next_cursor: nextCursor },
    ordinals: page.map(order => order.ordinal),
  }
}

/** Offset mode. */
export const listProducts: Lister = (store, query) => {
  const limit = readCount(query, 'limit', DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE)
  if (typeof limit === 'object') return limit
  const offset = readCount(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  if (typeof offset === 'object') return offset
  const write = (at: number): string => writeJson(store.products[at]?.record ?? null)
  return {
    items: store.products.slice(offset, offset + limit).map(product => writeJson(product.record)),
    before: offset > 0 && offset <= store.products.length ? write(offset - 1) : null,
    facts: { total: store.products.length, offset, limit },
    ordinals: [],
  }
}

export const listRefunds: Lister = (store, query) => cutPage(store.refunds(), query, writeJson)

function cutPage<T extends object>(all: readonly T[], query: URLSearchParams, write: (item: T) => string) {
  const page = readCount(query, 'page', 1, 1, Number.MAX_SAFE_INTEGER)
  if (typeof page === 'object') return page
  const size = readCount(query, 'page_size', DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE)
  if (typeof size === 'object') return size
  const start = (page - 1) * size
  const items = all.slice(start, start + size)
  const previous = start > 0 ? all[start - 1] : undefined
  return {
    items: items.map(write),
    before: previous === undefined ? null : write(previous),
    facts: { total: all.length, page, page_size: size, has_more: start + items.length < all.length },
    ordinals: items.flatMap(item => ('ordinal' in item && typeof item.ordinal === 'number' ? [item.ordinal] : [])),
  }
}

interface Window {
  readonly from: number | null
  readonly to: number | null
}

/** updated_from is inclusive, updated_to exclusive. */
function readWindow(query: URLSearchParams): Window | Refusal {
  const ends = { from: null as number | null, to: null as number | null }
  for (const end of ['from', 'to'] as const) {
    const text = query.get(`updated_${end}`)
    if (text === null || text === '') continue
    const ms = parseTime(text)
    if (ms === null) {
      const msg = `updated_${end} 不是时间：“${text}”，例如 2025-09-01T00:00:00%2B08:00 或 2025-09-01 00:00:00`
      return { status: 200, code: 40002, msg }
    }
    ends[end] = ms
  }
  return ends
}

function readCount(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number | Refusal {
  const text = query.get(name)
  if (text === null || text === '') return fallback
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  return { status: 200, code: 40001, msg: `${name} 必须是 ${min} 到 ${max} 的整数，收到“${text}”` }
}

interface Position {
  readonly updatedMs: number
  readonly ordinal: number
}

const writeCursor = ({ updatedMs, ordinal }: Position): string =>
  Buffer.from(`${updatedMs}.${ordinal}`).toString('base64url')

/** Another text for the same place: after an empty page a reader that watches for circles must see a new cursor. */
export const renewCursor = (cursor: string | null, mark: number): string =>
  Buffer.from(`${decodeCursor(cursor) || '0.0'}.${mark}`).toString('base64url')

export const isRenewed = (cursor: string | null): boolean => /^\d+\.\d+\.\d+$/.test(decodeCursor(cursor))

const decodeCursor = (cursor: string | null): string => Buffer.from(cursor ?? '', 'base64url').toString()

function readCursor(text: string | null): Position | Refusal {
  if (text === null || text === '') return { updatedMs: -1, ordinal: 0 }
  const match = /^(\d{1,15})\.(\d{1,9})(?:\.\d{1,9})?$/.exec(decodeCursor(text))
  if (match === null) return { status: 200, code: 40003, msg: `cursor 无效：“${text}”，请从头开始读取` }
  return { updatedMs: Number(match[1]), ordinal: Number(match[2]) }
}
