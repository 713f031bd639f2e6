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
import { isSketch, makeDecoder } from './types.ts'

/** Reads pages by key, each by one SELECT: Doris takes nothing else in a session that only asks. */
export class DorisReader implements TableReader {
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
    const offset = page.offset > 0 ? ` offset ${page.offset}` : ''
    const list = makeList(columns, order.columns)
    const sql = `select ${list} from ${this.#table.sqlName}${where} order by ${page.orderBy} limit ${page.limit}${offset}`
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

  async findGreatest({ sqlName }: Column, where: string): Promise<string | null> {
    const row = await this.#ask(`select max(${sqlName}) from ${this.#table.sqlName} where ${where}`)
    return row[0] === null || row[0] === undefined ? null : String(row[0])
  }

  async count(where: string): Promise<number> {
    const [count] = await this.#ask(
      `select count(*) from ${this.#table.sqlName}${where === '' ? '' : ` where ${where}`}`,
    )
    return Number(count)
  }

  close(): Promise<void> {
    return this.#session.close()
  }

  async #ask(sql: string): Promise<readonly Cell[]> {
    const session = await this.#getSession()
    try {
      const [row] = await session.query(sql)
      return row ?? []
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
  const isOpen = ({ kind }: Column) => (kind.is === 'text' && (kind.maxBytes ?? 1e9) > 65_535) || kind.is === 'json'
  const sizes = columns.filter(isOpen).map(({ sqlName }) => `coalesce(length(cast(${sqlName} as char)), 0)`)
  const isLarge = sizes.length === 0 ? '0' : `if(${sizes.join(' + ')} > ${maxRowBytes}, 1, 0)`
  const terms = columns.map(column => {
    const { sqlName, nativeType, kind } = column
    if (isSketch(nativeType)) return 'null'
    const term = kind.is === 'other' || kind.is === 'json' || kind.is === 'float' ? `cast(${sqlName} as char)` : sqlName
    return isOpen(column) && !ordered.includes(column) ? `if(${isLarge} = 1, null, ${term})` : term
  })
  return [...terms, isLarge].join(', ')
}

const toPlace = (cell: Cell): string => (cell === null ? '' : String(cell))
