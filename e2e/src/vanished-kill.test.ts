import { setTimeout as delay } from 'node:timers/promises'
import type { In, StrategyConfig } from '@sluice/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FarDocuments, startFarDocuments } from './far-documents.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy, waitForCalm, waitForRun } from './run-strategy.ts'

/** A document whose last line moved is retired, although the process dies while it is being done. */
const database = `sluice_vanished_${process.pid}`
const server = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
const place = Object.assign(new URL(server.href), { pathname: `/${database}` }).href

let product: Product
let api: Api
let db: pg.Client
let far: FarDocuments
let rowsAt = ''
let farAt = ''
let here = ''
const env = { EGRESS_ALLOW: 'private', LEASE_MS: '600' }

beforeAll(async () => {
  await onServer(`create database ${database}`)
  db = new pg.Client({ connectionString: place })
  await db.connect()
  far = await startFarDocuments()
  product = await startProduct({ env })
  api = await product.signIn()
  const login = { host: server.hostname, port: Number(server.port), username: server.username }
  rowsAt = await connect('postgresql', 'rows', { ...login, password: server.password || 'none', database })
  farAt = await connect('http', 'documents', { base_url: far.url, auth: 'none' })
  here = await connect('self', 'here', {})
}, 120_000)
afterAll(async () => {
  await product.dispose()
  await far.stop()
  await db.end()
  await onServer(`drop database ${database} with (force)`)
})

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(sql)
  await client.end()
}
const connect = async (platform_id: string, name: string, params: Record<string, string | number>) =>
  (await api.connector.create({ body: { platform_id, name, params } })).content.id

type Vanished = NonNullable<In<typeof StrategyConfig>['source']['vanished']>
type Policy = NonNullable<Vanished['policy']>
const ZERO_AND_MARK = { zero: ['qty'], mark: { field: 'state', value: 'void' } }
const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })
const again = async (id: string) => (await api.strategy.runNow({ params: { id }, body: {} })).content.run_id

interface Made {
  readonly rows: string
  readonly documents: string
}

/** Warehouse A with 2 pieces, B with 4, written as documents; then the line of A is counted to B. */
async function moveLine(name: string, policy: Policy, target: In<typeof StrategyConfig>['target']): Promise<Made> {
  await db.query(`create table rows_${name} (id int primary key, wh text not null, qty int not null)`)
  await db.query(`insert into rows_${name} values (1, 'A', 2), (2, 'B', 4)`)
  const rows = await runNewStrategy(api, `rows of ${name}`, {
    source: { connector_id: rowsAt, resource: `public.rows_${name}`, key: ['id'] },
    target: { connector_id: here, resource: 'noop.write' },
    mapping: { copyAll: true, fields: [] },
  })
  expect(rows.run).toMatchObject({ state: 'succeeded' })
  const documents = await runNewStrategy(api, `documents of ${name}`, {
    source: {
      connector_id: here,
      resource: `strategy.query/${rows.id}`,
      key: ['wh'],
      group: { by: ['wh'], calculate: [{ name: 'qty', op: 'sum', field: 'qty' }] },
      vanished: { policy, ...ZERO_AND_MARK },
    },
    target,
    mapping: { copyAll: false, fields: [field('id', '{{wh}}'), field('qty', '{{qty}}'), field('state', 'ok')] },
  })
  expect(documents.run).toMatchObject({ state: 'succeeded', counts: { written: 2 } })
  await db.query(`update rows_${name} set wh = 'B' where id = 1`)
  expect(await waitForRun(api, await again(rows.id))).toMatchObject({ state: 'succeeded' })
  return { rows: rows.id, documents: documents.id }
}

/** The process is gone in the middle of a write; the next one takes the run over. */
async function restart(): Promise<void> {
  const { port } = new URL(product.url)
  await product.kill()
  product = await startProduct({ dataDir: product.dataDir, env: { ...env, PORT: port } })
}

/** Ends the run that was killed, and one more: what there is must be the same after both. */
async function finish(runId: string, strategyId: string, isGreen: boolean): Promise<void> {
  const state = isGreen ? 'succeeded' : 'partial'
  expect(await waitForRun(api, runId)).toMatchObject({ state, imbalance: null })
  expect(await waitForRun(api, await again(strategyId))).toMatchObject({ state, imbalance: null })
  await waitForCalm(api, strategyId)
}

