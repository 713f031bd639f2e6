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
import { type Data, Failure, type Value } from '@sluice/contract'
import { readLines, unescapeField } from './copy-text.ts'
import { orderDialect, settingName } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Session } from './session.ts'
import { type Decoder, makeDecoder } from './types.ts'

const BEGIN = 'begin transaction isolation level repeatable read read only'
/** Stored, that is compressed, bytes below which a value cannot unpack to more than `maxRowBytes` (lz4: 255 to 1). */
const SMALL_STORED_BYTES = 262_144

/** Reads pages with COPY, each in its own read-only transaction. */
export class PostgresReader implements TableReader {
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
    const layout = makeLayout(page.columns, page.order)
    const from = `from ${this.#table.sqlName}${page.where === '' ? '' : ` where ${page.where}`} order by ${page.orderBy}`
    const sql = layout.select(`${from} limit ${page.limit}${page.offset > 0 ? ` offset ${page.offset}` : ''}`)
    const { params } = page
    const session = await this.#getSession()
    const cut = () => session.destroy()
    page.signal.addEventListener('abort', cut, { once: true })
    let isDone = false
    try {
      await session.run(BEGIN)
      if (params.length > 0) await session.query(makeSettings(params), params)
      const lines = readLines(await session.copyOut(`copy (${sql}) to stdout`))
      yield* parseChunks(lines, layout, page.order, params.length === 0 ? sql : `${sql} -- ${JSON.stringify(params)}`)
      await session.run('commit')
      isDone = true
    } catch (error) {
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    } finally {
      page.signal.removeEventListener('abort', cut)
      // Also when the reader leaves in the middle of an answer.
      if (!isDone) session.destroy()
    }
  }

  async findGreatest({ sqlName }: Column, where: string): Promise<string | null> {
    const session = await this.#getSession()
    try {
      await session.run(BEGIN)
      const rows = await session.query(
        `select ${sqlName}::text from ${this.#table.sqlName} where ${where} order by ${sqlName} desc limit 1`,
      )
      await session.run('commit')
      return rows[0]?.[0] ?? null
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

const makeSettings = (params: readonly string[]): string =>
  `select ${params.map((_, index) => `set_config('${settingName(index + 1)}', $${index + 1}, true)`).join(', ')}`

/** Where in a line each column stands, and the SELECT that makes such lines. */
interface Layout {
  readonly decoders: readonly Decoder[]
  readonly makeRow: RowMaker
  /** Places of the order columns. */
  readonly places: readonly number[]
  /** The last field of a line says that the row was too large; null where no column is unbounded. */
  readonly flagAt: number | null
  select(rest: string): string
}

function makeLayout(columns: readonly Column[], order: Order): Layout {
  const names = columns.map(column => column.name)
  const sizes = columns.map(measure).filter(size => size !== null)
  const list = columns.map(column => column.sqlName).join(', ')
  const isPlace = (column: Column) => order.columns.some(each => each.name === column.name)
  const guarded = columns.map(column =>
    isPlace(column) ? `q.${column.sqlName}` : `case when q.sluice_is_large then null else q.${column.sqlName} end`,
  )
  const inner = (rest: string) => `select ${list}, ${sizes.join(' + ')} > ${maxRowBytes} as sluice_is_large ${rest}`
  return {
    decoders: columns.map(column => makeDecoder(column.kind)),
    makeRow: compileRowMaker(names),
    places: order.columns.map(column => names.indexOf(column.name)),
    flagAt: sizes.length === 0 ? null : columns.length,
    // The LIMIT inside keeps the planner from measuring each row once per column.
    select: rest =>
      sizes.length === 0
        ? `select ${list} ${rest}`
        : `select ${guarded.join(', ')}, q.sluice_is_large from (${inner(rest)}) q`,
  }
}

/** SQL for the bytes of an unbounded column; null where the type itself bounds it. Never unpacks small values. */
function measure({ kind, nativeType, sqlName }: Column): string | null {
  if (kind.is === 'text' && kind.maxChars === undefined && kind.maxBytes === undefined)
    return `coalesce(octet_length(${sqlName}), 0)::bigint`
  if (kind.is === 'bytes') return `coalesce(octet_length(${sqlName}), 0)::bigint * 2`
  const isOpen =
    kind.is === 'json' ||
    kind.is === 'list' ||
    (kind.is === 'other' && !/^(?:uuid|inet|cidr|macaddr8?|money|interval|bit|time)/.test(nativeType))
  return isOpen
    ? `case when pg_column_size(${sqlName}) > ${SMALL_STORED_BYTES} then octet_length(${sqlName}::text) else 0 end::bigint`
    : null
}

async function* parseChunks(
  lines: AsyncIterable<readonly string[]>,
  layout: Layout,
  order: Order,
  request: string,
): AsyncIterable<Chunk> {
  let records: SourceRecord[] = []
  let places: string[][] = []
  let bytes = 0
  for await (const block of lines) {
    for (const line of block) {
      const { record, place } = parseLine(line, layout, order)
      records.push(record)
      places.push(place)
      bytes += line.length
      if (bytes < maxPageBytes) continue
      yield { records, places, request }
      records = []
      places = []
      bytes = 0
    }
  }
  if (records.length > 0) yield { records, places, request }
}

function parseLine(line: string, layout: Layout, order: Order): { record: SourceRecord; place: string[] } {
  const fields: (string | null)[] = line.split('\t')
  // One search in the line spares one in each of its fields.
  if (line.includes('\\'))
    for (let index = 0; index < fields.length; index += 1) fields[index] = unescapeField(fields[index]!) // a split line holds no null yet
  const place = layout.places.map(index => fields[index] ?? '')
  if (layout.flagAt !== null && fields[layout.flagAt] === 't')
    return { record: makeTooLarge(order.columns, place), place }
  try {
    return { record: { data: parseFields(fields, layout) }, place }
  } catch (error) {
    const failure = new Failure({
      code: 'record.value',
      message: 'A value of the row cannot be read (nested too deep).',
      retry: 'skip',
      cause: error,
    })
    return { record: { data: null, failure: failure.toDetail() }, place }
  }
}

function parseFields(fields: readonly (string | null)[], { decoders, makeRow }: Layout): Data {
  const values = new Array<Value>(decoders.length)
  for (let index = 0; index < decoders.length; index += 1) {
    const text = fields[index]! // a line has a field per column
    values[index] = text === null ? null : decoders[index]!(text) // index < decoders.length
  }
  return makeRow(values)
}
