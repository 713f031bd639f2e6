import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy, type World } from '../../testing/samples.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { SEARCH_RECORDS } from './store.ts'

let server: TestServer
let token: string
let strategyId: string
let runId: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const world: World = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await call('POST', path, body)).json().content,
  }
  strategyId = (await newStrategy(world)).id
  runId = (await world.post<{ run_id: string }>(`/api/dh/lessee/strategy/${strategyId}/run`, {})).run_id
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("update run set state = 'partial' where id = $1", [runId])
    // 120 records: every third in error, the rest finished
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number, error_code, error_message)
       select $1, 'K' || n, n, 1, now(), n, case when n % 3 = 0 then 3 else 2 end, 1, '\\x00', $2, 'N' || n,
              case when n % 3 = 0 then 'target.refused' end, case when n % 3 = 0 then '=cmd()' end
         from generate_series(1, 120) n`,
      [strategyId, runId],
    )
  })
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const PATH = () => `/api/dh/lessee/strategy-data/${strategyId}`
const search = async (body: object) => (await call('POST', `${PATH()}/searchv2`, body)).json().content

test('pages follow each other newest first, with nothing twice and nothing left out', async () => {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: { rows: { id: string }[]; next: string | null } = await search({
      pageSize: 50,
      ...(cursor === null ? {} : { cursor }),
    })
    ids.push(...page.rows.map(row => row.id))
    cursor = page.next
  } while (cursor !== null)
  expect(ids).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)))
})

test('filters find by state, key, number, text, run and error', async () => {
  const count = async (body: object) => (await search({ pageSize: 500, ...body })).rows.length
  expect(await count({ status: [3] })).toBe(40)
  expect(await count({ status: [3, 2] })).toBe(120)
  expect(await count({ status: [9] })).toBe(0)
  expect(await count({ keys: ['K1', 'N2', ' ', 'none'] })).toBe(2)
  expect(await count({ keyword: 'K12' })).toBe(2)
  expect(await count({ run_id: runId, error_code: 'target.refused' })).toBe(40)
  expect(await count({ from: '2999-01-01T00:00:00Z' })).toBe(0)
  expect((await call('POST', `${PATH()}/searchv2`, { cursor: 'x' })).statusCode).toBe(422)
})

test('a page comes by the index of its state, never by walking the table', async () => {
  const plan = await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id)
       select $1, 'bulk' || n, 1000 + n, 1, now(), n, 2, 1, '\\x00', $2 from generate_series(1, 20000) n`,
      [strategyId, runId],
    )
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${SEARCH_RECORDS}`, [
      strategyId,
      [3],
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      50,
    ])
    await tx.execute("delete from record_state where key like 'bulk%'")
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('record_state_status')
  expect(plan).not.toContain('Seq Scan')
})

test('the detail shows the original with every digit', async () => {
  const detail = (await call('GET', `${PATH()}/3`)).json().content
  expect(detail).toMatchObject({ id: '3', key: 'K3', status: 3, original: '{"id":12345678901234567890}' })
  expect(detail.source).toMatchObject({ platform_name: '假平台', resource: 'orders' })
  expect((await call('GET', `${PATH()}/999999`)).statusCode).toBe(404)
  expect((await call('GET', `${PATH()}/1e3`)).statusCode).toBe(404)
  expect((await call('GET', `${PATH()}/9999999999999999999`)).json().code).toBe('invalid.range')
})

test('reprocessing starts a retry run; ignoring and confirming do not', async () => {
  const answer = (await call('POST', `${PATH()}/reprocess`, { ids: ['3', '6'] })).json().content
  expect(answer.changed).toBe(2)
  const run = (await call('GET', `/api/dh/lessee/run/${answer.run_id}`)).json().content
  expect(run).toMatchObject({ trigger: 'retry', state: 'queued' })
  expect((await call('POST', `${PATH()}/ignore`, { ids: ['9'] })).json().content).toEqual({ changed: 1, refused: [] })
  expect((await search({ status: [7] })).rows).toMatchObject([{ id: '9' }])
  expect((await call('POST', `${PATH()}/confirm`, { ids: [] })).statusCode).toBe(422)
})

test('an export holds every record, its original untouched, and runs no formula', async () => {
  const csv = await call('POST', `${PATH()}/export`, { format: 'csv', status: [3] })
  expect(csv.headers['content-type']).toMatch(/^text\/csv/)
  expect(csv.body.split('\r\n').length - 2).toBe((await search({ status: [3], pageSize: 500 })).rows.length)
  expect(csv.body).toContain(",'=cmd(),")
  const lines = (await call('POST', `${PATH()}/export`, { format: 'jsonl' })).body.trim().split('\n')
  expect(lines).toHaveLength(120)
  expect(lines[0]).toContain('"original":{"id":12345678901234567890}}')
})
