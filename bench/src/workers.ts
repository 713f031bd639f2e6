import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Api, startProduct } from '@sluice/e2e'
import { openDoor } from '@sluice/e2e/door'
import { masterKey, startWorker } from '@sluice/e2e/machines'
import pg from 'pg'
import { type Figure, median } from './figure.ts'
import { describeServer } from './move-source.ts'

const ROUNDS = 3
const STRATEGIES = 8
const ROWS = 15_000
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Records per second of two worker processes against one, on the same strategies in the same round. */
export async function* measureWorkers(): AsyncIterable<Figure> {
  const names = [`sluice_bench_store_${process.pid}`, `sluice_bench_far_${process.pid}`] as const
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  for (const name of names) await admin.query(`create database ${name}`)
  const [store, far] = names.map(name => Object.assign(new URL(server), { pathname: `/${name}` })) as [URL, URL]
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const env = { DATABASE_URL: store.href, MASTER_KEY: masterKey, ROLE: 'api,scheduler' }
  const door = await openDoor(describeServer(far))
  const product = await startProduct({ env })
  try {
    const api = await product.signIn()
    const strategies = await prepare(api, far, door)
    const start = () => startWorker({ databaseUrl: store.href, dataDir, env: { CONCURRENCY: '4' } })
    const rates: number[] = []
    const baselines: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await start()
      baselines.push(await measureRound(api, far, strategies))
      const second = await start()
      rates.push(await measureRound(api, far, strategies))
      await Promise.all([first.stop(), second.stop()])
    }
    const [value, baseline] = [median(rates), median(baselines)]
    const note = 'two worker processes; baseline: one'
    yield { name: 'workers.scale', unit: 'rows/s', value, baseline, ratio: value / baseline, rssMb: null, note }
  } finally {
    await product.dispose()
    door.close()
    for (const name of names) await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(
  api: Api,
  far: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string[]> {
  const { content: connector } = await api.connector.create({
    body: {
      platform_id: 'postgresql',
      name: 'far',
      params: { ...describeServer(far), host, port, ssl: 'disable' },
    },
  })
  const ids: string[] = []
  for (let index = 0; index < STRATEGIES; index += 1) {
    await query(
      far,
      `create table source_${index} (id int primary key, name text, amount numeric(14, 2));
       create table target_${index} (like source_${index} including all);
       insert into source_${index} select i, repeat(md5(i::text), 10), i / 7.0 from generate_series(1, ${ROWS}) i`,
    )
    const config = {
      source: { connector_id: connector.id, resource: `public.source_${index}`, key: ['id'], pageSize: 1000 },
      target: { connector_id: connector.id, resource: `public.target_${index}`, key: ['id'] },
      mapping: { copyAll: true, fields: [] },
    }
    ids.push((await api.strategy.create({ body: { name: `bench ${index}`, config } })).content.id)
  }
  return ids
}

/** Every row has changed since the round before, so every row is read, mapped and written. */
async function measureRound(api: Api, far: URL, strategies: readonly string[]): Promise<number> {
  for (const index of strategies.keys()) await query(far, `update source_${index} set amount = amount + 1`)
  const startedMs = performance.now()
  const runs = await Promise.all(
    strategies.map(async id => (await api.strategy.runNow({ params: { id }, body: {} })).content),
  )
  for (const { run_id: id } of runs)
    for (;;) {
      const { content: run } = await api.run.get({ params: { id } })
      if (run.finished_at !== null && run.state !== 'succeeded') throw new Error(`measuring workers: ${run.state}`)
      if (run.finished_at !== null) break
      await delay(50)
    }
  return (ROWS * strategies.length) / ((performance.now() - startedMs) / 1000)
}

async function query(url: URL, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(text)
  await client.end()
}
