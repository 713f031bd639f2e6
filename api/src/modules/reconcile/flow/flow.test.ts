import { newId } from '@sluice/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Candidate, Card, Exception, Flow, FlowConfig, Group, Line, ReconRun } from './contract.ts'
import { defaultConfig } from './default-rules.ts'
import { hashRule } from './to-rule-set.ts'
import { createMatchWorker } from './worker.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const BASE = '/api/dh/lessee/reconciliation'
const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = (method: string, path: string, body?: unknown) =>
  server.call(method, `${BASE}${path}`, {
    token,
    headers: { 'accept-language': 'en' },
    ...(body === undefined ? {} : { body }),
  })
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body)
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}

let accountId: string
let flowId: string
beforeEach(async () => {
  accountId = newId()
  await query(tx =>
    tx.execute(
      `insert into recon_account (id, code, name, platform, currency) values ($1, $2, '旗舰店', 'alipay', 'CNY')`,
      [accountId, `shop-${accountId.slice(-12)}`],
    ),
  )
  flowId = await makeFlow()
})

const makeFlow = async (config?: FlowConfig): Promise<string> => {
  const name = `flow ${newId()}`
  const body = { name, account_ids: [accountId], ...(config && { config }) }
  return (await ask<Flow>('POST', '/flow', body)).id
}

interface Given {
  readonly order?: string | null
  readonly amount: number
  readonly at?: string
  readonly currency?: string
}
const AT = '2026-03-01T08:00:00Z'

/** @returns the ids of the lines, in their order */
const addBills = (lines: readonly Given[]): Promise<string[]> =>
  query(async tx => {
    const ids: string[] = []
    for (const { order = null, amount, at = AT, currency = 'CNY' } of lines) {
      const [row] = await tx.query<{ id: string }>(
        `insert into bill_line (account_id, fingerprint, order_no, amount_minor, currency, occurred_at, bill_date)
         values ($1, decode(md5(random()::text), 'hex'), $2, $3, $4, $5, ($5::timestamptz at time zone 'UTC')::date) returning id`,
        [accountId, order, amount, currency, at],
      )
      ids.push(row!.id)
    }
    return ids
  })
const addDocuments = (lines: readonly Given[]): Promise<string[]> =>
  query(async tx => {
    const ids: string[] = []
    for (const { order = null, amount, at = AT, currency = 'CNY' } of lines) {
      const [row] = await tx.query<{ id: string }>(
        `insert into supply_line (account_id, doc_no, order_no, amount_minor, currency, occurred_at, business_date)
         values ($1, gen_random_uuid()::text, $2, $3, $4, $5, ($5::timestamptz at time zone 'UTC')::date) returning id`,
        [accountId, order, amount, currency, at],
      )
      ids.push(row!.id)
    }
    return ids
  })

const openWorker = () =>
  createMatchWorker({ database: server.database, log: pino({ level: 'silent' }), now: () => Date.parse('2026-04-01') })

async function run(mode: 'trial' | 'commit', id = flowId, period = {}): Promise<ReconRun> {
  const { id: runId } = await ask<ReconRun>('POST', `/flow/${id}/run`, { mode, ...period })
  await openWorker().turn()
  return ask<ReconRun>('GET', `/run/${runId}`)
}
const listGroups = (state = '') => ask<Group[]>('GET', `/flow/${flowId}/group${state && `?state=${state}`}`)
const listExceptions = () => ask<Exception[]>('GET', `/flow/${flowId}/exception`)
const states = async (table: 'bill_line' | 'supply_line') =>
  (
    await query(tx =>
      tx.query<{ status: string }>(`select status from ${table} where account_id = $1 order by id`, [accountId]),
    )
  ).map(row => row.status)

/** The rules of the flow have earned to confirm, by as many decisions of people as prove it. */
const earn = (of = flowId) =>
  query(tx =>
    tx.execute(
      `insert into match_group (flow_id, rule, rule_hash, score, state, currency, a_count, b_count, a_minor, b_minor, decided_at)
       select $1, 'earlier', h, 100, 'confirmed', 'CNY', 1, 1, 1, 1, now() - interval '1 day'
         from unnest($2::text[]) h, generate_series(1, 3900)`,
      [of, defaultConfig.rules.map(hashRule)],
    ),
  )

