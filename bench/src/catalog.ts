import { type Api, startProduct } from '@sluice/e2e'
import pg from 'pg'
import { type Figure, median } from './figure.ts'

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const TABLES = Number(process.env['BENCH_TABLES'] ?? 20_000)
const ROUNDS = 5

/** A database of 20,000 tables seen through a connector: all of their names, and one with its fields. */
export async function* measureCatalog(): AsyncIterable<Figure> {
  const database = `sluice_bench_catalog_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const product = await startProduct({ env: { EGRESS_ALLOW: 'private' } })
  const url = new URL(server)
  const far = new pg.Client({ host: url.hostname, port: Number(url.port || 5432), user: url.username, database })
  try {
    await far.connect()
    await makeTables(far)
    const api = await product.signIn()
    const id = await connect(api, url, database)
    const baseline = await time(() => far.query("select relname from pg_class where relkind = 'r' order by 1"))
    const names = await time(async round => {
      // Kept for half a minute: another connector asks anew.
      const fresh = round === 0 ? id : await connect(api, url, database, round)
      const { content } = await api.connector.resources({ params: { id: fresh } })
      if (content.length !== TABLES) throw new Error(`listing the tables: ${content.length} of ${TABLES} came`)
    })
    yield figureOf('catalog.list-ms', names, baseline, `${TABLES} tables`)
    const one = await time(round =>
      api.connector.describeResource({
        params: { id },
        body: { resource: `public.t_${(round + 1) * 1000}`, options: {} },
      }),
    )
    yield figureOf('catalog.describe-ms', one, null, `one of ${TABLES} tables`)
  } finally {
    await product.dispose()
    await far.end()
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  }
}

/** In parts: one transaction cannot hold as many locks. */
async function makeTables(far: pg.Client): Promise<void> {
  for (let from = 1; from <= TABLES; from += 500) {
    const names = Array.from({ length: Math.min(500, TABLES - from + 1) }, (_, at) => `t_${from + at}`)
    await far.query(names.map(name => `create table ${name} (id int primary key, name text, at timestamptz)`).join(';'))
  }
}

async function connect(api: Api, url: URL, database: string, round = 0): Promise<string> {
  const params = {
    host: url.hostname,
    port: Number(url.port || 5432),
    database,
    username: url.username,
    password: url.password || 'x',
  }
  const body = { platform_id: 'postgresql', name: `Many ${round}`, params }
  return (await api.connector.create({ body })).content.id
}

/** The median of some rounds, in ms. */
async function time(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now()
    await work(round)
    times.push(performance.now() - startMs)
  }
  return median(times)
}

const figureOf = (name: string, value: number, baseline: number | null, note: string): Figure => ({
  name,
  value,
  unit: 'ms',
  baseline,
  ratio: baseline === null ? null : value / baseline,
  rssMb: null,
  note,
})
