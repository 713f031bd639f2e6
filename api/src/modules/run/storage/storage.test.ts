import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let strategyId: string

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
})
afterAll(() => server.drop())

const PATH = '/api/dh/lessee/storage'
const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const inTenant = (text: string, values: readonly unknown[]) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(text, values))
const nothing = {
  finished_days: null,
  error_days: null,
  log_days: null,
  run_days: null,
  replaced_days: null,
  archive: null,
}
const readUse = async () => (await call('GET', `${PATH}/strategy`)).json().content[0]

test('a strategy is kept by its own rule, else the tenant’s, else the product’s', async () => {
  expect((await readUse()).retention).toMatchObject({ finished_days: 90, log_days: 30, archive: false })
  await call('PUT', `${PATH}/retention`, { ...nothing, finished_days: 60, archive: true })
  await call('PUT', `${PATH}/strategy/${strategyId}/retention`, { ...nothing, log_days: 0 })
  expect(await readUse()).toMatchObject({
    own: { finished_days: null, log_days: 0 },
    retention: { finished_days: 60, log_days: 0, error_days: 90, archive: true },
  })
  expect((await call('GET', PATH)).json().content.own).toMatchObject({ finished_days: 60 })
})

test('fewer days than the least are refused at their field', async () => {
  const answer = await call('PUT', `${PATH}/retention`, { ...nothing, error_days: 3 })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'invalid.retention', content: [{ field: 'error_days', value: '30' }] })
})

test('a clean-up needs the strategy’s name, typed', async () => {
  const body = { strategy_id: strategyId, what: 'page', before: '2026-01-01T00:00:00Z' }
  const refused = await call('POST', `${PATH}/clean-up`, { ...body, confirm: 'orders' })
  expect(refused.json().code).toBe('invalid.confirm')
  const name = (await readUse()).strategy_name
  const job = (await call('POST', `${PATH}/clean-up`, { ...body, confirm: name })).json().content
  expect(job).toMatchObject({ kind: 'clean', what: 'page', state: 'queued', total: '3', strategy_name: name })
  expect((await call('POST', `${PATH}/job/${job.id}/cancel`)).json().content.state).toBe('cancelled')
  expect((await call('POST', `${PATH}/job/${job.id}/cancel`)).statusCode).toBe(409)
})

test('totals are those of the last measurement, growth is against a week before', async () => {
  for (const [day, bytes] of [
    ['2026-03-01', 100],
    ['2026-03-09', 350],
  ])
    await inTenant(
      `insert into storage_use (strategy_id, day, records, pages, page_bytes, record_bytes, trace_bytes)
       values ($1, $2, 10, 2, $3, 20, 5)`,
      [strategyId, day, bytes],
    )
  await inTenant('insert into record_count (strategy_id, status, count) values ($1, 2, 11)', [strategyId])
  expect((await call('GET', PATH)).json().content).toMatchObject({
    total_bytes: '375',
    growth_bytes: '250',
    records: '11',
    pages: '2',
    page_bytes: '350',
  })
  expect(await readUse()).toMatchObject({ records: '11', page_bytes: '350' })
})

test('an archive of a deleted strategy is listed and downloaded, not restored', async () => {
  const [id, gone] = [newId(), newId()]
  await inTenant(
    `insert into archive_file (id, strategy_id, path, pages, records, size_bytes, content_sha256, file_sha256, first_page,
       last_page, oldest, newest) values ($1, $2, 'x', 1, 1, 1, '', '', 1, 1, now(), now())`,
    [id, gone],
  )
  expect((await call('GET', `${PATH}/archive`)).json().content).toMatchObject([{ id, strategy_name: null }])
  const file = await call('GET', `${PATH}/archive/${id}/content`)
  expect([file.statusCode, file.body]).toEqual([200, 'PAR1'])
  expect((await call('POST', `${PATH}/archive/${id}/restore`)).json().code).toBe('notFound.strategy')
})

test('a strategy whose records are grouped names who groups them', async () => {
  const { config } = (await call('GET', `/api/dh/lessee/strategy/${strategyId}`)).json().content
  const source = { ...config.source, resource: `strategy.query/${strategyId}`, group: { by: ['id'] } }
  const made = await call('POST', '/api/dh/lessee/strategy', { name: 'documents', config: { ...config, source } })
  expect(made.statusCode).toBe(200)
  const uses = (await call('GET', `${PATH}/strategy`)).json().content as { strategy_id: string; grouped_by: string[] }[]
  expect(uses.map(use => [use.strategy_id === strategyId, use.grouped_by]).sort()).toEqual([
    [false, []],
    [true, ['documents']],
  ])
})
