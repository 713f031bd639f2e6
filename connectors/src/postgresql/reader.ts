import { isLargeText, openTurn, type SourceRecord } from '@sluice/connector-kit'
import {
  type Chunk,
  type Column,
  FetchAgain,
  makeTooLarge,
  maxRowBytes,
  type Order,
  type PageSelect,
  type RowText,
  readJsonText,
  readLargeJson,
  readListInTurns,
  refuseJson,
  type Table,
  type TableReader,
  TextLayout,
  UnclearJson,
  unescapeField,
} from '@sluice/connector-kit/sql'
import { Failure, type Value } from '@sluice/contract'
import { findSafeGreatest } from './await-writers.ts'
import { type CopiedRows, CopyRows } from './copy-rows.ts'
import { orderDialect, settingName } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Session } from './session.ts'
import { toTextType } from './types.ts'

const BEGIN = 'begin transaction isolation level repeatable read read only'
/** Stored, that is compressed, bytes below which a value cannot unpack to more than `maxRowBytes` (lz4: 255 to 1). */
const SMALL_STORED_BYTES = 262_144

/** Reads pages with COPY, several in one read-only transaction. */
export class PostgresReader implements TableReader {
  readonly dialect = orderDialect
  readonly pagesAtOnce = 16
  readonly #table: Table
  readonly #openSession: () => Promise<Session>
  #session: Session
  /** The server measures each row before it sends it; from the first on that was too large. */
  #isGuarded = false
  #layout: Layout | null = null

  constructor(table: Table, session: Session, openSession: () => Promise<Session>) {
    this.#table = table
    this.#session = session
    this.#openSession = openSession
  }

  async *select(page: PageSelect): AsyncIterable<Chunk> {
    const layout = this.#getLayout(page)
    const from = `from ${this.#table.sqlName}${page.where === '' ? '' : ` where ${page.where}`} order by ${page.orderBy}`
    const sql = layout.select(`${from} limit ${page.limit}${page.offset > 0 ? ` offset ${page.offset}` : ''}`)
    const { params } = page
    const session = await this.#getSession()
    const cut = () => session.destroy()
    page.signal.addEventListener('abort', cut, { once: true })
    let isDone = false
    try {
      const settings = params.length === 0 ? '' : `${makeSettings(params, session)}; `
      const copy = new CopyRows(`${BEGIN}; ${settings}copy (${sql}) to stdout; commit`, {
        layout: layout.text,
        pageRows: page.pageSize,
        isFlagged: layout.isGuarded,
      })
      const request = params.length === 0 ? sql : `${sql} -- ${JSON.stringify(params)}`
      for await (const rows of session.copyRows(copy)) {
        // The next statement leaves such rows at the server.
        if (rows.kind === 'large') this.#isGuarded = true
        yield* toChunks(rows, layout, page.order, request)
      }
      isDone = true
    } catch (error) {
      if (layout.isGuarded || !isTooLarge(error)) throw toFailure(error, `Reading ${this.#table.label} failed`)
      this.#isGuarded = true
      throw new FetchAgain()
    } finally {
      page.signal.removeEventListener('abort', cut)
      // Also when the reader leaves in the middle of an answer.
      if (!isDone) session.destroy()
    }
  }

  async findGreatest(column: Column, where: string, params: readonly string[]): Promise<string | null> {
    const session = await this.#getSession()
    try {
      if (params.length > 0) return await this.#findGreatestOf(session, column, where, params)
      // Not one transaction: each look at the writers needs a view of now.
      return await findSafeGreatest(session, this.#table, column, where)
    } catch (error) {
      session.destroy()
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    }
  }

  /** Of a query, whose values live in the transaction. */
  async #findGreatestOf(
    session: Session,
    { sqlName }: Column,
    where: string,
    params: readonly string[],
  ): Promise<string | null> {
    await session.run(BEGIN)
    await session.query(makeSettings(params, session))
    const rows = await session.query(
      `select ${sqlName}::text as sluice_text from ${this.#table.sqlName} where ${where} order by ${sqlName} desc limit 1`,
    )
    await session.run('commit')
    return rows[0]?.[0] ?? null
  }

