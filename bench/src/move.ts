import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { Mapping } from '@sluice/contract'
import { type Api, type Product, startProduct } from '@sluice/e2e'
import pg from 'pg'
import { readCpuUs, readParent } from './cpu.ts'
import { type Figure, median } from './figure.ts'
import {
  columns,
  describeServer,
  fillTables,
  type MoveSource,
  type Place,
  rowCount,
  type SourceName,
  sources,
} from './move-source.ts'
import { readPeakMb, runOnce } from './run-once.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const copied: Mapping = {
  copyAll: false,
  fields: columns.map(column => ({ target: column, value: { kind: 'template', template: `{{${column}}}` } })),
}

/** 30 expressions: those of the 12 columns, and 18 more that make the address longer by nothing. */
const expressed: Mapping = {
  copyAll: false,
  fields: columns.map(target => {
    const extra = Array.from({ length: 9 }, (_, at) => ` + (row.quantity > ${at + 100} ? "${at}" : "")`).join('')
    const isLong = target === 'address' || target === 'remark'
    return { target, value: { kind: 'expression', expression: `row.${target}${isLong ? extra : ''}` } }
  }),
}

const moves: readonly { readonly name: string; readonly source: SourceName; readonly mapping: Mapping }[] = [
  { name: 'move.pg-to-pg', source: 'pg', mapping: copied },
  { name: 'move.sqlite-to-pg', source: 'sqlite', mapping: copied },
  { name: 'move.mysql-to-pg', source: 'mysql', mapping: copied },
  { name: 'move.csv-to-pg', source: 'csv', mapping: copied },
  { name: 'map.30-fields', source: 'pg', mapping: expressed },
]

/**
 * Rows of 12 columns and about 500 bytes through a strategy with tracing on, every field mapped, beside
 * `psql \copy out | \copy in` of the same rows into the same target table in the same round.
 */
export async function* measureMoves(only: string): AsyncIterable<Figure> {
  const wanted = moves.filter(({ name }) => name.startsWith(only))
  if (wanted.length === 0) return
  const database = `sluice_bench_${process.pid}`
  const admin = await connect(server)
  await admin.query(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = await connect(url.href)
  const product = await startProduct({ env: { FILE_DIRECTORIES: tmpdir() } })
  try {
    await fillTables(client)
    const place = { client, url, server: describeServer(url) }
    const api = await product.signIn()
    for (const { name, source: kind, mapping } of wanted) {
      const source = await sources[kind](place)
      yield await measureMove({ name, mapping, source, place, api, product }).finally(() => source.remove())
    }
  } finally {
    await client.end()
    await product.dispose()
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  }
}

interface Move {
  readonly name: string
  readonly mapping: Mapping
  readonly source: MoveSource
  readonly place: Place
  readonly api: Api
  readonly product: Product
}

async function measureMove(move: Move): Promise<Figure> {
  const { name, place, product } = move
  const { client, url } = place
  const rates: number[] = []
  const baselines: number[] = []
  const ids = await createConnectors(move)
  const readCpu = await makeCpuReader(move)
  const cpu: CpuUs[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('truncate orders_target; checkpoint')
    baselines.push(rowCount / copyBaseline(url))
    await client.query('truncate orders_target; checkpoint')
    const before = readCpu()
    rates.push(rowCount / (await runStrategy(move, `${name} ${round}`, ids)))
    const after = readCpu()
    cpu.push({ node: after.node - before.node, store: after.store - before.store, far: after.far - before.far })
    const { rows } = await client.query('select count(*)::int as count from orders_target')
    if (rows[0].count !== rowCount) throw new Error(`${name}: ${rows[0].count} rows arrived of ${rowCount}`)
  }
  const [value, baseline] = [median(rates), median(baselines)]
  const note = String.raw`baseline: psql \copy out | \copy in, rows/s`
  return {
    name,
    unit: 'rows/s',
    value,
    baseline,
    ratio: value / baseline,
    rssMb: readPeakMb(product.pid),
    cpuUs: { node: medianOf(cpu, 'node'), store: medianOf(cpu, 'store'), far: medianOf(cpu, 'far') },
    note,
  }
}

type CpuUs = NonNullable<Figure['cpuUs']>

const medianOf = (all: readonly CpuUs[], of: keyof CpuUs): number =>
  Math.round((median(all.map(each => each[of])) / rowCount) * 100) / 100

/** The far server's processes are the siblings of ours, where it runs on this machine. */
async function makeCpuReader({ place, product }: Move): Promise<() => CpuUs> {
  const { rows } = await place.client.query('select pg_backend_pid() as pid')
  const postmaster = readParent(rows[0].pid)
  return () => {
    const { self, below } = readCpuUs(product.pid)
    const far = postmaster === null ? 0 : readCpuUs(postmaster).below
    return { node: self, store: below, far }
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
  { api, mapping, source }: Move,
  name: string,
  ids: { readonly source: string; readonly target: string },
): Promise<number> {
  const { run, seconds } = await runOnce(api, `bench ${name}`, {
    source: { connector_id: ids.source, resource: source.resource, key: ['id'], pageSize: 1000 },
    target: { connector_id: ids.target, resource: 'public.orders_target', key: ['id'] },
    mapping,
  })
  if (run.state === 'succeeded') return seconds
  throw new Error(`moving ${name}: ${run.state} ${JSON.stringify(run.failure)} ${run.imbalance}`)
}

async function createConnectors({ name, source, place, api }: Move) {
  const create = async (platform: string, title: string, params: Readonly<Record<string, string | number>>) =>
    (await api.connector.create({ body: { platform_id: platform, name: `${title} ${name}`, params } })).content.id
  return {
    source: await create(source.platform, 'source', source.params),
    target: await create('postgresql', 'target', { ...place.server, ssl: 'disable' }),
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
