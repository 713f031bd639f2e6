import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm, waitForRun } from './run-strategy.ts'

// PUSH_MESSAGES=10000 for the long proof.
const MESSAGES = Number(process.env['PUSH_MESSAGES'] ?? 3000)

let directory: string
let product: Product
let api: Api
let targetId: string
const env = () => ({ FILE_DIRECTORIES: directory, LEASE_MS: '600' })
const tables = ['pushed', 'streamed']

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-push-'))
  const shop = openDatabase(join(directory, 'shop.db'))
  shop.exec('create table orders (id integer primary key, amount text not null)')
  const add = shop.prepare('insert into orders values (?, ?)')
  shop.exec('begin')
  for (let id = 1; id <= MESSAGES; id++) add.run(id, `${id}.50`)
  shop.exec('commit')
  shop.close()
  const target = openDatabase(join(directory, 'target.db'))
  for (const table of tables) target.exec(`create table ${table} (id integer primary key, amount text not null)`)
  target.close()
  product = await startProduct({ env: env() })
  api = await product.signIn()
  targetId = await makeConnector('sqlite', 'target', { place: 'directory', directory, name: 'target.db' })
}, 120_000)
afterAll(async () => {
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const makeConnector = async (platform: string, name: string, params: Record<string, string | number>) =>
  (await api.connector.create({ body: { platform_id: platform, name, params } })).content.id

async function killAndRestart(): Promise<void> {
  const port = new URL(product.url).port
  await product.kill()
  product = await startProduct({ dataDir: product.dataDir, env: { ...env(), PORT: port } })
}

function readTarget(table: string): { id: number; amount: string }[] {
  const database = openDatabase(join(directory, 'target.db'), { readOnly: true })
  try {
    return database.prepare(`select id, amount from ${table} order by id`).all() as { id: number; amount: string }[] // its columns
  } finally {
    database.close()
  }
}

const COUNT = 1000

test(`${COUNT} pushes at once, the product killed among them: what was answered is written once`, {
  timeout: 180_000,
}, async () => {
  const source = await makeConnector('self', 'push', {})
  const { content: strategy } = await api.strategy.create({
    body: {
      name: 'pushed orders',
      config: {
        source: { connector_id: source, resource: 'passive.receive', options: { inbox: 'orders' }, key: ['id'] },
        target: { connector_id: targetId, resource: 'pushed' },
        mapping: { copyAll: true, fields: [] },
      },
    },
  })
  const { id } = strategy
  await api.strategy.start({ params: { id } })
  const { content: door } = await api.push.resetToken({ params: { id } })
  const push = (number: number): Promise<Response> =>
    fetch(`${product.url}${door.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-push-token': door.token, 'x-delivery-id': `d-${number}` },
      body: JSON.stringify({ id: number, amount: `${number}.50` }),
    })

  const startedMs = performance.now()
  expect((await push(1)).status).toBe(200)
  const answeredMs = performance.now() - startedMs
  while (readTarget('pushed').length === 0) await delay(5)
  const writtenMs = performance.now() - startedMs

  let answered = 1
  let restarted = Promise.resolve()
  const open = new Set(Array.from({ length: COUNT - 1 }, (_, index) => index + 2))
  const pushAll = () =>
    Promise.all(
      [...open].map(async number => {
        const status = await push(number).then(
          answer => answer.status,
          () => 0,
        )
        if (status !== 200) return
        open.delete(number)
        answered += 1
        // At this answer and not at the next look at a clock: on a busy machine all would be answered by then.
        if (answered === Math.ceil(COUNT / 3)) restarted = killAndRestart()
      }),
    )
  await pushAll()
  await restarted
  const answeredBefore = answered
  // The sender repeats what it had no answer for, and a few it had.
  for (const again of [1, 2, 3]) expect((await push(again)).status).toBe(200)
  while (open.size > 0) await pushAll()
  await expect
    .poll(async () => (await api.push.get({ params: { id } })).content.waiting, { timeout: 60_000, interval: 200 })
    .toBe(0)
  const counts = await waitForCalm(api, id)
  process.stdout.write(
    `push: answered in ${answeredMs.toFixed(0)} ms, written in ${writtenMs.toFixed(0)} ms; ${answeredBefore} of ${COUNT} answered when killed\n`,
  )
  expect(readTarget('pushed').map(row => row.id)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))
  expect([...counts]).toEqual([[2, COUNT]])
  const { content: runs } = await api.run.list({ query: { strategy_id: id, pageSize: 500 } })
  expect(runs.filter(run => run.imbalance !== null || run.counts.duplicate > 0)).toEqual([])
})

test('messages of a stream, the product killed five times: each staged once and written once', {
  timeout: 240_000,
}, async ctx => {
  const key = `sluice-e2e:${randomBytes(5).toString('hex')}`
  if (!(await tellRedis('PING'))) return ctx.skip()
  const shop = await makeConnector('sqlite', 'shop', { place: 'directory', directory, name: 'shop.db' })
  const redis = await makeConnector('redis', 'redis', { host: '127.0.0.1', port: 6379 })
  const mapping = { copyAll: true, fields: [] }
  const { content: filling } = await api.strategy.create({
    body: {
      name: 'fill the stream',
      config: {
        source: { connector_id: shop, resource: 'orders', key: ['id'] },
        target: { connector_id: redis, resource: key },
        mapping,
      },
    },
  })
  const { content: fill } = await api.strategy.runNow({ params: { id: filling.id }, body: {} })
  expect((await waitForRun(api, fill.run_id)).counts.written).toBe(MESSAGES)
  const { content: draining } = await api.strategy.create({
    body: {
      name: 'drain the stream',
      config: {
        source: { connector_id: redis, resource: key, options: { properties_field: '' }, key: ['id'], pageSize: 200 },
        target: { connector_id: targetId, resource: 'streamed', batchSize: 100 },
        mapping,
      },
    },
  })
  const params = { id: draining.id }
  for (let kill = 0; kill < 5; kill++) {
    const before = readTarget('streamed').length
    await api.strategy.runNow({ params, body: {} })
    while (readTarget('streamed').length < Math.min(MESSAGES * 0.9, before + 200 + 100 * kill)) await delay(5)
    await killAndRestart()
  }
  await waitForCalm(api, draining.id)
  await api.strategy.runNow({ params, body: {} })
  await waitForCalm(api, draining.id)
  expect(readTarget('streamed').length).toBe(MESSAGES)
  const { content: runs } = await api.run.list({ query: { strategy_id: draining.id, pageSize: 500 } })
  const sum = (pick: (run: (typeof runs)[number]) => number): number => runs.reduce((all, run) => all + pick(run), 0)
  expect(runs.filter(run => run.imbalance !== null)).toEqual([])
  expect([sum(run => run.counts.staged), sum(run => run.counts.duplicate)]).toEqual([MESSAGES, 0])
  await tellRedis(`DEL ${key}`)
})

/** One inline command; false when nobody listens. */
function tellRedis(command: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(6379, '127.0.0.1', () => socket.write(`${command}\r\n`))
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
