import { randomBytes } from 'node:crypto'
import { createTestContext } from '@sluice/connector-kit/conformance'
import { compileEncoder } from '@sluice/connector-kit/sql'
import type { Data, FieldSpec } from '@sluice/contract'
import mysql from 'mysql2/promise'
import { loadTable } from './catalog.ts'
import { quoteName } from './dialect.ts'
import { type Param, Session } from './session.ts'

const server = { host: '127.0.0.1', port: Number(process.env['MYSQL_PORT'] ?? 3306), user: 'root' }

export async function isReachable(): Promise<boolean> {
  return mysql.createConnection({ ...server, connectTimeout: 2000 }).then(
    connection => connection.end().then(() => true),
    () => false,
  )
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/** A database and a user of its own with random names, and a session to it. */
export async function createTestDatabase() {
  const name = `sluice_test_${randomBytes(6).toString('hex')}`
  const password = `pw-${randomBytes(9).toString('hex')}`
  await runAsAdmin([
    `create database ${name} character set utf8mb4`,
    `create user ${name}@'%' identified by '${password}'`,
    `create user ${name}@localhost identified by '${password}'`,
    `grant all on ${name}.* to ${name}@'%'`,
    `grant all on ${name}.* to ${name}@localhost`,
  ])
  const params = { host: server.host, port: server.port, database: name, username: name, password }
  const context = createTestContext()
  const session = await Session.open(params, context)
  let next = 0
  return {
    params,
    context,
    session,
    run: async (...statements: string[]) => {
      for (const sql of statements) await session.query(sql)
    },
    runAsAdmin,
    /** A fresh table with these fields by their native types. */
    makeTable: async (fields: readonly FieldSpec[]): Promise<string> => {
      next += 1
      const columns = fields.map(
        field => `${quoteName(field.name)} ${(field.nativeType ?? 'text').replace('timestamp', 'datetime')}`,
      )
      await session.query(`create table table_${next} (${columns.join(', ')}, primary key (id))`)
      return `table_${next}`
    },
    /** Puts records in past the connector's target. */
    fill: async (id: string, records: readonly Data[]): Promise<void> => {
      const table = await loadTable(session, id)
      const options = { offsetMinutes: 0, booleans: ['0', '1'], writesOffset: false } as const
      const encoders = table.columns.map(column => compileEncoder(column.kind, options))
      const marks = table.columns.map(() => '?').join(',')
      for (const record of records) {
        const values = table.columns.map((column, index) => encoders[index]!(record[column.name] ?? null) as Param) // test values fit
        await session.execute(`insert into ${table.sqlName} values (${marks})`, values)
      }
    },
    dispose: async () => {
      await session.close()
      await context.dispose()
      await runAsAdmin([`drop database ${name}`, `drop user ${name}@'%'`, `drop user ${name}@localhost`])
    },
  }
}

async function runAsAdmin(statements: readonly string[]): Promise<void> {
  const connection = await mysql.createConnection(server)
  for (const sql of statements) await connection.query(sql)
  await connection.end()
}
