import {
  type Chunk,
  type Column,
  maxRowBytes,
  type PageSelect,
  type Table,
  type TableReader,
  toChunks,
} from '@sluice/connector-kit/sql'
import { orderDialect } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Cell, Session } from './session.ts'
import { makeDecoder, makeSelectTerm } from './types.ts'

/** Reads pages by key, each by one SELECT that ends after five minutes. */
export class SqlServerReader implements TableReader {
  readonly dialect = orderDialect
  readonly #table: Table
  readonly #openSession: () => Promise<Session>
  #session: Session

  constructor(table: Table, session: Session, openSession: () => Promise<Session>) {
    this.#table = table
    this.#session = session
    this.#openSession = openSession
  }

  async *select({ columns, order, ...page }: PageSelect): AsyncIterable<Chunk> {
    const session = await this.#getSession()
    const where = page.where === '' ? '' : ` where ${page.where}`
    const list = makeList(columns, order.columns)
    const sql = `select ${list} from ${this.#table.sqlName}${where} order by ${page.orderBy} offset ${page.offset} rows fetch next ${page.limit} rows only`
    const cut = () => session.destroy()
    page.signal.addEventListener('abort', cut, { once: true })
    let isDone = false
    try {
      const decoders = columns.map(column => makeDecoder(column.kind))
      yield* toChunks<Cell>(session.stream(sql), { columns, order, decoders, toPlace }, sql)
      isDone = true
    } catch (error) {
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    } finally {
      page.signal.removeEventListener('abort', cut)
      // Also when the reader leaves in the middle of an answer.
      if (!isDone) session.destroy()
    }
  }

  async findGreatest({ sqlName, nativeType }: Column, where: string): Promise<string | null> {
    const term = makeSelectTerm(sqlName, nativeType)
    const cell = await this.#ask(
      `select top (1) ${term} from ${this.#table.sqlName} where ${where} order by ${sqlName} desc`,
    )
    return cell === null ? null : toPlace(cell)
  }

  async count(where: string): Promise<number> {
    return Number(
      await this.#ask(`select count_big(*) from ${this.#table.sqlName}${where === '' ? '' : ` where ${where}`}`),
    )
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async #ask(sql: string): Promise<Cell> {
    const session = await this.#getSession()
    try {
      const [row] = await session.query(sql)
      return row?.[0] ?? null
    } catch (error) {
      session.destroy()
      throw toFailure(error, `Reading ${this.#table.label} failed`)
    }
  }

  async #getSession(): Promise<Session> {
    if (this.#session.isBroken) this.#session = await this.#openSession()
    return this.#session
  }
}

/** What stands behind SELECT: the columns, then the flag of a row too large. */
function makeList(columns: readonly Column[], ordered: readonly Column[]): string {
  const isOpen = ({ nativeType }: Column) => /\(max\)$|^(?:n?text|image|xml|json|geo)/.test(nativeType)
  const sizes = columns.filter(isOpen).map(({ sqlName }) => `coalesce(datalength(${sqlName}), 0)`)
  const isLarge = sizes.length === 0 ? '0' : `case when ${sizes.join(' + ')} > ${maxRowBytes} then 1 else 0 end`
  const terms = columns.map(column => {
    const term = makeSelectTerm(column.sqlName, column.nativeType)
    return isOpen(column) && !ordered.includes(column) ? `case when ${isLarge} = 1 then null else ${term} end` : term
  })
  return [...terms, isLarge].join(', ')
}

/** The text by which the dialect finds the row again; bytes as hexadecimal. */
function toPlace(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  return Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)
}
