import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { StrategyHealthRow } from './contract.ts'

let server: TestServer
let token: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const post = async (path: string, body: object) =>
    (await server.call('POST', path, { token, body })).json<{ content: { id: string } }>().content.id
  const connectorId = await post('/api/dh/lessee/connector', connectorBody())
  for (const [name, group] of [
    ['good', 'shop'],
    ['failing', 'shop'],
    ['still', 'erp'],
    ['off', 'erp'],
  ] as const)
    ids[name] = await post('/api/dh/lessee/strategy', { name, group, config: configOf(connectorId) })
})
beforeEach(() =>
  query(async tx => {
    await tx.execute('delete from strategy_tally')
    await tx.execute('delete from strategy_pulse')
    await tx.execute(`update strategy set status = case when name = 'off' then 'stopped' else 'running' end`)
    await tx.execute(
      `insert into strategy_tally (strategy_id, at, fresh, written, errors, runs, run_ms)
       select id, date_bin('15 minutes', now(), 'epoch'), 10, 8, 0, 2, 5000 from strategy where name <> 'still'`,
    )
    await tx.execute(
      `insert into strategy_tally (strategy_id, at, fresh)
       select id, date_bin('15 minutes', now(), 'epoch') - interval '7 days', 40 from strategy where name = 'still'`,
    )
    await tx.execute(
      `insert into strategy_pulse (strategy_id, failures) select id, 4 from strategy where name = 'failing'`,
    )
  }),
)
afterAll(() => server.drop())

type Work = Parameters<TestServer['database']['withTenant']>[1]
const query = (work: Work) => server.database.withTenant(server.a.tenantId, work)
interface Answer {
  readonly rows: readonly StrategyHealthRow[]
  readonly total: number
  readonly levels: Readonly<Record<string, number>>
}
const search = async (body: object = {}, as = token) =>
  (
    await server.call('POST', '/api/dh/lessee/strategy-health/searchv2', {
      token: as,
      body: { window: '1h', ...body },
      headers: { 'accept-language': 'en' },
    })
  ).json<{ content: Answer }>().content
const names = ({ rows }: Answer) => rows.map(row => row.name)

test('the worst stand first, each with the rule and the figure that made it so', async () => {
  const answer = await search()
  expect(answer.rows.map(({ name, level }) => [name, level])).toEqual([
    ['failing', 'abnormal'],
    ['still', 'stalled'],
    ['good', 'healthy'],
    ['off', 'none'],
  ])
  expect(answer.rows[0]?.reasons).toMatchObject([
    { rule: 'failures', text: 'The last 4 runs failed, from 3 on that is too many.' },
  ])
  expect(answer.levels).toEqual({ abnormal: 1, stalled: 1, watch: 0, healthy: 1, none: 1 })
  expect(answer.rows[2]).toMatchObject({ fresh: '10', written: '8', error_percent: 0, mean_ms: 2500, reasons: [] })
  expect(answer.rows[1]).toMatchObject({ fresh: '0', fresh_before: '40' })
})

test('they are found by level, growth, group and word, sorted by figures, page by page', async () => {
  expect(names(await search({ levels: ['abnormal', 'none'] }))).toEqual(['failing', 'off'])
  expect(names(await search({ onlyNoGrowth: true }))).toEqual(['still'])
  expect(names(await search({ group: 'erp', sort: 'name' }))).toEqual(['off', 'still'])
  expect(names(await search({ keyword: 'GOO' }))).toEqual(['good'])
  expect(names(await search({ sort: '-fresh', pageSize: 1, page: 4 }))).toEqual(['still'])
  expect(names(await search({ sort: 'mean_ms' })).at(-1)).toBe('still')
  expect((await search({ group: 'erp', levels: ['none'] })).levels).toMatchObject({ stalled: 1, none: 1, abnormal: 0 })
})

test('the list goes out as CSV in the caller’s language, and no name runs as a formula', async () => {
  await query(tx => tx.execute(`update strategy set name = '=1+1' where name = 'good'`))
  const answer = await server.call('POST', '/api/dh/lessee/strategy-health/export', {
    token,
    body: { window: '1h', sort: 'name' },
    headers: { 'accept-language': 'zh-CN' },
  })
  expect(answer.body).toContain('健康度')
  expect(answer.body).toContain("'=1+1")
  expect(answer.body).toContain('停滞')
  await query(tx => tx.execute(`update strategy set name = 'good' where name = '=1+1'`))
})

test('growth between two times names those that did not grow', async () => {
  const body = {
    created_at_begin: new Date(Date.now() - 3_600_000).toISOString(),
    created_at_end: new Date(Date.now() + 60_000).toISOString(),
  }
  const ask = async (change: object) =>
    (
      await server.call('POST', '/api/dh/lessee/strategy-health/CheckStrategyDataGrowth', {
        token,
        body: { ...body, ...change },
      })
    ).json().content
  expect(await ask({ onlyNoGrowth: true })).toEqual([
    { strategy_id: ids['still'], name: 'still', status: 'running', count: '0' },
  ])
  expect(await ask({ strategy_id: ids['good'] })).toMatchObject([{ count: '10' }])
})

test('a subscription is one’s own, and another tenant’s strategy cannot be subscribed to', async () => {
  const path = `/api/dh/lessee/strategy-health/${ids['good']}/subscribe`
  expect((await server.call('POST', path, { token })).json().content.is_subscribed).toBe(true)
  expect((await search({ keyword: 'good' })).rows[0]?.is_subscribed).toBe(true)
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect((await server.call('POST', path, { token: stranger })).statusCode).toBe(404)
  expect((await search({}, stranger)).total).toBe(0)
  await server.call('POST', path.replace('subscribe', 'unsubscribe'), { token })
  expect((await search({ keyword: 'good' })).rows[0]?.is_subscribed).toBe(false)
})

test('a role with chosen groups sees and judges these alone', async () => {
  await query(async tx => {
    await tx.execute(
      `insert into role (id, name, permissions, groups) values (gen_random_uuid(), 'erp', '{strategy:query}', '{erp}')`,
    )
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'erp-reader', '', u.password_hash, r.id from app_user u, role r
        where u.username = 'admin-a' and r.name = 'erp'`,
    )
  })
  const reader = await server.signIn('erp-reader', PASSWORD)
  expect(names(await search({ sort: 'name' }, reader))).toEqual(['off', 'still'])
})
