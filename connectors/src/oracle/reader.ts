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
import { isLob, makeDecoder, makeSelectTerm } from './types.ts'

/** Reads pages by key, each in its own read-only transaction. */
export class OracleReader implements TableReader {
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
      await session.execute('set transaction read only')
      const decoders = columns.map(column => makeDecoder(column.kind))
      yield* toChunks<Cell>(session.stream(sql), { columns, order, decoders, toPlace }, sql)
      await session.commit()
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
    const cell = await this.#ask(
      `select ${makeSelectTerm(sqlName, nativeType)} from ${this.#table.sqlName} where ${where} order by ${sqlName} desc fetch first 1 rows only`,
    )
    return cell === null ? null : toPlace(cell)
  }

  async count(where: string): Promise<number> {
    return Number(
      await this.#ask(`select count(*) from ${this.#table.sqlName}${where === '' ? '' : ` where ${where}`}`),
    )
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async #ask(sql: string): Promise<Cell> {
    const session = await this.#getSession()
    try {
      await session.execute('set transaction read only')
      const [row] = await session.query(sql)
      await session.commit()
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
  const isOpen = ({ nativeType }: Column) => isLob(nativeType) && nativeType !== 'BFILE'
  const sizes = columns.filter(isOpen).map(({ sqlName }) => `coalesce(dbms_lob.getlength(${sqlName}), 0)`)
  const isLarge = sizes.length === 0 ? '0' : `case when ${sizes.join(' + ')} > ${maxRowBytes} then 1 else 0 end`
  const terms = columns.map(column => {
    const term = makeSelectTerm(column.sqlName, column.nativeType)
    return isOpen(column) && !ordered.includes(column) ? `case when ${isLarge} = 1 then null else ${term} end` : term
  })
  return [...terms, isLarge].join(', ')
}

/** The text by which the dialect finds the row again; bytes as hexadecimal. */
const toPlace = (cell: Cell): string =>
  cell === null ? '' : Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)
