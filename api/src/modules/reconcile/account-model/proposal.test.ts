import { newId } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { AccountModel, RuleProposal } from './contract.ts'

const BASE = '/api/dh/lessee/reconciliation'
let server: TestServer
let token: string
let item: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  item = newId()
  await query(tx => tx.execute(`insert into accounting_item (id, code, name) values ($1, 'goods', 'goods')`, [item]))
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

let accountId: string
let flowId: string
const rules = [{ id: 'exact', kind: 'exact', keys: ['order', 'item'] }]
beforeEach(async () => {
  accountId = newId()
  await query(tx =>
    tx.execute(
      `insert into recon_account (id, code, name, platform, currency, status) values ($1, $2, '旗舰店', 'alipay', 'CNY', 'active')`,
      [accountId, `shop-${accountId.slice(-12)}`],
    ),
  )
  const body = { name: `flow ${accountId}`, account_ids: [accountId], config: { rules, in_transit_days: 0 } }
  flowId = (await ask<{ id: string }>('POST', '/flow', body)).id
})

/** A bill line with an item and a document without one: the rule that is there does not see them. */
const addPair = (order: string, a = 1000, b = 1000): Promise<[string, string]> =>
  query(async tx => {
    const [bill] = await tx.query<{ id: string }>(
      `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date, item_id)
       values ($1, decode(md5(random()::text), 'hex'), $2, $3, 'CNY', '2026-03-01T08:00:00Z', '2026-03-01', $4) returning id`,
      [accountId, order, a, item],
    )
    const [document] = await tx.query<{ id: string }>(
      `insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
       values ($1, gen_random_uuid()::text, $2, $3, 'CNY', '2026-03-01T08:00:00Z', '2026-03-01') returning id`,
      [accountId, order, b],
    )
    return [bill!.id, document!.id]
  })
const matchByHand = (a: string, b: string) => ask('POST', `/flow/${flowId}/match`, { a: [a], b: [b], reason: 'seen' })
const proposals = () => ask<RuleProposal[]>('GET', `/account/${accountId}/model/proposal`)
const accept = (shape: string, contradicted: number) =>
  send('POST', `/account/${accountId}/model/proposal/${shape}/accept`, { contradicted })

test('two matches by hand speak for nothing, a third for a rule; accepted it is a new version that only proposes', async () => {
  for (const order of ['O1', 'O2']) await matchByHand(...(await addPair(order)))
  await addPair('O9')
  expect(await proposals()).toEqual([])
  await matchByHand(...(await addPair('O3')))
  const [proposal, ...others] = await proposals()
  expect(others).toEqual([])
  expect(proposal).toMatchObject({
    ...{ rule: { kind: 'exact', keys: ['order'] }, count: 3, place: 2 },
    effect: { gained: 1, lost: 0, right: 3, contradicted: 0, proven: 4384 },
  })
  expect(await proposals()).toEqual([proposal])
  const answers = await Promise.all([accept(proposal!.shape, 0), accept(proposal!.shape, 0)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json().code).toBe('conflict.proposalGone')
  const model = await ask<AccountModel>('GET', `/account/${accountId}/model`)
  expect(model.current.rules.map(({ rule }) => rule.id)).toEqual(['exact', proposal!.rule.id])
  expect(model.versions).toMatchObject([{ version: 1, status: 'published' }])
  expect(model.earned[1]).toMatchObject({ right: 0, may_confirm: false })
  expect(await proposals()).toEqual([])
  const [log] = await query(tx =>
    tx.query<{ after: { config: { rules: unknown[] } } }>(
      `select after from operation_log where object_id = $1 and object_type = 'accountModel' order by id desc limit 1`,
      [accountId],
    ),
  )
  expect(log!.after.config.rules).toHaveLength(2)
})

test('what it contradicts is said before it is taken, and another number than the one that was told is refused', async () => {
  for (const order of ['O1', 'O2', 'O3']) await matchByHand(...(await addPair(order)))
  // A person matched these across their numbers: the rule would match them otherwise.
  const [[a1, b1], [a2, b2]] = [await addPair('X1'), await addPair('X2')]
  await matchByHand(a1, b2)
  await matchByHand(a2, b1)
  const [proposal] = await proposals()
  expect(proposal!.effect).toMatchObject({ right: 3, contradicted: 2 })
  expect(proposal!.effect.samples.filter(({ kind }) => kind === 'changed')).toHaveLength(2)
  expect((await accept(proposal!.shape, 0)).json().code).toBe('conflict.proposalChanged')
  expect((await accept(proposal!.shape, 2)).statusCode).toBe(200)
})

test('a draft stands in its way, and what is rejected stays rejected whatever comes after', async () => {
  for (const order of ['O1', 'O2', 'O3']) await matchByHand(...(await addPair(order)))
  const [proposal] = await proposals()
  const config = { rules: rules.map(rule => ({ is_on: true, rule })), in_transit_days: 0, rates: [] }
  await ask('PUT', `/account/${accountId}/model/draft`, { config })
  expect((await accept(proposal!.shape, 0)).json().code).toBe('conflict.modelDraft')
  const reject = () => send('POST', `/account/${accountId}/model/proposal/${proposal!.shape}/reject`, { reason: 'no' })
  expect((await reject()).statusCode).toBe(200)
  expect((await reject()).json().code).toBe('conflict.proposalGone')
  await matchByHand(...(await addPair('O4')))
  expect(await proposals()).toEqual([])
})
