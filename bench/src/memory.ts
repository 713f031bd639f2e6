import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startProduct } from '@sluice/e2e'
import { openDoor } from '@sluice/e2e/door'
import { masterKey, startWorker } from '@sluice/e2e/machines'
import pg from 'pg'
import type { Figure } from './figure.ts'
import { columns, createTables, describeServer } from './move-source.ts'
import { readPeakMb, runOnce } from './run-once.ts'

const ROWS = Number(process.env['BENCH_MEMORY_ROWS'] ?? 5_000_000)
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Peak memory of a worker process that moves five million rows of 500 bytes; baseline the same process before it began. */
export async function* measureMemory(): AsyncIterable<Figure> {
  const names = [`sluice_bench_store_${process.pid}`, `sluice_bench_far_${process.pid}`] as const
  const admin = await connect(new URL(server))
  for (const name of names) await admin.query(`create database ${name}`)
  const [store, far] = names.map(name => Object.assign(new URL(server), { pathname: `/${name}` })) as [URL, URL]
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const client = await connect(far)
  const door = await openDoor(describeServer(far))
  const product = await startProduct({
    env: { DATABASE_URL: store.href, MASTER_KEY: masterKey, ROLE: 'api,scheduler' },
  })
  try {
    const api = await product.signIn()
    await createTables(client, ROWS)
    // As by `npm start`: a process before it has compiled the sources.
    await (await startWorker({ databaseUrl: store.href, dataDir })).stop()
    const worker = await startWorker({ databaseUrl: store.href, dataDir })
    await delay(1000)
    const baseline = readPeakMb(worker.pid)
    const { content: connector } = await api.connector.create({
      body: {
        platform_id: 'postgresql',
        name: 'far',
        params: { ...describeServer(far), host: door.host, port: door.port, ssl: 'disable' },
      },
    })
    const { run, seconds } = await runOnce(api, 'bench memory', {
      source: { connector_id: connector.id, resource: 'public.orders_source', key: ['id'], pageSize: 1000 },
      target: { connector_id: connector.id, resource: 'public.orders_target', key: ['id'] },
      mapping: {
        copyAll: false,
        fields: columns.map(column => ({ target: column, value: { kind: 'template', template: `{{${column}}}` } })),
      },
    })
    const value = readPeakMb(worker.pid) ?? Number.NaN
    await worker.stop()
    if (run.state !== 'succeeded') throw new Error(`measuring memory: ${run.state} ${JSON.stringify(run.failure)}`)
    yield {
      name: 'memory.worker',
      unit: 'MB',
      value,
      baseline,
      ratio: baseline === null ? null : value / baseline,
      rssMb: value,
      note: `peak of a worker that moved ${ROWS} rows at ${Math.round(ROWS / seconds)}/s; baseline: before it began`,
    }
  } finally {
    await client.end()
    await product.dispose()
    door.close()
    for (const name of names) await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function connect(url: URL): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}
