import { Failure, type ReadWindow, type SourceConfig, toFailure } from '@sluice/contract'
import { z } from 'zod'
import type { ReadRequest, Source, SourcePage } from '../../connector.ts'
import { type ConditionDialect, checkCondition } from './check-condition.ts'
import type { Column } from './column.ts'
import { requireOrder } from './increment-order.ts'
import { isBounded, listTerms, locate, type Order, type OrderDialect, planOrder } from './order.ts'
import { type Chunk, FetchAgain, finishPage, readPages } from './read-pages.ts'
import { chooseColumns, type Table } from './table.ts'

/** One page to select. `where`, `orderBy` and the parameters are ready for SQL. */
export interface PageSelect {
  readonly columns: readonly Column[]
  readonly order: Order
  /** Conditions joined by `and`; empty for all rows. */
  readonly where: string
  readonly params: readonly string[]
  readonly orderBy: string
  readonly limit: number
  /** Rows per chunk. */
  readonly pageSize: number
  readonly offset: number
  readonly signal: AbortSignal
}

/** What a dialect does for a source. Errors are thrown as Failures. */
export interface TableReader {
  readonly dialect: OrderDialect & { readonly name: ConditionDialect }
  /** Pages that one statement may answer with, where it is read piece by piece; default 1. */
  readonly pagesAtOnce?: number
  /** One statement in a read-only transaction with a time limit. Ends or breaks the statement when the reader leaves. */
  select(page: PageSelect): AsyncIterable<Chunk>
  /** The greatest value of a column as text. */
  findGreatest(column: Column, where: string, params: readonly string[]): Promise<string | null>
  /** Absent where counting is not offered. */
  count?(where: string, params: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** The options every SQL source offers; add `sourceParams` to the manifest. */
const SourceOptions = z.object({ where: z.string().nullish(), columns: z.array(z.string()).nullish() })

/** A source that pages through one table or view by key, the same for every dialect. */
export class TableSource implements Source {
  readonly #table: Table
  readonly #config: SourceConfig
  readonly #reader: TableReader
  readonly #condition: string | null
  readonly #chosen: readonly string[]
  readonly seeks = true
  readonly listsOnce = true
  readonly hasCatalogue = true

  /** @throws Failure `source.condition` | `resource.field` */
  constructor(table: Table, config: SourceConfig, reader: TableReader) {
    const { where, columns } = SourceOptions.parse(config.options)
    this.#table = table
    this.#config = config
    this.#reader = reader
    this.#condition = where?.trim() ? checkCondition(where, reader.dialect.name) : null
    this.#chosen = columns ?? []
    planOrder(table, config, null, reader.dialect)
    chooseColumns(table, this.#chosen, [])
  }

  async readHighWater(field: string): Promise<string | null> {
    const { columns } = planOrder(this.#table, this.#config, { field, from: '', to: null }, this.#reader.dialect)
    const column = columns[0]! // the window's field comes first
    const where = [`${column.sqlName} is not null`, ...this.#conditions()].join(' and ')
    const greatest = await this.#reader
      .findGreatest(column, where, this.#table.params ?? [])
      .catch((error: unknown) => Promise.reject(this.#explain(error)))
    requireOrder(column, greatest)
    return greatest
  }

  async countUntimed(field: string, most: number): Promise<number> {
    const column = this.#table.columns.find(({ name }) => name === field)
    if (!column?.isNullable) return 0
    const { dialect } = this.#reader
    const order = planOrder(this.#table, this.#config, null, dialect)
    const where = this.#untimed(field).join(' and ')
    const orderBy = listTerms(order, { kind: 'start' })
    const params = [...(this.#table.params ?? [])]
    const signal = new AbortController().signal
    let count = 0
    const page = {
      columns: order.columns,
      order,
      where,
      params,
      orderBy,
      limit: most,
      pageSize: most,
      offset: 0,
      signal,
    }
    for await (const chunk of this.#fetch(page)) count += chunk.rows?.count ?? chunk.records.length
    return count
  }

  /** Rows of the window, then those whose window field is null, by key. */
  async *read(request: ReadRequest): AsyncIterable<SourcePage> {
    const { window, untimed, cursor } = request
    if (untimed !== true || !isBounded(window)) return yield* this.#readPart(request, this.#conditions())
    const behind = cursor?.startsWith(UNTIMED) ? cursor.slice(UNTIMED.length) : null
    if (behind === null)
      for await (const page of this.#readPart(request, this.#conditions()))
        yield page.cursor === null ? finishPage(page, UNTIMED) : page
    const rest = { ...request, window: null, cursor: behind || null }
    for await (const page of this.#readPart(rest, this.#untimed(window.field)))
      yield page.cursor === null ? page : finishPage(page, `${UNTIMED}${page.cursor}`)
  }

  #untimed(field: string): readonly string[] {
    const column = this.#table.columns.find(({ name }) => name === field)
    return [`${column?.sqlName ?? 'null'} is null`, ...this.#conditions()]
  }

  #readPart(request: ReadRequest, conditions: readonly string[]): AsyncIterable<SourcePage> {
    const { dialect } = this.#reader
    const order = planOrder(this.#table, this.#config, request.window, dialect)
    const needed = order.columns.map(column => column.name)
    const isKnown = request.fields?.every(name => this.#table.columns.some(column => column.name === name))
    const wanted = request.fields && isKnown ? request.fields : this.#chosen
    const columns = chooseColumns(this.#table, wanted, needed)
    return readPages(
      {
        order,
        pagesAtOnce: this.#reader.pagesAtOnce ?? 1,
        fetch: (position, limit, pageSize) => {
          const params = [...(this.#table.params ?? [])]
          const place = locate(order, position, dialect, params)
          const where = [...place.where, ...this.#bound(request.window, params), ...conditions].join(' and ')
          const orderBy = listTerms(order, position)
          return this.#fetch({
            columns,
            order,
            where,
            params,
            orderBy,
            limit,
            pageSize,
            offset: place.offset,
            signal: request.signal,
          })
        },
      },
      request,
    )
  }

  async count(window: ReadWindow | null): Promise<number | null> {
    if (!this.#reader.count) return null
    // Refuses a field that the table does not have.
    planOrder(this.#table, this.#config, window, this.#reader.dialect)
    const params = [...(this.#table.params ?? [])]
    const where = [...this.#bound(window, params), ...this.#conditions()].join(' and ')
    return this.#reader.count(where, params).catch((error: unknown) => Promise.reject(this.#explain(error)))
  }

  close(): Promise<void> {
    return this.#reader.close()
  }

  async *#fetch(page: PageSelect): AsyncIterable<Chunk> {
    try {
      yield* this.#reader.select(page)
    } catch (error) {
      page.signal.throwIfAborted()
      if (error instanceof FetchAgain) throw error
      throw this.#explain(error)
    }
  }

  /** The window's bounds, both inside, compared by the column's own type. */
  #bound(window: ReadWindow | null, params: string[]): string[] {
    if (!isBounded(window)) return []
    const column = this.#table.columns.find(each => each.name === window.field)! // planOrder has found it
    const { sql, bind, bindBound = bind } = this.#reader.dialect.makeTerm(column, false)
    return [
      ...(window.from === null ? [] : [`${sql} >= ${bindBound(window.from, params)}`]),
      ...(window.to === null ? [] : [`${sql} <= ${bindBound(window.to, params)}`]),
    ]
  }

  #conditions(): readonly string[] {
    return this.#condition === null ? [] : [`(${this.#condition}\n)`]
  }

  #explain(error: unknown): Failure {
    const failure = toFailure(error)
    const detail = failure.toDetail()
    if (failure.code === 'resource.missing')
      return new Failure({ ...detail, message: `${this.#table.id}: ${detail.message}`, cause: failure.cause })
    if (failure.code !== 'connector.failed' || this.#condition === null) return failure
    const advice = 'Check the condition of the source.'
    return new Failure({ ...detail, code: 'source.condition', field: 'where', advice, cause: failure.cause })
  }
}

/** Begins the cursor of rows whose window field is null; what follows is the place among them. */
const UNTIMED = 'untimed:'
