import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Failure, toFailure } from '@sluice/contract'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

declare const brand: unique symbol

/**
 * One open transaction of one tenant (or of the system). Only `withTenant` and `withSystem` make one, so whoever
 * holds it is behind the tenant wall. It ends with their callback; every use after that is refused.
 */
export interface Tx {
  readonly [brand]: true
  /** null in `withSystem`. */
  readonly tenantId: string | null
  /**
   * The rows of one statement. `Row` says what the statement selects: int8 and numeric are text, timestamptz is
   * ISO 8601 in UTC with all its microseconds, date and interval text, jsonb parsed, bytea Buffer.
   * An array is bound as a PostgreSQL array: for a jsonb parameter pass JSON text.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]>
  /** How many rows one statement touched. */
  execute(text: string, values?: readonly unknown[], options?: StatementOptions): Promise<number>
  /**
   * `COPY … FROM STDIN`; the number of rows. PostgreSQL refuses it on a table under row-level security: copy into
   * a temporary table (`on commit drop`) and insert from there.
   */
  copyIn(copySql: string, chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<number>
  /** When `work` throws, only its own statements are undone. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

export interface StatementOptions {
  /** Prepares the statement once per connection under this name; the same name must always be the same text. */
  readonly name?: string
}

export interface TransactionOptions {
  /** Default `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** A statement that takes longer is cancelled (57014). Default: the server's own, usually none. */
  readonly statementTimeoutMs?: number
  readonly readOnly?: boolean
  /**
   * false: the commit is answered before it is on the disk. Should the database's machine lose power then, this and
   * later such transactions are undone, never an earlier one; a process that dies loses nothing. Default true.
   */
  readonly durable?: boolean
  /** Strategy groups that may be seen; null: all. Only withTenant heeds it. Default null. */
  readonly groups?: readonly string[] | null
}

/** A transaction and the switch that ends the use of it. */
export interface OpenTx {
  readonly tx: Tx
  close(): void
}

/** Sees each answer of a transaction's statements; called while its caller is on the stack. */
export type StatementWatcher = (
  client: pg.PoolClient,
  text: string,
  answer: Promise<pg.QueryResult>,
) => Promise<pg.QueryResult>

let watcher: StatementWatcher | null = null

/** For tests: whose row types are asserted, and by nobody checked but there. */
export function watchStatements(watch: StatementWatcher): void {
  watcher = watch
}

export function openTx(client: pg.PoolClient, tenantId: string | null): OpenTx {
  const run = new TxRunner(client)
  const surface: Omit<Tx, typeof brand> = {
    tenantId,
    query: async <Row extends object>(text: string, values?: readonly unknown[], options?: StatementOptions) =>
      (await run.send(text, values, options)).rows as Row[], // the caller's word; tests hold it against the answer
    execute: async (text, values, options) => (await run.send(text, values, options)).rowCount ?? 0,
    copyIn: (copySql, chunks) => run.copyIn(copySql, chunks),
    savepoint: work => run.savepoint(work),
  }
  // The one place that gives the brand away.
  return { tx: surface as Tx, close: () => run.close() }
}

class TxRunner {
  readonly #client: pg.PoolClient
  readonly #copies = new Set<Readable>()
  #savepoints = 0
  #open = true

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** A statement after the end would run in whatever transaction the connection serves next. */
  close(): void {
    this.#open = false
    for (const copy of this.#copies) copy.destroy(new Error('copying rows: the transaction has ended'))
  }

  send(text: string, values?: readonly unknown[], options?: StatementOptions): Promise<pg.QueryResult> {
    if (!this.#open) return Promise.reject(endedFailure())
    const answer = this.#client.query({
      text,
      ...(values === undefined ? {} : { values: [...values] }),
      ...(options?.name === undefined ? {} : { name: options.name }),
    })
    return watcher === null ? answer : watcher(this.#client, text, answer)
  }

  async copyIn(copySql: string, chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<number> {
    if (!this.#open) throw endedFailure()
    const source = Readable.from(chunks)
    const sink = this.#client.query(copyFrom(copySql))
    this.#copies.add(source)
    try {
      await pipeline(source, sink)
      return sink.rowCount
    } finally {
      this.#copies.delete(source)
    }
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#savepoints += 1
    const name = `savepoint_${this.#savepoints}`
    await this.send(`savepoint ${name}`)
    try {
      const result = await work()
      await this.send(`release savepoint ${name}`)
      return result
    } catch (error) {
      await this.send(`rollback to savepoint ${name}; release savepoint ${name}`)
      throw error
    }
  }
}

const endedFailure = (): Failure => toFailure(new Error('using a transaction: it has ended'))
