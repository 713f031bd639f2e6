import type { SourceRecord } from '@sluice/connector-kit'
import {
  type Chunk,
  type Column,
  compileRowMaker,
  makeTooLarge,
  maxPageBytes,
  maxRowBytes,
  type Order,
  type PageSelect,
  type RowMaker,
  type Table,
  type TableReader,
} from '@sluice/connector-kit/sql'
import { Failure, type Value } from '@sluice/contract'
import { orderDialect } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Row, Session } from './session.ts'
import { type Decoder, isGeometry, makeDecoder, makeSelectTerm } from './types.ts'

/** What a packet holds beside the row. */
const PACKET_MARGIN_BYTES = 65_536

/** Reads pages by key, each in its own read-only transaction. */
export class MysqlReader implements TableReader {
  readonly dialect = orderDialect
  readonly #table: Table
  readonly #openSession: () => Promise<Session>
  #session: Session

  constructor(table: Table, session: Session, openSession: () => Promise<Session>) {
    this.#table = table
    this.#session = session
    this.#openSession = openSession
  }

  async *select(page: PageSelect): AsyncIterable<Chunk> {
    const session = await this.#getSession()
    const layout = makeLayout(
      page.columns,
      page.order,
      Math.min(maxRowBytes, session.maxPacketBytes - PACKET_MARGIN_BYTES),
    )
    const where = page.where === '' ? '' : ` where ${page.where}`
    const sql = `select ${layout.list} from ${this.#table.sqlName}${where} order by ${page.orderBy} limit ${page.limit}${page.offset > 0 ? ` offset ${page.offset}` : ''}`
    const cut = () => session.destroy()
    page.signal.addEventListener('abort', cut, { once: true })
    let isDone = false
    try {
      await session.query('start transaction read only')
      yield* toChunks(
        session.stream(sql),
        layout,
        page.params.length === 0 ? sql : `${sql} -- ${JSON.stringify(page.params)}`,
      )
      await session.query('commit')
      isDone = true
    } catch (error) {
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    } finally {
      page.signal.removeEventListener('abort', cut)
      // Also when the reader leaves in the middle of an answer.
      if (!isDone) session.destroy()
    }
  }

  async findGreatest(column: Column, where: string): Promise<string | null> {
    const session = await this.#getSession()
    const term = makeSelectTerm(column.sqlName, column.kind, column.nativeType)
    try {
      await session.query('start transaction read only')
      const sql = `select ${term} from ${this.#table.sqlName} where ${where} order by ${column.sqlName} desc limit 1`
      const [row] = await session.query(sql)
      await session.query('commit')
      return row ? toPlace(row[0] ?? null, column) : null
    } catch (error) {
      session.destroy()
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    }
  }

  async count(where: string): Promise<number> {
    const session = await this.#getSession()
    try {
      const [row] = await session.query(
        `select count(*) from ${this.#table.sqlName}${where === '' ? '' : ` where ${where}`}`,
      )
      return Number(row?.[0])
    } catch (error) {
      session.destroy()
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    }
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async #getSession(): Promise<Session> {
    if (this.#session.isBroken) this.#session = await this.#openSession()
    return this.#session
  }
}

interface Layout {
  /** What stands behind SELECT: the columns, then the flag of a row too large. */
  readonly list: string
  readonly decoders: readonly Decoder[]
  readonly makeRow: RowMaker
  readonly order: Order
  /** Places of the order columns. */
  readonly places: readonly number[]
  readonly limitBytes: number
}

function makeLayout(columns: readonly Column[], order: Order, limitBytes: number): Layout {
  const names = columns.map(column => column.name)
  const isOpen = (column: Column) => /^(?:long|medium|json)/.test(column.nativeType) || isGeometry(column.nativeType)
  const sizes = columns.filter(isOpen).map(column => `coalesce(length(${column.sqlName}), 0)`)
  const isLarge =
    sizes.length === 0 ? '0' : `${sizes.join(' + ')} > ${limitBytes - PACKET_MARGIN_BYTES * columns.length}`
  const terms = columns.map(column => {
    const term = makeSelectTerm(column.sqlName, column.kind, column.nativeType)
    return isOpen(column) && !order.columns.includes(column) ? `if(${isLarge}, null, ${term})` : term
  })
  return {
    list: [...terms, isLarge].join(', '),
    decoders: columns.map(column => makeDecoder(column.kind)),
    makeRow: compileRowMaker(names),
    order,
    places: order.columns.map(column => names.indexOf(column.name)),
    limitBytes,
  }
}

async function* toChunks(rows: AsyncIterable<Row>, layout: Layout, request: string): AsyncIterable<Chunk> {
  let records: SourceRecord[] = []
  let places: string[][] = []
  let bytes = 0
  for await (const row of rows) {
    const place = layout.places.map((index, at) => toPlace(row[index] ?? null, layout.order.columns[at]!)) // a place per order column
    records.push(toRecord(row, place, layout))
    places.push(place)
    for (const cell of row) bytes += typeof cell === 'number' || cell === null ? 8 : cell.length
    if (bytes < maxPageBytes) continue
    yield { records, places, request }
    records = []
    places = []
    bytes = 0
  }
  if (records.length > 0) yield { records, places, request }
}

/** The text by which the dialect finds the row again; bytes as hexadecimal. */
export function toPlace(cell: Row[number], { kind }: Column): string {
  if (cell === null) return ''
  if (kind.is === 'bits') return String(makeDecoder(kind)(cell))
  return Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)
}

function toRecord(row: Row, place: readonly string[], layout: Layout): SourceRecord {
  const { decoders } = layout
  if (Number(row[decoders.length]) === 1) return makeTooLarge(layout.order.columns, place, layout.limitBytes)
  try {
    const values = new Array<Value>(decoders.length)
    for (let index = 0; index < decoders.length; index += 1) {
      const cell = row[index] ?? null
      values[index] = cell === null ? null : decoders[index]!(cell) // index < decoders.length
    }
    return { data: layout.makeRow(values) }
  } catch (error) {
    const failure = new Failure({
      code: 'record.value',
      message: 'A value of the row cannot be read (JSON that is none, or nested too deep).',
      retry: 'skip',
      cause: error,
    })
    return { data: null, failure: failure.toDetail() }
  }
}
