import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from './schema/index.ts'

type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/** A query builder whose every statement goes through `send`: it can neither open nor end a transaction. */
export function bindKysely(send: Send): Kysely<Schema> {
  const driver = new BoundDriver(send)
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}

class BoundDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(send: Send) {
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const { rows, rowCount } = await send(query.sql, query.parameters)
        // Kysely derived Row from the schema and the query.
        return { rows: rows as Row[], ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
      },
      streamQuery: () => {
        throw new Error('streaming a query: a transaction handle reads whole answers')
      },
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction = refuseTransaction
  commitTransaction = refuseTransaction
  rollbackTransaction = refuseTransaction
}

async function refuseTransaction(): Promise<void> {
  throw new Error('opening a transaction: the handle is one already; use savepoint')
}
