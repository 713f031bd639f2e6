import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '@sluice/db'
import { type Sandbox, startSandbox } from '@sluice/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { masterKey, startWorker, type WorkerProcess } from './machines/cluster.ts'
import { createBills } from './machines/load.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

// RESTARTS=100 for the long proof.
const RESTARTS = Number(process.env['RESTARTS'] ?? 5)
const NEW_ROWS = 1000
const DRAIN_LIMIT_MS = 20_000
const RESUME_LIMIT_MS = 5000

let directory: string
let embedded: Embedded
let sandbox: Sandbox
let product: Product
let api: Api
let shop: DatabaseSync
let sqlite: string
const workers: WorkerProcess[] = []

const env = () => ({ DATABASE_URL: embedded.url, MASTER_KEY: masterKey, FILE_DIRECTORIES: directory })
const startNext = async (change: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> => {
  const worker = await startWorker({
    databaseUrl: embedded.url,
    dataDir: join(directory, 'data'),
    env: { ...env(), ...change },
  })
  workers.push(worker)
  return worker
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-restart-'))
  embedded = await startEmbedded({ dataDir: join(directory, 'store'), settings: { fsync: 'off' } })
  sandbox = await startSandbox({ orders: 60, faults: { erp: { slow: 0.3 } } })
  const ddl = 'create table orders (id integer primary key, amount text not null)'
  shop = openDatabase(join(directory, 'shop.db'))
  shop.exec(ddl)
  const target = openDatabase(join(directory, 'target.db'))
  target.exec(ddl)
  target.close()
  product = await startProduct({ env: { ...env(), ROLE: 'api,scheduler' } })
  api = await product.signIn()
  sqlite = await createOrders()
})
afterAll(async () => {
  await Promise.all(workers.map(worker => worker.kill()))
  await product?.dispose()
  await embedded?.stop()
  await sandbox?.stop()
  shop?.close()
  await rm(directory, { recursive: true, force: true })
})

async function createOrders(): Promise<string> {
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  const config = {
    source: { connector_id: await connect('shop'), resource: 'orders', key: ['id'], pageSize: 50 },
    target: { connector_id: await connect('target'), resource: 'orders', key: ['id'], batchSize: 25 },
    mapping: { copyAll: true, fields: [] },
    retry: { maxAttempts: 8, firstDelaySeconds: 1 },
  }
  return (await api.strategy.create({ body: { name: 'orders', config } })).content.id
}

function addRows(): void {
  const { count } = shop.prepare('select count(*) as count from orders').get() as { count: number }
  const insert = shop.prepare('insert into orders values (?, ?)')
  shop.exec('begin')
  for (let row = 1; row <= NEW_ROWS; row += 1) insert.run(count + row, `${count + row}.50`)
  shop.exec('commit')
}

const runNow = async (id: string): Promise<string> =>
  (await api.strategy.runNow({ params: { id }, body: {} })).content.run_id

test('a worker alone says no to readiness first, hands its run back, and the next one goes on within 5 s of its boot', async () => {
  addRows()
  const first = await startNext({ HEALTH_PORT: '0', DRAIN_WAIT_MS: '1000' })
  const health = /ready: (http:\S+)/.exec(first.output())![1]!
  const ready = async () => (await fetch(`${health}/api/health/ready`)).status
  expect(await ready()).toBe(200)
  const run = await runNow(sqlite)
  await waitForRun(run, ({ counts }) => counts.written > 0)
  const stopping = first.stop()
  await until(async () => (await ready()) === 503)
  const { code, tookMs } = await stopping
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(DRAIN_LIMIT_MS)
  const { content: paused } = await api.run.get({ params: { id: run } })
  expect(paused.state).toBe('running')
  const next = await startNext()
  const bootMs = performance.now()
  const pool = (await api.process.list({ query: {} })).content[0]!.id // every tenant has its default pool
  await until(async () => {
    const { content } = await api.process.running({ params: { id: pool } })
    return content.some(held => held.id === run && held.pid === next.pid)
  })
  expect(performance.now() - bootMs).toBeLessThan(RESUME_LIMIT_MS)
  await waitForCalm(api, sqlite)
  expect(readOrders('target.db')).toEqual(readOrders('shop.db'))
})

test(`${RESTARTS} rolling restarts of two workers under load: nothing lost, nothing doubled`, {
  timeout: 60_000 + RESTARTS * 15_000,
}, async () => {
  const bills = await createBills(api, sandbox, '127.0.0.1')
  await startNext()
  const drains: number[] = []
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    addRows()
    if (restart % 2 === 0) sandbox.shop.add(30)
    await Promise.all([runNow(sqlite), runNow(bills)])
    const old = workers.filter(worker => !worker.hasEnded())[0]!
    const [{ code, tookMs }] = await Promise.all([old.stop(), startNext()])
    expect(code).toBe(0)
    drains.push(tookMs)
  }
  for (const id of [sqlite, bills]) {
    await waitForCalm(api, id)
    await runNow(id)
    await waitForCalm(api, id)
  }
  expect(Math.max(...drains)).toBeLessThan(DRAIN_LIMIT_MS)
  expect(readOrders('target.db')).toEqual(readOrders('shop.db'))
  const refused = new Set(sandbox.shop.flawed)
  const orders = sandbox.shop.orders.map(order => order.no).filter(number => !refused.has(number))
  const ledger = sandbox.erp.ledger()
  expect(ledger.map(bill => bill.number).sort()).toEqual(orders.sort())
  expect(ledger.filter(bill => bill.accepted !== 1)).toEqual([])
  const { content: runs } = await api.run.list({ query: { pageSize: 500 } })
  expect(runs.filter(run => run.imbalance !== null || run.state === 'failed')).toEqual([])
  const { content: pools } = await api.process.list({ query: {} })
  expect(pools[0]!.processes.filter(worker => worker.is_online)).toHaveLength(2)
})

type Run = Awaited<ReturnType<Api['run']['get']>>['content']

const waitForRun = (id: string, isReached: (run: Run) => boolean): Promise<void> =>
  until(async () => isReached((await api.run.get({ params: { id } })).content))

async function until(isReached: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 60_000; !(await isReached()); ) {
    if (performance.now() > deadline) throw new Error('waiting: it did not come to this')
    await delay(20)
  }
}

function readOrders(name: string): unknown[] {
  const database = openDatabase(join(directory, name), { readOnly: true })
  try {
    return database.prepare('select * from orders order by id').all()
  } finally {
    database.close()
  }
}
