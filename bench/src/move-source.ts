import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'

export const columns = [
  'id',
  'order_no',
  'customer',
  'city',
  'address',
  'status',
  'amount',
  'quantity',
  'is_paid',
  'created_at',
  'updated_at',
  'remark',
] as const

/** 100,000 unless told otherwise. */
export const rowCount = Number(process.env['BENCH_ROWS'] ?? 100_000)

/** A PostgreSQL server as a connector names it. */
export const describeServer = (url: URL) => ({
  host: url.hostname,
  port: Number(url.port || 5432),
  database: url.pathname.slice(1),
  username: url.username,
  password: decodeURIComponent(url.password),
})

/** A far system that holds the rows of `orders_source`, and the connector to it. */
export interface MoveSource {
  readonly platform: string
  readonly params: Readonly<Record<string, string | number>>
  readonly resource: string
  remove(): Promise<void>
}

/** The rows every move is about, about 500 bytes each, and the table they go to. */
export const fillTables = (client: pg.Client): Promise<void> => createTables(client, rowCount)

export async function createTables(client: pg.Client, rows: number): Promise<void> {
  const ddl = (name: string) =>
    `create table ${name} (id bigint primary key, order_no text not null, customer text, city text, address text, status text, amount numeric(14,2), quantity int, is_paid boolean, created_at timestamptz, updated_at timestamptz, remark text)`
  await client.query(ddl('orders_source'))
  await client.query(ddl('orders_target'))
  await client.query(
    `insert into orders_source select 9007199254740993 + i, lpad(i::text, 12, '0'), '客户 ' || md5(i::text), '上海市', repeat(md5('a' || i), 4), case when i % 7 = 0 then 'paid' else 'open' end, (i % 100000) / 100.0, i % 50, i % 3 = 0, timestamptz '2026-01-01' + i * interval '1 second', timestamptz '2026-02-01' + i * interval '1 second', repeat(md5('r' || i), 5) from generate_series(1, ${rows}) i`,
  )
  await client.query('vacuum analyze orders_source')
}

export type SourceName = keyof typeof sources
export const sources = {
  pg: async (place: Place): Promise<MoveSource> => ({
    platform: 'postgresql',
    params: { ...place.server, ssl: 'disable' },
    resource: 'public.orders_source',
    remove: async () => undefined,
  }),
  sqlite: makeSqlite,
  mysql: makeMysql,
  csv: makeCsv,
}

export interface Place {
  readonly client: pg.Client
  readonly url: URL
  readonly server: Readonly<Record<string, string | number>>
}

async function makeSqlite({ client }: Place): Promise<MoveSource> {
  const file = join(tmpdir(), `sluice_bench_${process.pid}.sqlite`)
  const { rows } = await client.query(`${SELECT_PLAIN} order by id`)
  const sqlite = new DatabaseSync(file)
  sqlite.exec(
    'create table orders_source (id integer primary key, order_no text, customer text, city text, address text, status text, amount numeric, quantity integer, is_paid integer, created_at text, updated_at text, remark text); begin',
  )
  const insert = sqlite.prepare(`insert into orders_source values (${columns.map(() => '?').join(',')})`)
  for (const row of rows) insert.run(...columns.map(column => (column === 'id' ? BigInt(row.id) : row[column])))
  sqlite.exec('commit')
  sqlite.close()
  const params = { place: 'directory', directory: tmpdir(), name: basename(file) }
  return { platform: 'sqlite', params, resource: 'orders_source', remove: () => rm(file, { force: true }) }
}

const SELECT_PLAIN =
  'select id, order_no, customer, city, address, status, amount::text, quantity, is_paid::int as is_paid, created_at::text, updated_at::text, remark from orders_source'

/** By the `mysql` client, as the measured server is one that is there already. */
async function makeMysql({ url }: Place): Promise<MoveSource> {
  const server = new URL(process.env['BENCH_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306')
  const database = `sluice_bench_${process.pid}`
  const login = ['-h', server.hostname, '-P', server.port || '3306', '-u', server.username, '--local-infile=1']
  const env = { ...process.env, MYSQL_PWD: decodeURIComponent(server.password) }
  const mysql = (sql: string) => execFileSync('mysql', [...login, '-e', sql], { env })
  const file = join(tmpdir(), `${database}.tsv`)
  const plain = SELECT_PLAIN.replace(
    'created_at::text, updated_at::text',
    "created_at at time zone 'UTC', updated_at at time zone 'UTC'",
  )
  psql(url, String.raw`\copy (${plain}) to '${file}'`)
  mysql(
    `create database ${database} character set utf8mb4; create table ${database}.orders_source (id bigint primary key, order_no varchar(20) not null, customer varchar(100), city varchar(20), address varchar(200), status varchar(10), amount decimal(14,2), quantity int, is_paid boolean, created_at datetime, updated_at datetime, remark varchar(400)); load data local infile '${file}' into table ${database}.orders_source character set utf8mb4`,
  )
  await rm(file, { force: true })
  const place = { host: server.hostname, port: Number(server.port || 3306), database, ssl: 'disable' }
  const params = { ...place, username: server.username, password: decodeURIComponent(server.password) }
  return {
    platform: 'mysql',
    params,
    resource: 'orders_source',
    remove: async () => void mysql(`drop database ${database}`),
  }
}

async function makeCsv({ url }: Place): Promise<MoveSource> {
  const name = `sluice_bench_${process.pid}.csv`
  const file = join(tmpdir(), name)
  psql(url, String.raw`\copy (${SELECT_PLAIN} order by id) to '${file}' csv header`)
  const params = { place: 'directory', directory: tmpdir() }
  return { platform: 'file', params, resource: name, remove: () => rm(file, { force: true }) }
}

const psql = (url: URL, command: string) =>
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', url.href, '-c', command])
