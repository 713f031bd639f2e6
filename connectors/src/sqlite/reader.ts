import { isLargeText, openTurn, type SourceRecord } from '@sluice/connector-kit'
import {
  type Chunk,
  type Column,
  compileRowMaker,
  makeTooLarge,
  maxPageBytes,
  maxRowBytes,
  type Order,
  type PageSelect,
  refuseJson,
  type Table,
  type TableReader,
  UnclearJson,
} from '@sluice/connector-kit/sql'
import type { Data, Value } from '@sluice/contract'
import { formatPlace, orderDialect, parsePlace } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Cell, Row } from './messages.ts'
import type { Session } from './session.ts'
import { decode, decodeLarge } from './types.ts'

/** Reads pages in the session's process; the file was opened read-only. */
export class SqliteReader implements TableReader {
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
    const { columns, order } = page
    const where = page.where === '' ? '' : ` where ${page.where}`
    const sql = `select ${listColumns(columns)} from ${this.#table.sqlName}${where} order by ${page.orderBy} limit ${page.limit}${page.offset > 0 ? ` offset ${page.offset}` : ''}`
    const names = columns.map(column => column.name)
    const places = order.columns.map(column => names.indexOf(column.name))
    const makeRow = compileRowMaker(names)
    const request = page.params.length === 0 ? sql : `${sql} -- ${JSON.stringify(page.params)}`
    const toRecord = async (row: Row, place: readonly string[]) =>
      row[columns.length] === 1
        ? makeTooLarge(
            order.columns,
            place.map(text => text.slice(2)),
          )
        : decodeRow(row, columns, order, place, makeRow)
    const cut = () => session.destroy()
    page.signal.addEventListener('abort', cut, { once: true })
    let isDone = false
    try {
      for await (const rows of session.read(sql, page.params.map(parsePlace), maxPageBytes)) {
        const found = rows.map(row => places.map(index => formatPlace(row[index] ?? null)))
        const records: SourceRecord[] = []
        const turn = openTurn(page.signal)
        for (const [index, row] of rows.entries()) {
          records.push(await toRecord(row, found[index] ?? []))
          if (turn.isOver()) await turn.give()
        }
        yield { records, places: found, request }
      }
      isDone = true
    } catch (error) {
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    } finally {
      page.signal.removeEventListener('abort', cut)
      // Also when the reader leaves in the middle of an answer.
      if (!isDone) session.destroy()
    }
  }

  async findGreatest({ sqlName, kind }: Column, where: string, params: readonly string[]): Promise<string | null> {
    const session = await this.#getSession()
    try {
      const [row] = await session.all(
        `select ${sqlName} from ${this.#table.sqlName} where ${where} order by ${sqlName} desc limit 1`,
        params.map(parsePlace),
      )
      const value = decode(row?.[0] ?? null, kind)
      return value === null ? null : String(value)
    } catch (error) {
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    }
  }

  async count(where: string, params: readonly string[]): Promise<number> {
    const session = await this.#getSession()
    try {
      const sql = `select count(*) from ${this.#table.sqlName}${where === '' ? '' : ` where ${where}`}`
      const [row] = await session.all(sql, params.map(parsePlace))
      return Number(row?.[0])
    } catch (error) {
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

/** The columns, none longer than a row may be, then 1 where the whole row is too large. */
function listColumns(columns: readonly Column[]): string {
  const isOpen = ({ kind }: Column) => kind.is !== 'integer' && kind.is !== 'float'
  const size = columns.filter(isOpen).map(({ sqlName }) => `coalesce(octet_length(${sqlName}), 0)`)
  const terms = columns.map(column =>
    isOpen(column) ? `iif(octet_length(${column.sqlName}) > ${maxRowBytes}, null, ${column.sqlName})` : column.sqlName,
  )
  return [...terms, size.length === 0 ? '0' : `${size.join(' + ')} > ${maxRowBytes}`].join(', ')
}

async function decodeRow(
  row: Row,
  columns: readonly Column[],
  order: Order,
  place: readonly string[],
  makeRow: (values: Value[]) => Data,
): Promise<SourceRecord> {
  const values: Value[] = []
  try {
    for (const [index, { kind }] of columns.entries()) {
      const cell = row[index] as Cell // a cell per column
      const isLarge = kind.is === 'json' && typeof cell === 'string' && isLargeText(cell)
      values.push(isLarge ? await decodeLarge(cell) : decode(cell, kind))
    }
    return { data: makeRow(values) }
  } catch (error) {
    const column = columns[values.length]
    if (!(error instanceof UnclearJson) || !column) throw error
    return refuseJson(
      column,
      error,
      order.columns,
      place.map(text => text.slice(2)),
    )
  }
}
