import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { StrategyConfig } from '@sluice/contract'
import { type Api, type Product, startProduct } from '@sluice/e2e'
import pg from 'pg'
import { type Figure, median } from './figure.ts'

const ROWS = 100_000
const ROUNDS = 5
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const columns = [
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

/**
 * 100,000 rows of 12 columns and about 500 bytes through a strategy with tracing on, every field mapped, beside
 * `psql \copy out | \copy in` of the same rows into the same target table in the same round.
 */
export async function* measureMoves(): AsyncIterable<Figure> {
  const database = `sluice_bench_${process.pid}`
  const admin = await connect(server)
  await admin.query(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = await connect(url.href)
  const sqliteFile = join(tmpdir(), `${database}.sqlite`)
  const product = await startProduct({ env: { FILE_DIRECTORIES: tmpdir() } })
  try {
    await fillSource(client, sqliteFile)
    const api = await product.signIn()
    for (const source of ['pg', 'sqlite'] as const)
      yield await measureMove({ source, api, client, url, sqliteFile, product })
  } finally {
    await client.end()
    await product.dispose()
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
    await rm(sqliteFile, { force: true })
  }
}

interface Move {
  readonly source: 'pg' | 'sqlite'
  readonly api: Api
  readonly client: pg.Client
  readonly url: URL
  readonly sqliteFile: string
  readonly product: Product
}

async function measureMove(move: Move): Promise<Figure> {
  const { source, api, client, url } = move
  const rates: number[] = []
  const baselines: number[] = []
  const ids = await createConnectors(move)
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('truncate orders_target; checkpoint')
    baselines.push(ROWS / copyBaseline(url))
    await client.query('truncate orders_target; checkpoint')
    rates.push(ROWS / (await runStrategy(api, `${source} ${round}`, ids)))
    const { rows } = await client.query('select count(*)::int as count from orders_target')
    if (rows[0].count !== ROWS) throw new Error(`moving ${source} → pg: ${rows[0].count} rows arrived of ${ROWS}`)
  }
  const [value, baseline] = [median(rates), median(baselines)]
  const note = String.raw`baseline: psql \copy out | \copy in, rows/s`
  return {
    name: `move.${source === 'pg' ? 'pg' : 'sqlite'}-to-pg`,
    unit: 'rows/s',
    value,
    baseline,
    ratio: value / baseline,
    rssMb: readPeakMb(move.product.pid),
    note,
  }
}

/** Seconds of `psql \copy` out of the source table piped into `\copy` into the target table. */
function copyBaseline(url: URL): number {
  const psql = (command: string): string => `psql -q -v ON_ERROR_STOP=1 '${url.href}' -c "${command}"`
  const list = columns.join(',')
  const startedMs = performance.now()
  execFileSync('bash', [
    '-o',
    'pipefail',
    '-c',
    `${psql(String.raw`\copy (select ${list} from orders_source) to stdout`)} | ${psql(String.raw`\copy orders_target(${list}) from stdin`)}`,
  ])
  return (performance.now() - startedMs) / 1000
}

/** A fresh strategy, run once: seconds from its start to its end, as the run itself says. */
async function runStrategy(
  api: Api,
  name: string,
  ids: { readonly source: string; readonly target: string; readonly resource: string },
): Promise<number> {
  const config: StrategyConfig = {
    source: {
      connector_id: ids.source,
      resource: ids.resource,
      options: {},
      key: ['id'],
      idCheck: false,
      pageSize: 1000,
    },
    target: {
      connector_id: ids.target,
      resource: 'public.orders_target',
      options: {},
      mode: 'upsert',
      key: ['id'],
      batchSize: 1000,
    },
    mapping: {
      copyAll: false,
      fields: columns.map(column => ({ target: column, value: { kind: 'template', template: `{{${column}}}` } })),
    },
    schedule: { cron: null, timeZone: 'Asia/Shanghai' },
    retry: { maxAttempts: 3, firstDelaySeconds: 1 },
  }
  const { content: strategy } = await api.strategy.create({ body: { name: `bench ${name}`, config } })
  const { content: started } = await api.strategy.runNow({ params: { id: strategy.id }, body: {} })
  for (;;) {
    const { content: run } = await api.run.get({ params: { id: started.run_id } })
    if (run.state === 'succeeded') return (Date.parse(run.finished_at!) - Date.parse(run.started_at!)) / 1000 // set at the end
    if (run.finished_at !== null)
      throw new Error(`moving ${name}: ${run.state} ${JSON.stringify(run.failure)} ${run.imbalance}`)
    // Each question costs the product some of the CPU that is measured.
    await delay(250)
  }
}

async function createConnectors({ source, api, url, sqliteFile }: Move) {
  const place = {
    host: url.hostname,
    port: Number(url.port || 5432),
    database: url.pathname.slice(1),
    username: url.username,
    password: decodeURIComponent(url.password),
    ssl: 'disable',
  }
  const create = async (platform: string, name: string, params: Record<string, string | number>) =>
    (await api.connector.create({ body: { platform_id: platform, name, params } })).content.id
  const target = await create('postgresql', `target ${source}`, place)
  return source === 'pg'
    ? { source: await create('postgresql', 'source pg', place), target, resource: 'public.orders_source' }
    : {
        source: await create('sqlite', 'source sqlite', {
          place: 'directory',
          directory: tmpdir(),
          name: basename(sqliteFile),
        }),
        target,
        resource: 'orders_source',
      }
}

async function fillSource(client: pg.Client, sqliteFile: string): Promise<void> {
  const ddl = (name: string) =>
    `create table ${name} (id bigint primary key, order_no text not null, customer text, city text, address text, status text, amount numeric(14,2), quantity int, is_paid boolean, created_at timestamptz, updated_at timestamptz, remark text)`
  await client.query(ddl('orders_source'))
  await client.query(ddl('orders_target'))
  await client.query(
    `insert into orders_source select 9007199254740993 + i, lpad(i::text, 12, '0'), '客户 ' || md5(i::text), '上海市', repeat(md5('a' || i), 4), case when i % 7 = 0 then 'paid' else 'open' end, (i % 100000) / 100.0, i % 50, i % 3 = 0, timestamptz '2026-01-01' + i * interval '1 second', timestamptz '2026-02-01' + i * interval '1 second', repeat(md5('r' || i), 5) from generate_series(1, ${ROWS}) i`,
  )
  await client.query('vacuum analyze orders_source')
  const { rows } = await client.query(
    'select id, order_no, customer, city, address, status, amount::text, quantity, is_paid::int as is_paid, created_at::text, updated_at::text, remark from orders_source order by id',
  )
  const sqlite = new DatabaseSync(sqliteFile)
  sqlite.exec(
    'create table orders_source (id integer primary key, order_no text, customer text, city text, address text, status text, amount numeric, quantity integer, is_paid integer, created_at text, updated_at text, remark text); begin',
  )
  const insert = sqlite.prepare(`insert into orders_source values (${columns.map(() => '?').join(',')})`)
  for (const row of rows) insert.run(...columns.map(column => (column === 'id' ? BigInt(row.id) : row[column])))
  sqlite.exec('commit')
  sqlite.close()
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Peak resident memory of a process; null where the system does not tell. */
function readPeakMb(pid: number): number | null {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return null
  }
}
