import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy, waitForCalm, waitForRun } from './run-strategy.ts'

const ROWS = 3000
const ORDERS = 400

let directory: string
let product: Product
let api: Api
const env = () => ({ FILE_DIRECTORIES: directory, LEASE_MS: '600' })
const open = (name: string) => openDatabase(join(directory, name), { timeout: 5000 })

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-groups-'))
  const shop = open('shop.db')
  shop.exec('create table rows (id integer primary key, no text not null, cents integer not null)')
  const add = shop.prepare('insert into rows values (?, ?, ?)')
  shop.exec('begin')
  for (let id = 1; id <= ROWS; id++) add.run(id, `N${(id * 7919) % ORDERS}`, id)
  shop.exec('commit')
  shop.close()
  const target = open('target.db')
  target.exec('create table orders (no text primary key, cents integer not null, lines integer not null)')
  target.close()
  product = await startProduct({ env: env() })
  api = await product.signIn()
}, 120_000)
afterAll(async () => {
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const makeConnector = async (platform_id: string, name: string, params: Record<string, string>) =>
  (await api.connector.create({ body: { platform_id, name, params } })).content.id

function readAll(name: string, sql: string): unknown[] {
  const database = open(name)
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

const wanted = () =>
  readAll('shop.db', 'select no, sum(cents) as cents, count(*) as lines from rows group by no order by no')
const found = () => readAll('target.db', 'select no, cents, lines from orders order by no')

test('flat rows arrive as documents; late and changed rows too, over a kill', {
  timeout: 180_000,
}, async () => {
  const shop = await makeConnector('sqlite', 'shop', { place: 'directory', directory, name: 'shop.db' })
  const target = await makeConnector('sqlite', 'target', { place: 'directory', directory, name: 'target.db' })
  const here = await makeConnector('self', 'here', {})
  const rows = await runNewStrategy(api, 'rows', {
    source: { connector_id: shop, resource: 'rows', key: ['id'] },
    target: { connector_id: here, resource: 'noop.write' },
    mapping: { copyAll: true, fields: [] },
  })
  expect(rows.run).toMatchObject({ state: 'succeeded', counts: { fresh: ROWS, written: ROWS } })
  const calculate = [
    { name: 'cents', op: 'sum' as const, field: 'cents' },
    { name: 'count', op: 'count' as const },
  ]
  const field = (name: string, path = name) => ({
    target: name,
    value: { kind: 'template' as const, template: `{{${path}}}` },
  })
  const orders = await runNewStrategy(api, 'orders', {
    source: {
      connector_id: here,
      resource: `strategy.query/${rows.id}`,
      key: ['no'],
      group: { by: ['no'], calculate },
    },
    target: { connector_id: target, resource: 'orders', key: ['no'] },
    mapping: { copyAll: false, fields: [field('no'), field('cents'), field('lines', 'count')] },
  })
  expect(orders.run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: ORDERS, written: ORDERS } })
  expect(orders.run.counts).toMatchObject({ stored: ROWS, grouped: ROWS })
  expect(found()).toEqual(wanted())

  const change = open('shop.db')
  change.exec(`insert into rows select id + ${ROWS}, no, 5 from rows where id <= 100`)
  change.exec('update rows set cents = cents + 1 where id between 500 and 600')
  change.close()
  const again = async (id: string) => (await api.strategy.runNow({ params: { id }, body: {} })).content.run_id
  expect(await waitForRun(api, await again(rows.id))).toMatchObject({ state: 'succeeded' })
  const runId = await again(orders.id)
  const port = new URL(product.url).port
  await product.kill()
  product = await startProduct({ dataDir: product.dataDir, env: { ...env(), PORT: port } })
  const run = await waitForRun(api, runId)
  expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: ORDERS } })
  expect(run.counts.duplicate).toBeGreaterThan(0)
  expect(run.counts).toMatchObject({ stored: ROWS + 100, grouped: ROWS + 100 })
  expect(found()).toEqual(wanted())
  expect([...(await waitForCalm(api, orders.id))]).toEqual([[2, ORDERS]])
})
