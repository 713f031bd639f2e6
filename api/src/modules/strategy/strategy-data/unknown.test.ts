import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const RECORDS = 1203
let server: TestServer
let token: string
let strategyId: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())
beforeEach(async () => {
  const post: World['post'] = async (path, body) => (await call('POST', path, body)).json().content
  strategyId = (await newStrategy({ token, tenantId: server.a.tenantId, userId: '', post })).id
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, error_code)
       select $1, 'K' || n, nextval('record_id'), 1, now(), n, case when n <= 1201 then 9 else 3 end, 1, '\\x00', gen_random_uuid(), 'lost'
         from generate_series(1, $2) n`,
      [strategyId, RECORDS],
    )
    await tx.execute(
      `insert into record_attempt (strategy_id, record_id, run_id, attempt, status, version, request)
       select $1, id, run_id, 1, 9, 1, '{"id":"' || key || '"}' from record_state where strategy_id = $1 and key = 'K7'`,
      [strategyId],
    )
  })
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const PATH = () => `/api/dh/lessee/strategy-data/${strategyId}`
const states = async (): Promise<Record<string, number>> => {
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ status: number; count: number }>(
      'select status, count(*)::int as count from record_state where strategy_id = $1 group by status',
      [strategyId],
    ),
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
const resolveAll = async (action: string, filter: object = {}) => {
  let [changed, calls] = [0, 0]
  for (let cursor: string | null | undefined; cursor !== null; calls += 1) {
    const answer = await call('POST', `${PATH()}/resolve-unknown`, { action, filter, ...(cursor ? { cursor } : {}) })
    expect(answer.statusCode).toBe(200)
    changed += answer.json().content.changed
    cursor = answer.json().content.next
  }
  return { changed, calls }
}

test('each is listed with what was sent', async () => {
  const { rows, next } = (await call('POST', `${PATH()}/unknown`, { keys: ['K7', 'K8', 'K1202'] })).json().content
  expect(next).toBeNull()
  expect(rows.map((row: { key: string; sent: string | null }) => [row.key, row.sent])).toEqual([
    ['K8', null],
    ['K7', '{"id":"K7"}'],
  ])
})

test('a whole filter is settled part by part, and nothing but what is unknown', async () => {
  expect(await resolveAll('confirm')).toEqual({ changed: 1201, calls: 3 })
  expect(await states()).toEqual({ 2: 1201, 3: 2 })
  expect(await resolveAll('ignore')).toEqual({ changed: 0, calls: 1 })
})

test('those the target has are confirmed by its own answer', async () => {
  expect((await resolveAll('ask', { keys: ['K1', 'K2'] })).changed).toBe(2)
  expect(await states()).toEqual({ 2: 2, 3: 2, 9: 1199 })
})

test('those the target answers otherwise about stay, and it is told why', async () => {
  const { records } = server.engine.engine
  const { ask } = records
  Object.assign(records, {
    ask: async ({ ids }: { readonly ids: readonly string[] }) =>
      ids.map((id, place) =>
        place === 0
          ? { id, key: 'K2', answer: 'different', fields: ['qty', 'price'] }
          : { id, key: 'K1', answer: 'unclear', reason: 'The target is away.' },
      ),
  })
  try {
    const body = { action: 'ask', filter: { keys: ['K1', 'K2'] } }
    const { content } = (await call('POST', `${PATH()}/resolve-unknown`, body)).json()
    expect(content.changed).toBe(0)
    expect(content.refused.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/K2.*qty, price/),
      'The target is away.',
    ])
    expect(await states()).toEqual({ 3: 2, 9: 1201 })
  } finally {
    records.ask = ask
  }
})

test('one is confirmed with the key a person found, another sent again by a run; each is in the log', async () => {
  const { rows } = (await call('POST', `${PATH()}/unknown`, { keys: ['K1', 'K2'] })).json().content
  const [first, second] = rows.map((row: { id: string }) => row.id)
  const body = { action: 'confirm', ids: [first], target_keys: [{ id: first, target_key: 'ERP-1' }] }
  expect((await call('POST', `${PATH()}/resolve-unknown`, body)).json().content).toMatchObject({
    changed: 1,
    run_id: null,
  })
  const resent = await call('POST', `${PATH()}/resolve-unknown`, { action: 'resend', ids: [second] })
  expect(resent.json().content.run_id).not.toBeNull()
  expect(await states()).toEqual({ 0: 1, 2: 1, 3: 2, 9: 1199 })
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query(`select 1 from operation_log where object_id = $1 and after::text like '%"changed"%'`, [strategyId]),
  )
  expect(log).toHaveLength(2)
})
