import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { type Sandbox, startSandbox } from '@sluice/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

const KILLS = Number(process.env['KILLS'] ?? 50)
const NEW_ORDERS = 400
const EDITS = 40
const NEW_BILLS = 60

let directory: string
let sandbox: Sandbox
let shop: DatabaseSync

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-kill-'))
  sandbox = await startSandbox({ faults: { erp: { slow: 0.02, lostAnswer: 0.01, serverError: 0.01 } } })
  shop = new DatabaseSync(join(directory, 'shop.db'))
  shop.exec('create table orders (id integer primary key, amount text not null, revision integer not null)')
  shop.exec('create table bills (id integer primary key, customer text not null, lines text not null)')
  const target = new DatabaseSync(join(directory, 'target.db'))
  target.exec('create table orders (id integer primary key, amount text not null, revision integer not null)')
  target.close()
})
afterAll(async () => {
  shop.close()
  await sandbox.stop()
  await rm(directory, { recursive: true, force: true })
})

test(`${KILLS} times killed at any moment, the product loses nothing and doubles nothing`, {
  timeout: 900_000,
}, async () => {
  const random = createRandom(20_261_120)
  const env = { FILE_DIRECTORIES: directory, LEASE_MS: '600' }
  let product = await startProduct({ env })
  const port = new URL(product.url).port
  const api = await product.signIn()
  const [orders, bills] = await createStrategies(api)
  for (let kill = 0; kill < KILLS; kill++) {
    addRows(random)
    await api.strategy.runNow({ params: { id: orders }, body: {} })
    await api.strategy.runNow({ params: { id: bills }, body: {} })
    // From "not yet taken" to "nearly done", and now and then in the middle of the take-over.
    await delay(random() * 1500)
    await product.kill()
    product = await restart(product, { ...env, PORT: port })
  }
  for (const id of [orders, bills]) {
    await waitForCalm(api, id)
    await api.strategy.runNow({ params: { id }, body: {} })
    await waitForCalm(api, id)
  }
  expect(readOrders('target.db')).toEqual(readOrders('shop.db'))
  const ledger = sandbox.erp.ledger()
  expect(ledger.length).toBe(KILLS * NEW_BILLS)
  expect(ledger.filter(bill => bill.accepted !== 1 || bill.repeats !== 0)).toEqual([])
  const { content: runs } = await api.run.list({ query: { pageSize: 500 } })
  expect(runs.filter(run => run.imbalance !== null)).toEqual([])
  await product.dispose()
})

const restart = (product: Product, env: Readonly<Record<string, string>>): Promise<Product> =>
  startProduct({ dataDir: product.dataDir, env })

async function createStrategies(api: Api): Promise<[string, string]> {
  const connect = async (platform: string, name: string, params: Record<string, string>) =>
    (await api.connector.create({ body: { platform_id: platform, name, params } })).content.id
  const source = await connect('sqlite', 'shop', { place: 'directory', directory, name: 'shop.db' })
  const target = await connect('sqlite', 'target', { place: 'directory', directory, name: 'target.db' })
  const erp = await connect('sandbox-erp', 'erp', {
    base_url: sandbox.erp.url,
    app_id: sandbox.erpAppId,
    app_secret: sandbox.erpAppSecret,
  })
  const retry = { maxAttempts: 8, firstDelaySeconds: 1 }
  const orders = await api.strategy.create({
    body: {
      name: 'orders',
      config: {
        source: { connector_id: source, resource: 'orders', key: ['id'], pageSize: 100 },
        target: { connector_id: target, resource: 'orders', batchSize: 50 },
        mapping: { copyAll: true, fields: [] },
        retry,
      },
    },
  })
  const field = (name: string, path: string) => ({
    target: name,
    value: { kind: 'template' as const, template: `{{${path}}}` },
  })
  const lines = {
    kind: 'lines' as const,
    source: 'lines',
    fields: [field('FMaterialId', 'item'), field('FQty', 'qty'), field('FPrice', 'price')],
  }
  const bills = await api.strategy.create({
    body: {
      name: 'bills',
      config: {
        source: { connector_id: source, resource: 'bills', key: ['id'], pageSize: 50 },
        target: { connector_id: erp, resource: 'bill.save', batchSize: 10 },
        mapping: {
          fields: [
            { ...field('FBillNo', 'id'), type: 'string' },
            field('FCustId', 'customer'),
            { target: 'FDate', value: { kind: 'constant', value: '2026-11-20' } },
            { target: 'FEntry', value: lines },
          ],
        },
        retry,
      },
    },
  })
  return [orders.content.id, bills.content.id]
}

/** New rows, and new revisions of old ones; only while the product is down or between its reads. */
function addRows(random: () => number): void {
  const { count } = shop.prepare('select count(*) as count from orders').get() as { count: number }
  const insertOrder = shop.prepare('insert into orders values (?, ?, 1)')
  const edit = shop.prepare('update orders set amount = ?, revision = revision + 1 where id = ?')
  const insertBill = shop.prepare('insert into bills (customer, lines) values (?, ?)')
  shop.exec('begin')
  for (let row = 1; row <= NEW_ORDERS; row++) insertOrder.run(count + row, (random() * 1000).toFixed(2))
  for (let row = 0; row < EDITS; row++) edit.run((random() * 1000).toFixed(2), 1 + Math.floor(random() * (count + 1)))
  for (let row = 0; row < NEW_BILLS; row++)
    insertBill.run(`C${row}`, JSON.stringify([{ item: 'A-1', qty: 1 + row, price: 9.9 }]))
  shop.exec('commit')
}

function readOrders(name: string): unknown[] {
  const database = new DatabaseSync(join(directory, name), { readOnly: true })
  try {
    return database.prepare('select * from orders order by id').all()
  } finally {
    database.close()
  }
}

/** One seed, one history: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
