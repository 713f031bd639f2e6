import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANARY, configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { sumCalls } from './sum-calls.ts'

let server: TestServer
let token: string
const PATH = '/api/dh/lessee/connector'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const create = async () => (await call('POST', PATH, connectorBody())).json().content
const SECRET = `${CANARY}-of-the-test-environment`
const testParams = { host: 'test.shop', password: SECRET, headers: [] }

test('each environment keeps its own parameters; a switch changes places and nothing is lost', async () => {
  const { id } = await create()
  const saved = await call('PUT', `${PATH}/${id}/environment/test`, { params: testParams })
  expect(saved.json().content).toMatchObject({
    env: 'test',
    is_set: true,
    params: { host: 'test.shop', password: '******' },
  })
  expect((await call('POST', `${PATH}/${id}/environment/test/test`)).json().content).toMatchObject([{ ok: true }])
  const switched = await call('POST', `${PATH}/${id}/switch`, { env: 'test', version: 1 })
  expect(switched.json().content).toMatchObject({
    env: 'test',
    params: { host: 'test.shop' },
    status: 'ok',
    version: 2,
  })
  const list = (await call('GET', `${PATH}/${id}/environment`)).json().content
  expect(list).toMatchObject([
    { env: 'production', is_active: false, is_set: true, params: { host: 'shop.test', password: '******' } },
    { env: 'test', is_active: true, is_set: true },
    { env: 'development', is_set: false },
  ])
  const back = await call('POST', `${PATH}/${id}/switch`, { env: 'production', version: 2 })
  expect(back.json().content).toMatchObject({ env: 'production', params: { host: 'shop.test' } })
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ params: Record<string, string> }>('select params from connector_env where connector_id = $1', [id]),
  )
  const sealed = rows[0]!.params['password']!
  expect(await server.vault.open(server.a.tenantId, `connector/${id}/password`, sealed)).toBe(SECRET)
})

test('a save that changes the environment keeps the old parameters there and leaves nothing stale behind', async () => {
  const { id, name } = await create()
  await call('PUT', `${PATH}/${id}/environment/test`, { params: testParams })
  const params = { host: 'now.test', password: 'of now' }
  expect((await call('PUT', `${PATH}/${id}`, { name, env: 'test', params, version: 1 })).statusCode).toBe(200)
  const kept = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ env: string; host: string }>(
      `select env, params ->> 'host' as host from connector_env where connector_id = $1`,
      [id],
    ),
  )
  expect(kept).toEqual([{ env: 'production', host: 'shop.test' }])
  const back = await call('POST', `${PATH}/${id}/switch`, { env: 'production', version: 2 })
  expect(back.json().content).toMatchObject({ env: 'production', params: { host: 'shop.test' } })
})

test('started strategies are named before they move along', async () => {
  const { id } = await create()
  await call('PUT', `${PATH}/${id}/environment/test`, { params: testParams })
  const body = { name: 'Orders of July', config: configOf(id) }
  const strategy = (await call('POST', '/api/dh/lessee/strategy', body)).json().content
  await call('POST', `/api/dh/lessee/strategy/${strategy.id}/start`)
  const asked = await call('POST', `${PATH}/${id}/switch`, { env: 'test', version: 1 })
  expect([asked.statusCode, asked.json().code]).toEqual([409, 'conflict.confirmSwitch'])
  expect(asked.json().content).toMatchObject([{ name: 'Orders of July' }])
  const confirmed = await call('POST', `${PATH}/${id}/switch`, { env: 'test', version: 1, confirmed: true })
  expect(confirmed.json().content.env).toBe('test')
})

test('an environment without parameters, the active one and a stale version are refused', async () => {
  const { id } = await create()
  const to = async (env: string, version = 1) =>
    (await call('POST', `${PATH}/${id}/switch`, { env, version })).json().code
  expect(await to('test')).toBe('conflict.envEmpty')
  expect(await to('production')).toBe('conflict.envActive')
  await call('PUT', `${PATH}/${id}/environment/test`, { params: testParams })
  expect(await to('test', 7)).toBe('conflict.version')
  const bad = await call('PUT', `${PATH}/${id}/environment/test`, { params: { host: '', password: '******' } })
  expect(bad.json().content).toMatchObject([{ field: 'params.host' }])
})

test('the history says what changed, never a secret, and brings one back that still opens', async () => {
  const made = await create()
  const change = (params: object, version: number) =>
    call('PUT', `${PATH}/${made.id}`, { name: made.name, params, version })
  await change(
    { host: 'second.test', password: 'another-secret', headers: [{ name: 'x-key', value: 'another-canary' }] },
    1,
  )
  const history = await call('GET', `${PATH}/${made.id}/version`)
  expect(history.json().total).toBe(2)
  expect(history.json().content[0]).toMatchObject({ version: 2, kind: 'update', username: 'admin-a' })
  expect(history.json().content[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'params.host', is_secret: false, before: 'shop.test', after: 'second.test' },
      { field: 'params.password', is_secret: true, before: null, after: null },
    ]),
  )
  expect(history.body).not.toMatch(/v1\.\d|another-secret|canary/)
  const restored = await call('POST', `${PATH}/${made.id}/restore`, { to_version: 1, version: 2 })
  expect(restored.json().content).toMatchObject({
    version: 3,
    params: { host: 'shop.test', password: '******' },
    status: 'untested',
  })
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ params: Record<string, string> }>('select params from connector where id = $1', [made.id]),
  )
  const place = `connector/${made.id}/password`
  expect(await server.vault.open(server.a.tenantId, place, rows[0]!.params['password']!)).toBe(CANARY)
})

test('a copy has the parameters and no secret', async () => {
  const made = await create()
  const copied = (await call('POST', `${PATH}/${made.id}/copy`, { name: 'a second shop' })).json().content
  expect(copied).toMatchObject({ name: 'a second shop', params: { host: 'shop.test', password: '', headers: '' } })
  const again = await call('POST', `${PATH}/${made.id}/copy`, { name: 'a second shop' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict.name'])
})

test('calls are added up by hour, with the time that nineteen of twenty took at most', async () => {
  const { id } = await create()
  const latency = new Array<number>(40).fill(0)
  latency[10] = 19 // up to 32 ms
  latency[20] = 1
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into connector_call (connector_id, minute, calls, failures, latency)
       values ($1, date_trunc('minute', now()), 20, 2, $2), ($1, date_trunc('minute', now()) - interval '6 days', 5, 5, $3)`,
      [id, latency, new Array<number>(40).fill(0).with(4, 5)],
    ),
  )
  const { today, week, hours } = (await call('GET', `${PATH}/${id}/call`)).json().content
  expect(today).toEqual({ calls: 20, failures: 2, p95_ms: 32 })
  expect(week).toMatchObject({ calls: 25, failures: 7 })
  expect(hours).toHaveLength(2)
  expect(sumCalls([])).toEqual({
    today: { calls: 0, failures: 0, p95_ms: null },
    week: { calls: 0, failures: 0, p95_ms: null },
    hours: [],
  })
})
