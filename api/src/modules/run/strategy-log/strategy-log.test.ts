import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { LIST_RUN_STRETCH, LIST_STRETCH } from './store.ts'

let server: TestServer
let token: string
let id: string
const runId = crypto.randomUUID()

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const world: World = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await call('POST', path, body)).json().content,
  }
  id = (await newStrategy(world)).id
  const other = (await newStrategy(world)).id
  await server.database.withTenant(server.a.tenantId, async tx => {
    for (const strategy of [id, other])
      await tx.execute(
        `insert into run_log (strategy_id, run_id, level, text, created_at)
         select $1, case when n % 2 = 0 then $2::uuid end, case when n % 500 = 0 then 'error' else 'record' end,
                'Line ' || n || case when n % 500 = 0 then ' refused' else '' end, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
           from generate_series(1, 3000) n order by n`,
        [strategy, runId],
      )
  })
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const PATH = () => `/api/dh/lessee/strategy-log/${id}`

/** Every line that a filter finds, page after page. */
async function walk(filter: object, pageSize = 100): Promise<string[]> {
  const found: string[] = []
  let next: string | null = null
  do {
    const body = { ...filter, pageSize, ...(next === null ? {} : { before: next }) }
    const page: { rows: { text: string }[]; next: string | null } = (
      await call('POST', `${PATH()}/searchv2`, body)
    ).json().content
    found.push(...page.rows.map(row => row.text))
    next = page.next
  } while (next !== null)
  return found
}

test('the newest line comes first, and every line of this strategy comes once', async () => {
  const lines = await walk({}, 500)
  expect([lines.length, new Set(lines).size, lines[0], lines.at(-1)]).toEqual([
    3000,
    3000,
    'Line 3000 refused',
    'Line 1',
  ])
})

test('lines are found by level, words, run and time', async () => {
  expect(await walk({ level: ['error'] })).toHaveLength(6)
  expect(await walk({ keyword: 'LINE 500 ref' })).toEqual(['Line 500 refused'])
  expect(await walk({ run_id: runId, level: ['record'] }, 500)).toHaveLength(1494)
  const hour = { from: '2026-01-01T01:00:00Z', to: '2026-01-01T02:00:00Z' }
  const lines = await walk(hour)
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([60, 'Line 119', 'Line 60'])
})

test('the file holds the same lines, oldest first, one to a row', async () => {
  const file = await call('POST', `${PATH()}/export`, { level: ['error'] })
  const rows = file.body.trimEnd().split('\n')
  expect([rows.length, rows[0]]).toEqual([6, '2026-01-01T08:20:00Z error   Line 500 refused'])
})

test('a stretch comes by an index', async () => {
  const plans = await server.database.withTenant(server.a.tenantId, async tx => {
    const plan = async (text: string, values: unknown[]) =>
      (await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)).map(row => row['QUERY PLAN']).join('\n')
    return [await plan(LIST_STRETCH, [id, null, 1000]), await plan(LIST_RUN_STRETCH, [id, null, 1000, runId])]
  })
  expect(plans[0]).toContain('run_log_strategy')
  expect(plans[1]).toMatch(/run_log_(run|strategy)/)
  expect(plans.join('\n')).not.toContain('Seq Scan')
})