describe('a run', () => {
  test('that is tried changes nothing, and says what it would do', async () => {
    await addBills([
      { order: 'O1', amount: 100 },
      { order: 'O2', amount: 70 },
    ])
    await addDocuments([{ order: 'O1', amount: 100 }])
    const tried = await run('trial')
    expect(tried).toMatchObject({ state: 'done', phase: 'done', done: '3', failure: null })
    expect(tried.summary?.totals).toMatchObject([
      {
        currency: 'CNY',
        a: { all: { lines: 2, minor: '170' }, proposed: { lines: 1, minor: '100' }, open: { minor: '70' } },
      },
    ])
    expect(tried.summary?.exceptions).toEqual([{ kind: 'A_ONLY', lines: 1 }])
    expect(await listGroups()).toEqual([])
    expect(await states('bill_line')).toEqual(['open', 'open'])
    // The same lines and rules: the same result.
    expect((await run('trial')).result_hash).toBe(tried.result_hash)
    expect((await run('commit')).result_hash).toBe(tried.result_hash)
  })

  test('that is kept leaves matches, states of lines, exceptions and cards that add up', async () => {
    await addBills([
      { order: 'O1', amount: 60 },
      { order: 'O1', amount: 40 },
      { order: 'O2', amount: 70 },
      { order: 'O9', amount: -5 },
    ])
    await addDocuments([
      { order: 'O1', amount: 100 },
      { order: 'O2', amount: 79 },
    ])
    expect(await run('commit')).toMatchObject({ state: 'done' })
    const groups = await listGroups()
    expect(groups).toMatchObject([
      {
        rule: 'sum-of-order',
        state: 'proposed',
        a_count: 2,
        b_count: 1,
        a_minor: '100',
        b_minor: '100',
        difference_minor: '0',
      },
    ])
    const shown = await ask<Group & { lines: Line[] }>('GET', `/group/${groups[0]!.id}`)
    expect(shown.lines.map(({ side, amount_minor, status }) => [side, amount_minor, status])).toEqual([
      ['a', '60', 'proposed'],
      ['a', '40', 'proposed'],
      ['b', '100', 'proposed'],
    ])
    expect((await listExceptions()).map(({ kind, line }) => [kind, line.side, line.order_no])).toEqual([
      ['AMOUNT_DIFF', 'a', 'O2'],
      ['A_ONLY', 'a', 'O9'],
      ['AMOUNT_DIFF', 'b', 'O2'],
    ])
    const [card] = await ask<Card[]>('GET', `/flow/${flowId}/cards`)
    expect(card).toMatchObject({
      currency: 'CNY',
      a: {
        all: { lines: 4, minor: '165' },
        confirmed: { lines: 0 },
        proposed: { lines: 2, minor: '100' },
        open: { minor: '65' },
      },
      b: { all: { lines: 2, minor: '179' }, proposed: { lines: 1, minor: '100' }, open: { lines: 1, minor: '79' } },
      difference_minor: '-14',
    })
  })

  test('confirms by itself what its rules have earned, and one that was wrong once proposes again', async () => {
    await earn()
    await addBills([
      { order: 'O1', amount: 100 },
      { order: 'O2', amount: 200 },
    ])
    await addDocuments([{ order: 'O1', amount: 100 }])
    await run('commit')
    const [group] = await listGroups('confirmed').then(groups => groups.filter(({ rule }) => rule === 'sum-of-order'))
    expect(group).toMatchObject({ state: 'confirmed', decided_by: '', decided_at: null })
    expect(await states('supply_line')).toEqual(['matched'])
    await ask('POST', `/group/${group!.id}/revoke`, { reason: 'another order' })
    expect(await states('supply_line')).toEqual(['open'])
    await addDocuments([{ order: 'O2', amount: 200 }])
    const again = await run('commit')
    expect(again.summary?.rules.find(({ rule }) => rule === 'sum-of-order')).toMatchObject({
      may_confirm: false,
      proposed: 2,
    })
  })

  test('keeps to its days, and takes up in the next what was left', async () => {
    await addBills([
      { order: 'O1', amount: 100, at: '2026-03-01T23:59:59Z' },
      { order: 'O2', amount: 70, at: '2026-03-02T00:00:00Z' },
    ])
    await addDocuments([
      { order: 'O1', amount: 100 },
      { order: 'O2', amount: 70, at: '2026-03-02T00:00:00Z' },
    ])
    const days = { period_from: '2026-03-01', period_to: '2026-03-01' }
    expect((await run('commit', flowId, days)).done).toBe('2')
    expect((await run('commit')).done).toBe('2')
    expect(await states('bill_line')).toEqual(['proposed', 'proposed'])
    expect(await listExceptions()).toEqual([])
  })

  test('of a flow that is being matched is refused, and one that is cancelled keeps nothing', async () => {
    await addBills([{ order: 'O1', amount: 100 }])
    await addDocuments([{ order: 'O1', amount: 100 }])
    const { id } = await ask<ReconRun>('POST', `/flow/${flowId}/run`, { mode: 'commit' })
    expect((await send('POST', `/flow/${flowId}/run`, { mode: 'commit' })).json()).toMatchObject({
      code: 'conflict.reconRunning',
    })
    expect(await ask<ReconRun>('POST', `/run/${id}/cancel`)).toMatchObject({ state: 'cancelled' })
    expect(await openWorker().turn()).toBe(false)
    expect(await states('bill_line')).toEqual(['open'])
  })

  test('keeps nothing at all when one of its lines is set aside while it matches', async () => {
    const [first] = await addBills([
      { order: 'O1', amount: 100 },
      { order: 'O2', amount: 70 },
    ])
    await addDocuments([
      { order: 'O1', amount: 100 },
      { order: 'O2', amount: 70 },
    ])
    const { id } = await ask<ReconRun>('POST', `/flow/${flowId}/run`, { mode: 'commit' })
    const release = Promise.withResolvers<void>()
    // The run reads the line while it is open; whoever sets it aside holds it until the run wants to take it.
    const held = Promise.withResolvers<void>()
    const change = query(async tx => {
      await tx.execute(`update bill_line set status = 'ignored' where id = $1`, [first])
      held.resolve()
      await release.promise
    })
    await held.promise
    const turn = openWorker().turn()
    await expect.poll(() => ask<ReconRun>('GET', `/run/${id}`).then(({ phase }) => phase)).toBe('saving')
    release.resolve()
    await Promise.all([change, turn])
    expect(await ask<ReconRun>('GET', `/run/${id}`)).toMatchObject({
      ...{ state: 'failed', summary: null },
      failure: { code: 'conflict.linesTaken' },
    })
    expect(await states('bill_line')).toEqual(['ignored', 'open'])
    expect(await listGroups()).toEqual([])
  })
})

