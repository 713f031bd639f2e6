import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createTestContext } from '@sluice/connector-kit/conformance'
import type { Data, FieldSpec, Value } from '@sluice/contract'
import { toText } from '@sluice/contract'
import mysql from 'mysql2/promise'
import { StreamLoadServer } from './stream-load-server.ts'

const server = { host: '127.0.0.1', port: Number(process.env['MYSQL_PORT'] ?? 3306), user: 'root' }
/** Another name of this machine: the line that tests cut is the one of Stream Load. */
const OTHER_LOOPBACK = '127.0.0.2'

export async function isReachable(): Promise<boolean> {
  return mysql.createConnection({ ...server, connectTimeout: 2000 }).then(
    connection => connection.end().then(() => true),
    () => false,
  )
}

export type TestPlace = Awaited<ReturnType<typeof createTestPlace>>

/** A database and a user of MariaDB for the MySQL protocol, and a stand-in of Stream Load that writes into it. */
export async function createTestPlace() {
  const name = `sluice_test_${randomBytes(6).toString('hex')}`
  const password = `pw-${randomBytes(9).toString('hex')}`
  await runAsAdmin([
    `create database ${name} character set utf8mb4 collate utf8mb4_bin`,
    `create user ${name}@'%' identified by '${password}'`,
    `create user ${name}@localhost identified by '${password}'`,
    `grant all on ${name}.* to ${name}@'%'`,
    `grant all on ${name}.* to ${name}@localhost`,
  ])
  const loads = new StreamLoadServer({ ...server, user: name, password, database: name })
  await loads.listen()
  const line = createServer(near => {
    const far = connect(server.port, server.host)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
  })
  await new Promise<void>(resolve => line.listen(0, OTHER_LOOPBACK, resolve))
  const context = createTestContext()
  const admin = await mysql.createConnection({ ...server, database: name })
  let next = 0
  return {
    params: {
      host: OTHER_LOOPBACK,
      port: (line.address() as AddressInfo).port, // it listens on a port
      database: name,
      username: name,
      password,
      load_url: loads.beUrl,
    },
    context,
    loads,
    run: async (...statements: string[]) => {
      for (const sql of statements) await admin.query(sql)
    },
    makeTable: async (fields: readonly FieldSpec[]): Promise<string> => {
      next += 1
      const columns = fields.map(
        field => `\`${field.name}\` ${(field.nativeType ?? 'text').replace('timestamp', 'datetime')}`,
      )
      await admin.query(`create table table_${next} (${columns.join(', ')}, primary key (id))`)
      return `table_${next}`
    },
    /** Puts records in past the connector. */
    fill: async (id: string, records: readonly Data[]): Promise<void> => {
      for (const record of records) {
        const marks = Object.keys(record).map(() => '?')
        const names = Object.keys(record).map(each => `\`${each}\``)
        await admin.execute(
          `insert into ${id} (${names.join(',')}) values (${marks.join(',')})`,
          Object.values(record).map(toCell),
        )
      }
    },
    dispose: async () => {
      await admin.end()
      await loads.close()
      await new Promise(resolve => line.close(resolve))
      await context.dispose()
      await runAsAdmin([`drop database ${name}`, `drop user ${name}@'%'`, `drop user ${name}@localhost`])
    },
  }
}

const toCell = (value: Value): string | null => (value === null ? null : toText(value))

async function runAsAdmin(statements: readonly string[]): Promise<void> {
  const connection = await mysql.createConnection(server)
  for (const sql of statements) await connection.query(sql)
  await connection.end()
}
