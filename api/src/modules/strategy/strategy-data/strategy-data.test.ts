import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { planSearch, type RecordFilter } from './store.ts'

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

const everything: RecordFilter = {
  strategyId: '',
  statuses: null,
  keys: null,
  pattern: null,
  runId: null,
  errorCode: null,
  from: null,
  to: null,
  after: null,
  limit: 50,
}

// Each filter has an index to walk; the table is large enough that reading it all would be noticed.
test.each([
  ['state', { statuses: [3] }, ['record_state_status']],
  ['key or number', { keys: ['K1', 'N7'] }, ['record_state_pkey', 'record_state_number']],
  ['error', { errorCode: 'target.refused' }, ['record_state_error']],
  ['time', { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' }, ['record_state_time']],
  ['run', { runId: 'run' }, ['record_state_time']],
] as const)('a page by %s comes by an index, never by walking the table', async (_name, filter, indexes) => {
  const plan = await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number)
       select $1, 'bulk' || n, 1000 + n, 1, now(), n, 2, 1, '\\x00', $2, 'B' || n from generate_series(1, 20000) n`,
      [strategyId, crypto.randomUUID()],
    )
    const asked = { ...everything, ...filter, strategyId, ...('runId' in filter ? { runId } : {}) }
    const { text, values } = await planSearch(tx, asked)
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    await tx.execute("delete from record_state where key like 'bulk%'")
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  for (const index of indexes) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on record_state')
})

test('by time and by run the newest change comes first, page after page, and a cursor of another list is refused', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { rows: { id: string }[]; next: string | null } = await search({
      run_id: runId,
      pageSize: 50,
      ...(cursor === null ? {} : { cursor }),
    })
    seen.push(...page.rows.map(row => row.id))
    cursor = page.next
  } while (cursor !== null)
  expect(new Set(seen).size).toBe(120)
  const byId = await search({ pageSize: 1 })
  expect((await call('POST', `${PATH()}/searchv2`, { run_id: runId, cursor: byId.next })).statusCode).toBe(422)
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

test('all that a filter finds are processed again as one replay, whatever the page shows', async () => {
  const process = async (body: object) => call('POST', `${PATH()}/process-all`, body)
  const chosenBy = async (body: object) => {
    const replayId = (await process(body)).json().content.replay_id
    const [job] = await server.database.withTenant(server.a.tenantId, tx =>
      tx.query<{ selection: unknown; kind: string; group_id: null }>(
        'select selection, kind, group_id from replay_job where id = $1',
        [replayId],
      ),
    )
    return job
  }
  expect(await chosenBy({})).toEqual({ selection: { statuses: [3, 4, 6, 11] }, kind: 'remap', group_id: null })
  expect(
    await chosenBy({ status: [2, 3, 9], keyword: 'K1', keys: ['K3'], error_code: 'target.refused', kind: 'ignore' }),
  ).toEqual({
    selection: { statuses: [3], keyword: 'K1', keys: ['K3'], errorCode: 'target.refused' },
    kind: 'ignore',
    group_id: null,
  })
  expect((await process({ status: [2, 9] })).json()).toMatchObject({ code: 'invalid.nothingToProcess' })
})
