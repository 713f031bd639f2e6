import type { SourceRecord } from '@sluice/connector-kit'
import {
  type Chunk,
  type Column,
  compileRowMaker,
  FetchAgain,
  type PageSelect,
  type TableReader,
} from '@sluice/connector-kit/sql'
import { Bytes, Failure, toText, type Value } from '@sluice/contract'
import type { ClickHouseTable } from './catalog.ts'
import type { Client } from './client.ts'
import { orderDialect } from './dialect.ts'
import { RowReader } from './row-binary.ts'
import { type BinaryType, bare, parseType } from './types.ts'

export interface ReaderOptions {
  readonly bytesColumns: readonly string[]
  readonly isFinal: boolean
}

/** Reads pages by key, each by one statement that may change nothing. */
export class ClickHouseReader implements TableReader {
  readonly dialect = orderDialect
  readonly #table: ClickHouseTable
  readonly #client: Client
  readonly #options: ReaderOptions
  /** Rows of one answer; fewer after one that was too large. */
  #rows = Number.MAX_SAFE_INTEGER

  constructor(table: ClickHouseTable, client: Client, options: ReaderOptions) {
    this.#table = table
    this.#client = client
    this.#options = options
  }

  async *select(page: PageSelect): AsyncIterable<Chunk> {
    const limit = Math.min(page.limit, this.#rows)
    const where = page.where === '' ? '' : ` where ${page.where}`
    const offset = page.offset > 0 ? ` offset ${page.offset}` : ''
    const sql = `select ${page.columns.map(selectTerm).join(', ')} from ${this.#from()}${where} order by ${page.orderBy} limit ${limit}${offset}`
    const answer = await this.#client
      .ask({ sql: `${sql} format RowBinary`, isReading: true, signal: page.signal })
      .catch((error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'egress.tooLarge' || limit === 1) throw error
        this.#rows = Math.max(1, limit >> 3)
        throw new FetchAgain()
      })
    const chunk = this.#decode(answer.bytes, page, sql)
    if (chunk.records.length > 0) yield chunk
    if (chunk.records.length === limit && limit < page.limit) throw new FetchAgain()
  }

  async findGreatest(column: Column, where: string): Promise<string | null> {
    const sql = `select ${selectTerm(column)} from ${this.#from()} where ${where} order by ${column.sqlName} desc limit 1 format RowBinary`
    const { bytes } = await this.#client.ask({ sql, isReading: true })
    return bytes.length === 0 ? null : toText(new RowReader(bytes).read(layoutOf(column), false))
  }

  async count(where: string): Promise<number> {
    const [row] = await this.#client.rows(`select count() from ${this.#from()}${where === '' ? '' : ` where ${where}`}`)
    return Number(row?.[0])
  }

  async close(): Promise<void> {}

  #from(): string {
    return `${this.#table.sqlName}${this.#table.isMerging && this.#options.isFinal ? ' final' : ''}`
  }

  #decode(bytes: Uint8Array, { columns, order }: PageSelect, request: string): Chunk {
    const types = columns.map(layoutOf)
    const areBytes = columns.map(column => this.#options.bytesColumns.includes(column.name))
    const makeRow = compileRowMaker(columns.map(column => column.name))
    const at = order.columns.map(column => columns.indexOf(column))
    const records: SourceRecord[] = []
    const places: string[][] = []
    for (const reader = new RowReader(bytes); !reader.isOver; ) {
      const values = types.map((type, index) => reader.read(type, areBytes[index] ?? false))
      records.push({ data: makeRow(values) })
      places.push(at.map(index => toPlace(values[index] ?? null, types[index]!))) // every order column is selected
    }
    return { records, places, request }
  }
}

/** Types without a layout of their own are read as the server's text. */
const selectTerm = ({ sqlName, nativeType }: Column): string =>
  bare(parseType(nativeType)).is === 'other' ? `toString(${sqlName})` : sqlName

const layoutOf = ({ nativeType }: Column): BinaryType => parseType(nativeType)

/** The text by which the dialect finds the row again; texts as hexadecimal, since they may be none. */
export function toPlace(value: Value, type: BinaryType): string {
  const { is } = bare(type)
  if (is !== 'text' && is !== 'other' && is !== 'list') return toText(value)
  return value instanceof Bytes ? value.toBuffer().toString('hex') : Buffer.from(toText(value)).toString('hex')
}
