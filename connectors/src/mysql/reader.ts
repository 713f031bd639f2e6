import {
  type Chunk,
  type Column,
  maxRowBytes,
  type Order,
  type PageSelect,
  type RowLayout,
  type Table,
  type TableReader,
  toChunks,
} from '@sluice/connector-kit/sql'
import { awaitWriters } from './await-writers.ts'
import { orderDialect } from './dialect.ts'
import { toFailure } from './failure.ts'
import type { Cell, Row, Session } from './session.ts'
import { isGeometry, makeDecoder, makeSelectTerm } from './types.ts'

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
      const began = row && this.#table.kind === 'table' ? await awaitWriters(session) : null
      if (began === null || column.kind.is !== 'datetime') return row ? toPlace(row[0] ?? null, column) : null
      const least = makeSelectTerm(
        `least(max(${column.sqlName}), cast('${began}' as datetime))`,
        column.kind,
        column.nativeType,
      )
      const [before] = await session.query(`select ${least} from ${this.#table.sqlName} where ${where}`)
      return before ? toPlace(before[0] ?? null, column) : null
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

interface Layout extends RowLayout<Cell> {
  /** What stands behind SELECT: the columns, then the flag of a row too large. */
  readonly list: string
  readonly limitBytes: number
}

function makeLayout(columns: readonly Column[], order: Order, limitBytes: number): Layout {
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
    columns,
    decoders: columns.map(column => makeDecoder(column.kind)),
    order,
    toPlace,
    limitBytes,
  }
}

/** The text by which the dialect finds the row again; bytes as hexadecimal. */
export function toPlace(cell: Row[number], { kind }: Column): string {
  if (cell === null) return ''
  if (kind.is === 'bits') return String(makeDecoder(kind)(cell))
  return Buffer.isBuffer(cell) ? cell.toString('hex') : String(cell)
}