  async count(where: string, params: readonly string[]): Promise<number> {
    const session = await this.#getSession()
    try {
      await session.run(BEGIN)
      if (params.length > 0) await session.query(makeSettings(params, session))
      const [row] = await session.query(
        `select count(*) from ${this.#table.sqlName}${where === '' ? '' : ` where ${where}`}`,
      )
      await session.run('commit')
      return Number(row?.[0])
    } catch (error) {
      session.destroy()
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    }
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  #getLayout({ columns, order }: PageSelect): Layout {
    const known = this.#layout
    const isSame = known?.columns === columns && known.order === order
    if (known && isSame && (known.isGuarded || !this.#isGuarded)) return known
    this.#layout = makeLayout(columns, order, this.#isGuarded)
    return this.#layout
  }

  async #getSession(): Promise<Session> {
    if (this.#session.isBroken) this.#session = await this.#openSession()
    return this.#session
  }
}

const makeSettings = (params: readonly string[], session: Session): string =>
  `select ${params.map((text, index) => `set_config('${settingName(index + 1)}', ${session.quote(text)}, true)`).join(', ')}`

/** The server could not even put the row together. */
const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && (error.code === '54000' || error.code === 'XX000')

/** Where in a line each column stands, and the SELECT that makes such lines. */
interface Layout {
  readonly order: Order
  readonly columns: readonly Column[]
  readonly text: TextLayout
  /** Places of the order columns. */
  readonly places: readonly number[]
  /** A last field says that the row was too large; measuring each row takes the server 1 µs. */
  readonly isGuarded: boolean
  /** Places of columns whose values may be nested. */
  readonly nested: readonly number[]
  select(rest: string): string
}

function makeLayout(columns: readonly Column[], order: Order, wantsGuard: boolean): Layout {
  const names = columns.map(column => column.name)
  const sizes = columns.map(measure)
  const open = sizes.findIndex(size => size !== null)
  const list = columns.map(column => column.sqlName).join(', ')
  const isPlace = (column: Column) => order.columns.some(each => each.name === column.name)
  const guarded = columns.map(column =>
    isPlace(column) ? `q.${column.sqlName}` : `case when q.sluice_is_large then null else q.${column.sqlName} end`,
  )
  const size = sizes.filter(each => each !== null).join(' + ')
  const inner = (rest: string) => `select ${list}, ${size} > ${maxRowBytes} as sluice_is_large ${rest}`
  const places = order.columns.map(column => names.indexOf(column.name))
  // Of a row that is too large the beginning is kept, which must say which row it is.
  const isGuarded = open >= 0 && (wantsGuard || places.some(place => place > open))
  return {
    order,
    columns,
    text: new TextLayout(columns.map(column => ({ name: column.name, type: toTextType(column.kind), column }))),
    places,
    isGuarded,
    nested: columns.flatMap(({ kind }, index) => (kind.is === 'json' || kind.is === 'list' ? [index] : [])),
    // The LIMIT inside keeps the planner from measuring each row once per column.
    select: rest =>
      isGuarded ? `select ${guarded.join(', ')}, q.sluice_is_large from (${inner(rest)}) q` : `select ${list} ${rest}`,
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

/** Rows stay text; only those that nobody could decode again, or not at once, become records here. */
async function* toChunks(copied: CopiedRows, layout: Layout, order: Order, request: string): AsyncIterable<Chunk> {
  if (copied.kind === 'large') {
    const fields = copied.line.split('\t').map(unescapeField)
    const place = layout.places.map(index => fields[index] ?? '')
    yield { records: [makeTooLarge(order.columns, place)], places: [place], request }
    return
  }
  const { rows } = copied
  const turn = openTurn()
  let first = 0
  for (let index = 0; layout.nested.length > 0 && index < rows.count; index += 1) {
    if (turn.isOver()) await turn.give()
    const record = refuseUnclear(rows, index, layout) ?? (await decodeNested(rows, index, layout))
    if (record === null) continue
    if (index > first) yield toChunk(rows.part(first, index), layout, request)
    yield { records: [record], places: [placeOf(rows, index, layout)], request }
    first = index + 1
  }
  if (first < rows.count) yield toChunk(rows.part(first, rows.count), layout, request)
}

const toChunk = (rows: RowText, layout: Layout, request: string): Chunk => ({
  get records() {
    return Array.from({ length: rows.count }, (_, index) => decode(rows, index))
  },
  get places() {
    return Array.from({ length: rows.count }, (_, index) => placeOf(rows, index, layout))
  },
  lastPlace: placeOf(rows, rows.count - 1, layout),
  rows,
  request,
})

const placeOf = (rows: RowText, index: number, { places }: Layout): string[] =>
  places.map(column => rows.field(index, column) ?? '')

/** The refusal of a row whose JSON would arrive as something else. `json` keeps the text and its names, `jsonb` does not. */
function refuseUnclear(rows: RowText, index: number, layout: Layout): SourceRecord | null {
  for (const at of layout.nested) {
    const column = layout.columns[at]
    if (column?.kind.is !== 'json') continue
    const { start, end } = rows.place(index, at)
    if ((column.kind.refuses && end - start !== 4) || isLargeText(rows.bytesAt(start, end))) continue
    const text = rows.field(index, at)
    if (text === null || isDeep(rows, index, at)) continue
    try {
      readJsonText(text)
    } catch (error) {
      if (!(error instanceof UnclearJson)) throw error
      return refuseJson(column, error, layout.order.columns, placeOf(rows, index, layout))
    }
  }
  return null
}

const DEEP = 400

/** Nested deeper than what is surely read and written again. */
function isDeep(rows: RowText, index: number, column: number): boolean {
  const { start, end } = rows.place(index, column)
  if (end - start < DEEP) return false
  let depth = 0
  let deepest = 0
  for (const byte of rows.bytesAt(start, end)) {
    if (byte === 0x5b || byte === 0x7b) depth += 1
    else if (byte === 0x5d || byte === 0x7d) depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest > DEEP
}

/** A row with JSON or a list that is deep or large; null for any other. */
async function decodeNested(rows: RowText, index: number, layout: Layout): Promise<SourceRecord | null> {
  if (!isLargeText(rows.line(index)))
    return layout.nested.some(column => isDeep(rows, index, column)) ? decode(rows, index) : null
  const read = new Map<number, Value>()
  for (const at of layout.nested) {
    const text = rows.field(index, at)
    const column = layout.text.columns[at]
    if (text === null || !column || !isLargeText(text)) continue
    const value = await (column.type === 'json' ? readLargeJson(text) : readListInTurns(column.type, text))
    if (value instanceof UnclearJson)
      return refuseJson(column, value, layout.order.columns, placeOf(rows, index, layout))
    if (value instanceof Error) return refuseNested(value)
    read.set(at, value)
  }
  return read.size > 0 ? decode(rows, index, read) : null
}

function decode(rows: RowText, index: number, read?: ReadonlyMap<number, Value>): SourceRecord {
  try {
    return { data: rows.decode(index, read) }
  } catch (error) {
    return refuseNested(error)
  }
}

function refuseNested(error: unknown): SourceRecord {
  const failure = new Failure({
    code: 'record.value',
    message: 'A value of the row cannot be read (nested too deep).',
    retry: 'skip',
    cause: error,
  })
  return { data: null, failure: failure.toDetail() }
}
