import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Connector } from '@sluice/connector-kit'
import type { TestContext } from '@sluice/connector-kit/conformance'
import type { ParamValues } from '@sluice/contract'
import mysql from '../src/mysql/index.ts'
import * as mysqlTesting from '../src/mysql/testing.ts'
import postgresql from '../src/postgresql/index.ts'
import * as postgresTesting from '../src/postgresql/testing.ts'
import sqlite from '../src/sqlite/index.ts'

/** A real database of its own, and SQL behind the connector's back. */
export interface SqlPlace {
  readonly params: ParamValues
  readonly resource: (name: string) => string
  run(sql: string): Promise<void>
  rows(sql: string): Promise<readonly (readonly unknown[])[]>
  dispose(): Promise<void>
}

/** null where no such server runs. */
export const places: readonly (readonly [string, Connector, (context: TestContext) => Promise<SqlPlace | null>])[] = [
  [
    'PostgreSQL',
    postgresql,
    async () => {
      if (!(await postgresTesting.isReachable())) return null
      const { params, session, dispose } = await postgresTesting.createTestDatabase()
      return {
        params,
        resource: name => `public.${name}`,
        run: async sql => void (await session.run(sql)),
        rows: sql => session.query(sql),
        dispose,
      }
    },
  ],
  [
    'MariaDB',
    mysql,
    async () => {
      if (!(await mysqlTesting.isReachable())) return null
      const { params, session, dispose } = await mysqlTesting.createTestDatabase()
      return {
        params,
        resource: name => name,
        run: async sql => void (await session.query(sql)),
        rows: sql => session.query(sql),
        dispose,
      }
    },
  ],
  [
    'SQLite',
    sqlite,
    async context => {
      const database = new DatabaseSync(join(context.directory, 'exact.db'))
      database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000')
      return {
        params: { place: 'directory', directory: context.directory, name: 'exact.db' },
        resource: name => name,
        run: async sql => database.exec(sql),
        rows: async sql =>
          database
            .prepare(sql)
            .all()
            .map(row => Object.values(row)),
        dispose: async () => database.close(),
      }
    },
  ],
]
