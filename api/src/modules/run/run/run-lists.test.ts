import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { LIST_LOGS, LIST_REJECTED, SEARCH_RUNS } from './store.ts'

let server: TestServer
let token: string
let world: World
let strategyId: string
let runId: string

const call = async (path: string) => (await server.call('GET', `/api/dh/lessee/run${path}`, { token })).json()

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  world = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await server.call('POST', path, { token, body })).json().content,
  }
  strategyId = (await newStrategy(world)).id
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into run (id, strategy_id, version, trigger, state, counts, created_at)
       select gen_random_uuid(), $1, 1, 'manual', 'succeeded', '{}', now() - make_interval(mins => n) from generate_series(1, 12000) n`,
      [strategyId],
    )
    const [run] = await tx.query<{ id: string }>('select id from run order by created_at desc limit 1')
    runId = run!.id // there are twelve thousand
    for (const owner of [runId, strategyId])
      await tx.execute(
        `insert into run_log (strategy_id, run_id, level, text) select $1::uuid, $2::uuid, 'notice', 'line ' || n from generate_series(1, 6000) n`,
        [strategyId, owner],
      )
    await tx.execute(
      `insert into rejected_row (strategy_id, run_id, page_id, ordinal, failure)
       select $1::uuid, case when n <= 60 then $2::uuid else $1::uuid end, 1, n, '{"code":"record.key","message":"No key."}' from generate_series(1, 6000) n`,
      [strategyId, runId],
    )
  })
})
afterAll(() => server.drop())

test('runs are counted to ten thousand, and go on after the last one shown with none twice', async () => {
  const first = await call('?pageSize=500')
  expect(first.total).toBe(10_000)
  const seen = first.content.map((run: { id: string }) => run.id)
  for (;;) {
    const { content } = await call(`?pageSize=500&after=${seen.at(-1)}`)
    if (content.length === 0) break
    seen.push(...content.map((run: { id: string }) => run.id))
  }
  expect(new Set(seen).size).toBe(12_000)
  expect(seen).toHaveLength(12_000)
})

test('log lines and rejected rows of a run go on after the last one shown', async () => {
  const log = await call(`/${runId}/log?pageSize=500`)
  expect([log.total, log.content[0].text]).toEqual([6000, 'line 6000'])
  expect((await call(`/${runId}/log?pageSize=1&after=${log.content.at(-1).id}`)).content[0].text).toBe('line 5500')
  const rejected = await call(`/${runId}/rejected?pageSize=50`)
  expect(rejected.total).toBe(60)
  const rest = await call(`/${runId}/rejected?pageSize=50&after=${rejected.content.at(-1).id}`)
  expect(rest.content.map((row: { ordinal: number }) => row.ordinal)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60])
})

describe('where a strategy is one of many', () => {
  // Where its runs were most of all, walking all of them by time would be as good.
  beforeAll(async () => {
    const other = await newStrategy(world)
    await server.database.withTenant(server.a.tenantId, async tx => {
      await tx.execute(
        `insert into run (id, strategy_id, version, trigger, state, counts, created_at)
         select gen_random_uuid(), $1, 1, 'manual', 'succeeded', '{}', now() - make_interval(mins => n)
           from generate_series(1, 60000) n`,
        [other.id],
      )
      // Only its owner may.
      await tx.execute('reset role')
      await tx.execute('analyze run, run_log, rejected_row')
    })
  })

  test.each([
    ['runs', SEARCH_RUNS, () => [null, null, null, null, null, 20, 0, null], 'run_time'],
    ['runs of a strategy', SEARCH_RUNS, () => [strategyId, null, null, null, null, 20, 0, null], 'run_recent'],
    ['log', LIST_LOGS, () => [runId, null, 20, 0, null], 'run_log_run'],
    ['rejected rows', LIST_REJECTED, () => [runId, 20, 0, null], 'rejected_row_run'],
  ])('a page of %s comes by an index', async (_name, text, values, index) => {
    const plan = await server.database.withTenant(server.a.tenantId, async tx => {
      const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values())
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain(index)
    // Counting beside the page would read every row before the first is shown.
    expect(plan).not.toContain('WindowAgg')
  })
})