describe('what people decide', () => {
  test('a proposed match is confirmed once; whoever comes second is told', async () => {
    await addBills([{ order: 'O1', amount: 100 }])
    await addDocuments([{ order: 'O1', amount: 100 }])
    await run('commit')
    const [group] = await listGroups()
    expect(await ask<Group>('POST', `/group/${group!.id}/confirm`)).toMatchObject({
      state: 'confirmed',
      decided_by: '管理员',
    })
    expect(await states('bill_line')).toEqual(['matched'])
    expect((await send('POST', `/group/${group!.id}/confirm`)).statusCode).toBe(409)
  })

  test('two at once: one of them confirms, the other is told', async () => {
    await addBills([{ order: 'O1', amount: 100 }])
    await addDocuments([{ order: 'O1', amount: 100 }])
    await run('commit')
    const [group] = await listGroups()
    const answers = await Promise.all([
      send('POST', `/group/${group!.id}/confirm`),
      send('POST', `/group/${group!.id}/revoke`, { reason: 'no' }),
      send('POST', `/group/${group!.id}/confirm`),
    ])
    const now = await ask<Group>('GET', `/group/${group!.id}`)
    const revoked = now.state === 'revoked'
    expect(await states('bill_line')).toEqual([revoked ? 'open' : 'matched'])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(2)
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThanOrEqual(1)
  })

  test('a line of a closed period is not taken back', async () => {
    await addBills([{ order: 'O1', amount: 100 }])
    await addDocuments([{ order: 'O1', amount: 100 }])
    await run('commit')
    const [group] = await listGroups()
    await ask('POST', `/group/${group!.id}/confirm`)
    await query(tx => tx.execute(`update bill_line set status = 'closed' where account_id = $1`, [accountId]))
    expect((await send('POST', `/group/${group!.id}/revoke`, { reason: 'late' })).json()).toMatchObject({
      code: 'conflict.linesTaken',
    })
    expect(await states('supply_line')).toEqual(['matched'])
  })

  test('a line is settled once: whoever comes second hears who was first, and when', async () => {
    const a = await addBills([
      { order: 'O1', amount: 97 },
      { order: 'O1', amount: 3 },
    ])
    const b = await addDocuments([{ order: 'X', amount: 100 }])
    await run('commit')
    expect(await listExceptions()).toHaveLength(3)
    const match = { a, b, reason: 'the shop wrote another number' }
    const answers = await Promise.all([1, 2].map(() => send('POST', `/flow/${flowId}/match`, match)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json()
    expect(refused).toMatchObject({
      code: 'conflict.reconTaken',
      content: [{ number: 'O1', state: 'matched', username: '管理员', at: expect.stringMatching(/^\d{4}-/) }],
    })
    expect(await listGroups()).toMatchObject([{ rule: '', run_id: null, state: 'confirmed', difference_minor: '0' }])
    expect(await listExceptions()).toEqual([])
  })

  test('currencies, lines of others and a missing reason are refused', async () => {
    const a = await addBills([{ amount: 100 }])
    const b = await addDocuments([{ amount: 100, currency: 'JPY' }])
    const code = async (body: unknown) =>
      (await send('POST', `/flow/${flowId}/match`, body)).json<{ code: string }>().code
    expect(await code({ a, b, reason: 'same' })).toBe('invalid.reconCurrencies')
    expect(await code({ a, b: ['999999999'], reason: 'same' })).toBe('notFound.reconLine')
    expect(await code({ a, b, reason: ' ' })).toBe('invalid.input')
  })
})

test('why a line is not matched: the nearest lines, how far each is, and the rule that nearly took it', async () => {
  const [bill] = await addBills([{ order: '2026000001', amount: 1000 }])
  await addDocuments([{ order: '2026000001', amount: 1009 }, { order: '2026000007', amount: 1000 }, { amount: 77 }])
  const candidates = await ask<Candidate[]>('GET', `/flow/${flowId}/explain/a/${bill}`)
  expect(candidates[0]).toMatchObject({ reference: 'equal', difference_minor: '-9', lag_ms: '0', is_taken: false })
  expect(candidates[0]?.nearest).toMatchObject({ rule: 'sum-of-order', failures: [{ why: 'amount', missing: '9' }] })
  expect(candidates.find(({ line }) => line.order_no === '2026000007')).toMatchObject({
    reference: 'near',
    difference_minor: '0',
  })
})

test('rules are data: a flow says its own, two of one name are refused, a second save of the same version is told', async () => {
  const config: FlowConfig = { rules: [{ id: 'orders', kind: 'exact', keys: ['order'] }], in_transit_days: 0 }
  const id = await makeFlow(config)
  const { version, name } = await ask<Flow>('GET', `/flow/${id}`)
  const body = { name, account_ids: [accountId], config, version }
  expect(await ask<Flow>('PUT', `/flow/${id}`, body)).toMatchObject({ version: version + 1 })
  expect((await send('PUT', `/flow/${id}`, body)).json()).toMatchObject({ code: 'conflict.version' })
  const twice = { ...config, rules: [...config.rules, ...config.rules] }
  expect((await send('PUT', `/flow/${id}`, { ...body, config: twice })).statusCode).toBe(422)
  expect((await send('POST', '/flow', { name, account_ids: [accountId] })).json()).toMatchObject({
    code: 'conflict.name',
  })
  expect((await send('POST', '/flow', { name: 'other', account_ids: [newId()] })).json()).toMatchObject({
    code: 'notFound.reconAccount',
  })
})
