import { Failure } from '@sluice/contract'
import type { ReadRequest, SourcePage, SourceRecord } from '../../connector.ts'
import type { RowText } from '../../row-text/index.ts'
import type { Order } from './order.ts'
import { formatPosition, type Position, parsePosition } from './position.ts'

/** A row bigger than this becomes a refused record instead of a value in memory. */
export const maxRowBytes = 64 * 1024 * 1024
/** A page is cut early when its rows together are bigger. */
export const maxPageBytes = 16 * 1024 * 1024

/** Rows of one statement, or a part of them. */
export interface Chunk {
  readonly records: readonly SourceRecord[]
  /** Order values of each record as the source's text. */
  readonly places: readonly (readonly string[])[]
  readonly request: string
  /** The records as text; then `records` and `places` are made when they are asked for. */
  readonly rows?: RowText
  /** Order values of the last record, where that is cheaper than all of them. */
  readonly lastPlace?: readonly string[]
}

export interface PageFetcher {
  readonly order: Order
  /** Pages one fetch may answer with; default 1. */
  readonly pagesAtOnce?: number
  /**
   * At most `limit` rows from a position on, in chunks of at most `pageSize`; fewer when they are big. Chunks are never
   * empty. @throws FetchAgain to be asked again from behind the last chunk
   */
  fetch(position: Position, limit: number, pageSize: number): AsyncIterable<Chunk>
}

/** The fetch could not go on as it was begun; another one will. */
export class FetchAgain extends Error {}

/** A fetch the reader took longer over is followed by one of a single page: it keeps the far system busy meanwhile. */
const FETCH_MS = 5000

/**
 * Key-set paging over any SQL source: reads statement by statement, each one only when the reader asks on, and closes
 * with a null cursor. Rows whose key is null come last and are refused by name.
 */
export async function* readPages(fetcher: PageFetcher, request: ReadRequest): AsyncIterable<SourcePage> {
  const { order, pagesAtOnce = 1 } = fetcher
  const { pageSize } = request
  let position = parsePosition(request.cursor, order.columns.length)
  for (let pages = 1; ; ) {
    request.signal.throwIfAborted()
    const begunMs = performance.now()
    const limit = pageSize * pages
    let count = 0
    let held: Omit<SourcePage, 'cursor'> | null = null
    let heldAt = position
    try {
      for await (const chunk of fetcher.fetch(position, limit, pageSize)) {
        if (held) yield finishPage(held, formatPosition(heldAt))
        count += chunk.rows?.count ?? chunk.records.length
        position = heldAt = advance(position, chunk, order)
        held = position.kind === 'nulls' ? refuseNulls(chunk, order) : chunk
      }
    } catch (error) {
      if (!(error instanceof FetchAgain)) throw error
      if (held) yield finishPage(held, formatPosition(heldAt))
      continue
    }
    request.signal.throwIfAborted()
    const isEnd = count < limit
    const wantsNulls = order.nullable.length > 0 && position.kind !== 'nulls'
    if (isEnd && wantsNulls) position = { kind: 'nulls', skip: 0 }
    const cursor = isEnd && !wantsNulls ? null : formatPosition(position)
    if (held || cursor === null) yield finishPage(held ?? { records: [] }, cursor)
    if (cursor === null) return
    pages = performance.now() - begunMs < FETCH_MS ? Math.min(pages * 2, pagesAtOnce) : 1
  }
}

/** Without asking for the records where they are kept as text. */
export function finishPage(page: Omit<SourcePage, 'cursor'>, cursor: string | null): SourcePage {
  const { rows, request } = page
  const told = request === undefined ? {} : { request }
  if (!rows) return { records: page.records, cursor, ...told }
  return {
    get records() {
      return page.records
    },
    cursor,
    rows,
    ...told,
  }
}

function advance(position: Position, chunk: Chunk, order: Order): Position {
  if (position.kind === 'nulls') return { kind: 'nulls', skip: position.skip + chunk.records.length }
  const last = chunk.lastPlace ?? chunk.places.at(-1)
  if (!last) return position
  if (order.isUnique) return { kind: 'after', values: last }
  const isSame = (place: readonly string[]) => place.every((value, index) => value === last[index])
  const run = chunk.places.length - 1 - chunk.places.findLastIndex(place => !isSame(place))
  const before = position.kind === 'from' && run === chunk.places.length && isSame(position.values) ? position.skip : 0
  return { kind: 'from', values: last, skip: before + run }
}

const refuseNulls = (chunk: Chunk, order: Order): Omit<SourcePage, 'cursor'> => ({
  records: chunk.records.map(record => refuseNull(record, order)),
  request: chunk.request,
})

function refuseNull(record: SourceRecord, order: Order): SourceRecord {
  const names = order.nullable.map(column => column.name)
  const name = names.find(each => record.data?.[each] === null) ?? names[0] ?? ''
  const failure = new Failure({
    code: 'record.keyMissing',
    message: `The key field "${name}" is null, so the row cannot be told from others.`,
    field: name,
    retry: 'skip',
  })
  return { data: record.data, failure: failure.toDetail() }
}

/** The refusal of a row over a limit, `maxRowBytes` unless the server's own is lower. */
export function makeTooLarge(
  columns: readonly { readonly name: string }[],
  place: readonly (string | null)[],
  limitBytes: number = maxRowBytes,
): SourceRecord {
  const key = columns.map((column, index) => `${column.name}=${(place[index] ?? 'null').slice(0, 100)}`).join(', ')
  const data = Object.fromEntries(columns.map((column, index) => [column.name, place[index] ?? null]))
  const failure = new Failure({
    code: 'record.tooLarge',
    message: `The row with ${key} is bigger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`,
    value: key,
    retry: 'skip',
    advice: 'Leave the big column out by the option "columns".',
  })
  return { data, failure: failure.toDetail() }
}
