import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMatchWorker } from '../../../background.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { AccountModel, ModelConfig, RuleTest } from './contract.ts'

const BASE = '/api/dh/lessee/reconciliation'
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const query = <T>(work: (tx: Tx) => Promise<T>) => server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown) =>
  server.call(method, `${BASE}${path}`, { token, ...(body === undefined ? {} : { body }) })
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

const exact: ModelConfig['rules'][number] = { is_on: true, rule: { id: 'exact', kind: 'exact', keys: ['order'] } }
const near: ModelConfig['rules'][number] = {
  is_on: true,
  rule: {
    ...{ id: 'near', kind: 'tolerance', keys: ['order'], tolerance_minor: '5', tolerance_basis_points: 0 },
    ...{ item: 'rounding', limit_minor: '1000' },
  },
}
const config = (...rules: ModelConfig['rules']): ModelConfig => ({ rules, in_transit_days: 0, rates: [] })

let accountId: string
let flowId: string
beforeEach(async () => {
  accountId = newId()
  await query(tx =>
    tx.execute(
      `insert into recon_account (id, code, name, platform, currency, status) values ($1, $2, '旗舰店', 'alipay', 'CNY', 'active')`,
      [accountId, `shop-${accountId.slice(-12)}`],
    ),
  )
  const body = {
    name: `flow ${accountId}`,
    account_ids: [accountId],
    config: { rules: [exact.rule], in_transit_days: 0 },
  }
  flowId = (await ask<{ id: string }>('POST', '/flow', body)).id
  // One that agrees, one that is off by 3, one that is off by 300.
  const lines = [
    ['O1', 1000, 1000],
    ['O2', 2000, 2003],
    ['O3', 3000, 3300],
  ] as const
  await query(async tx => {
    for (const [order, a, b] of lines) {
      await tx.execute(
        `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date)
         values ($1, decode(md5(random()::text), 'hex'), $2, $3, 'CNY', '2026-03-01T08:00:00Z', '2026-03-01')`,
        [accountId, order, a],
      )
      await tx.execute(
        `insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
         values ($1, $2, $2, $3, 'CNY', '2026-03-01T08:00:00Z', '2026-03-01')`,
        [accountId, order, b],
      )
    }
  })
  await run()
})
async function run(): Promise<void> {
  await ask('POST', `/flow/${flowId}/run`, { mode: 'commit' })
  await createMatchWorker({ database: server.database, log: pino({ level: 'silent' }), now: Date.now }).turn()
}
const groups = (state: string) => ask<{ id: string }[]>('GET', `/flow/${flowId}/group?state=${state}`)
const model = (path = '', method = 'GET', body?: unknown) =>
  ask<AccountModel & { withdrawn: number }>(method, `/account/${accountId}/model${path}`, body)
const tryOut = (given: ModelConfig) => ask<RuleTest>('POST', `/account/${accountId}/model/test`, { config: given })
const confirmAll = async () => {
  for (const { id } of await groups('proposed')) await ask('POST', `/group/${id}/confirm`)
}

test('a draft matches nothing until it is published; then what older rules proposed is withdrawn, and proves nothing', async () => {
  expect(await groups('proposed')).toHaveLength(1)
  expect(await model()).toMatchObject({ draft: null, versions: [], current: config(exact), flows: [{ id: flowId }] })
  await model('/draft', 'PUT', { config: config({ ...exact, is_on: false }, near) })
  await run()
  expect(await groups('proposed')).toHaveLength(1)
  const published = await model('/publish', 'POST', { note: 'fees are rounded' })
  expect(published).toMatchObject({
    ...{ withdrawn: 1, draft: null },
    versions: [{ version: 1, status: 'published', note: 'fees are rounded' }],
    current: config(near, { ...exact, is_on: false }),
    earned: [
      { rule: 'near', right: 0, wrong: 0, may_confirm: false },
      { rule: 'exact', right: 0, wrong: 0 },
    ],
  })
  expect(await groups('proposed')).toEqual([])
  expect((await groups('revoked')).length).toBe(1)
  await run()
  expect(await groups('proposed')).toHaveLength(2)
  await model('/draft', 'PUT', { config: config(exact) })
  expect((await model('/publish', 'POST', {})).versions).toMatchObject([
    { version: 2 },
    { version: 1, status: 'retired' },
  ])
  expect(await ask('GET', `/account/${accountId}/model/version/1`)).toEqual(config({ ...exact, is_on: false }, near))
  expect((await send('POST', `/account/${accountId}/model/publish`, {})).json().code).toBe('conflict.noModelDraft')
})

test('rules are tried against what was confirmed: gained, kept, changed and lost', async () => {
  await confirmAll()
  expect(await tryOut(config(exact))).toMatchObject({
    lines: 6,
    is_cut: false,
    currencies: ['CNY'],
    kept: 1,
    gained: 0,
    changed: 0,
    lost: 0,
  })
  expect(await tryOut(config(exact, near))).toMatchObject({
    ...{ kept: 1, gained: 1, changed: 0, lost: 0 },
    rules: [
      { rule: 'exact', groups: 1, right: 1, wrong: 0 },
      { rule: 'near', groups: 1, gained: 1, right: 0 },
    ],
    samples: [{ kind: 'gained', rule: 'near', difference_minor: '-3', currency: 'CNY' }],
  })
  const byItem = {
    is_on: true,
    rule: { id: 'all', kind: 'aggregate', keys: ['batch'] },
  } satisfies ModelConfig['rules'][number]
  expect(await tryOut(config(byItem))).toMatchObject({ kept: 0, lost: 1, samples: [{ kind: 'lost', rule: null }] })
  const wide = { ...near, rule: { ...near.rule, tolerance_minor: '500' } } as typeof near
  expect(await tryOut(config(exact, wide))).toMatchObject({ kept: 1, gained: 2 })
  expect(await model()).toMatchObject({ earned: [{ rule: 'exact', right: 1, wrong: 0, proven: 2065 }] })
})

test('what no rule could be is refused at its field', async () => {
  const refused = await send('PUT', `/account/${accountId}/model/draft`, { config: config({ ...exact, is_on: false }) })
  expect(refused.statusCode).toBe(422)
  const twice = await send('PUT', `/account/${accountId}/model/draft`, { config: config(exact, exact) })
  expect(twice.statusCode).toBe(422)
})