const wanted: Readonly<Record<Policy, readonly object[]>> = {
  delete: [{ id: 'B', qty: 6, state: 'ok' }],
  zero: [
    { id: 'A', qty: 0, state: 'ok' },
    { id: 'B', qty: 6, state: 'ok' },
  ],
  mark: [
    { id: 'A', qty: 2, state: 'void' },
    { id: 'B', qty: 6, state: 'ok' },
  ],
  ask: [
    { id: 'A', qty: 2, state: 'ok' },
    { id: 'B', qty: 6, state: 'ok' },
  ],
}
const policies = ['delete', 'zero', 'mark', 'ask'] as const

/** What waits for a person, decided as the console does it. */
async function decide(strategyId: string, kind: 'retireDelete' | 'retireZero'): Promise<void> {
  const [group] = (await api.errorGroup.search({ body: { strategy_id: strategyId } })).content
  expect(group).toMatchObject({ code: 'group.vanished', open_count: 1 })
  const { id } = (await api.replay.create({ body: { group_id: group!.id, kind } })).content
  await expect.poll(async () => (await api.replay.get({ params: { id } })).content.state).toBe('done')
  expect(await waitForRun(api, await again(strategyId))).toMatchObject({ state: 'succeeded', imbalance: null })
}

async function waitUntilBlocked(): Promise<void> {
  const sql = `select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
    if ((await db.query(sql, [database])).rows.length > 0) return
    await delay(50)
  }
  throw new Error('no write of the product came to the lock')
}

test.each(policies)('at a PostgreSQL table, by policy %s', { timeout: 120_000 }, async policy => {
  await db.query(`create table doc_${policy} (id text primary key, qty int not null, state text not null)`)
  const target = { connector_id: rowsAt, resource: `public.doc_${policy}`, key: ['id'] }
  const { documents } = await moveLine(policy, policy, target)
  const read = async () => (await db.query(`select * from doc_${policy} order by id`)).rows
  expect(await read()).toEqual([
    { id: 'A', qty: 2, state: 'ok' },
    { id: 'B', qty: 4, state: 'ok' },
  ])
  // The write of the document that is retired comes to a lock and stays there until the process is dead.
  const holder = new pg.Client({ connectionString: place })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select from doc_${policy} where id = $1 for update`, [policy === 'ask' ? 'B' : 'A'])
  const runId = await again(documents)
  await waitUntilBlocked()
  await restart()
  await holder.query('rollback')
  await holder.end()
  await finish(runId, documents, policy !== 'ask')
  expect(await read()).toEqual(wanted[policy])
  if (policy !== 'ask') return
  await decide(documents, 'retireDelete')
  expect(await read()).toEqual(wanted.delete)
})

test('at an HTTP interface, which cannot delete: a strategy that wants it is not started', async () => {
  const target = { connector_id: farAt, resource: await far.addAsset(api, 'delete') }
  const [rows] = (await api.strategy.search({ body: { keyword: 'rows of zero' } })).content
  const { id } = (
    await api.strategy.create({
      body: {
        name: 'wants to delete',
        config: {
          source: {
            connector_id: here,
            resource: `strategy.query/${rows!.id}`,
            key: ['wh'],
            group: { by: ['wh'] },
            vanished: { policy: 'delete' },
          },
          target,
          mapping: { copyAll: false, fields: [field('id', '{{wh}}')] },
        },
      },
    })
  ).content
  const { content: lines } = await api.strategy.check({ params: { id, x: 'target' } })
  expect(lines.map(({ item }) => item)).toContain('target.cannotDelete')
})

test.each(
  (['zero', 'mark', 'ask'] as const).flatMap(policy => (['before', 'after'] as const).map(at => [policy, at] as const)),
)('at an HTTP interface, by policy %s, killed %s the far system took it', { timeout: 120_000 }, async (policy, at) => {
  const name = `${policy}_${at}`
  const target = { connector_id: farAt, resource: await far.addAsset(api, name) }
  const { documents } = await moveLine(`far_${name}`, policy, target)
  const struck = far.strikeAt(name, policy === 'ask' ? 'B' : 'A', at)
  const runId = await again(documents)
  await struck
  await restart()
  await finish(runId, documents, policy !== 'ask')
  expect(far.read(name)).toEqual(wanted[policy])
  if (policy !== 'ask') return
  await decide(documents, 'retireZero')
  expect(far.read(name)).toEqual(wanted.zero)
})
