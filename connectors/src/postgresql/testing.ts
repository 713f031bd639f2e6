import { randomBytes } from 'node:crypto'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { compileEncoder, toFieldSpec } from '@sluice/connector-kit/sql'
import type { Data, FieldSpec } from '@sluice/contract'
import pg from 'pg'
import { loadTable } from './catalog.ts'
import { formatRows } from './copy-text.ts'
import { quoteName } from './dialect.ts'
import { Session } from './session.ts'
import { formatList } from './types.ts'

const server = { host: '127.0.0.1', port: Number(process.env['PGPORT'] ?? 5432), user: 'postgres' }

export async function isReachable(): Promise<boolean> {
  const client = new pg.Client({ ...server, database: 'postgres', connectionTimeoutMillis: 2000 })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/** A database of its own with a random name, and a session to it. */
export async function createTestDatabase() {
  const name = `sluice_test_${randomBytes(6).toString('hex')}`
  await runAsAdmin(`create database ${name}`)
  const params = { host: server.host, port: server.port, database: name, username: server.user, password: `pw-${name}` }
  const context = createTestContext()
  const session = await Session.open({ ...params }, context)
  let next = 0
  return {
    params,
    context,
    session,
    /** A fresh table with these fields by their native types. */
    makeTable: async (fields: readonly FieldSpec[]): Promise<string> => {
      next += 1
      const id = `table_${next}`
      const columns = fields.map(
        field => `${quoteName(field.name)} ${(field.nativeType ?? 'text').replace('blob', 'bytea')}`,
      )
      await session.run(`create table ${id} (${columns.join(', ')}, primary key (id))`)
      return `public.${id}`
    },
    /** Puts records in past the connector's target. */
    fill: async (id: string, records: readonly Data[]): Promise<void> => {
      const table = await loadTable(session, id, '')
      const encoders = table.columns.map(column =>
        compileEncoder(column.kind, { offsetMinutes: 0, writesOffset: true, booleans: ['f', 't'], formatList }),
      )
      const rows = records.map(record => ({
        values: table.columns.map((column, index) => encoders[index]!(record[column.name] ?? null) as string), // test values fit
      }))
      await session.copyIn(`copy ${table.sqlName} from stdin`, formatRows(rows))
    },
    fieldsOf: async (id: string) => (await loadTable(session, id, '')).columns.map(column => toFieldSpec(column, [])),
    dispose: async () => {
      await session.close()
      await context.dispose()
      await runAsAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}

async function runAsAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  await client.query(sql)
  await client.end()
}
