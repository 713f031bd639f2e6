import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANARY, configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
const PATH = '/api/dh/lessee/connector'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const create = async (body: object = connectorBody()) => (await call('POST', PATH, body)).json().content
const stored = (id: string) =>
  server.database.withTenant(server.a.tenantId, async tx => {
    const rows = await tx.query<{ params: Record<string, string> }>('select params from connector where id = $1', [id])
    return rows[0]!.params
  })

test('secrets are sealed for their place at rest and read as a mask', async () => {
  const made = await create()
  expect(made.params).toMatchObject({ host: 'shop.test', password: '******', headers: '******' })
  const params = await stored(made.id)
  expect(await server.vault.open(server.a.tenantId, `connector/${made.id}/password`, params['password']!)).toBe(CANARY)
  const headers = await server.vault.open(server.a.tenantId, `connector/${made.id}/headers`, params['headers']!)
  expect(JSON.parse(headers)).toEqual([{ name: 'x-key', value: CANARY }])
  await expect(server.vault.open(server.a.tenantId, 'connector/other/password', params['password']!)).rejects.toThrow()
})

test('saving the mask keeps the secret, a new one replaces it, an empty one clears it', async () => {
  const made = await create()
  const before = await stored(made.id)
  const save = (params: object, version: number) =>
    call('PUT', `${PATH}/${made.id}`, { name: made.name, params: { host: 'shop.test', ...params }, version })
  expect((await save({ password: '******', headers: '******' }, 1)).statusCode).toBe(200)
  expect(await stored(made.id)).toMatchObject({ password: before['password'], headers: before['headers'] })
  const changed = (await save({ password: 'next', headers: '' }, 2)).json().content
  expect(changed.params).toMatchObject({ password: '******', headers: '' })
  expect((await stored(made.id))['password']).not.toBe(before['password'])
  const cleared = await save({ password: '' }, 3)
  expect(cleared.statusCode).toBe(422)
  expect(cleared.json().content).toMatchObject([{ field: 'params.password' }])
})

test('a mask that stands for nothing is no secret', async () => {
  const answer = await call('POST', PATH, { ...connectorBody(), params: { host: 'h', password: '******' } })
  expect(answer.json()).toMatchObject({ code: 'invalid.params', content: [{ field: 'params.password' }] })
})

test('parameters are checked against the manifest, every problem with its field', async () => {
  const answer = await call('POST', PATH, { ...connectorBody(), params: { nonsense: 1 } })
  expect(answer.statusCode).toBe(422)
  const fields = answer.json().content.map((problem: { field: string }) => problem.field)
  expect(fields.sort()).toEqual(['params.host', 'params.nonsense', 'params.password'])
  expect((await call('POST', PATH, { ...connectorBody(), platform_id: 'none' })).statusCode).toBe(404)
})

test('a file of another tenant cannot be named', async () => {
  const other = await server.signIn('admin-b', PASSWORD)
  const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const file = (await server.call('POST', '/api/dh/lessee/file', { token: other, body, headers })).json().content
  const params = { host: 'h', password: 'p', upload: file.id }
  const answer = await call('POST', PATH, { ...connectorBody(), params })
  expect(answer.json().content).toMatchObject([{ field: 'params.upload' }])
})

test('a name is unique per platform; a stale save is refused', async () => {
  const made = await create()
  const again = await call('POST', PATH, { ...connectorBody(), name: made.name })
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict.name'])
  const params = { host: 'shop.test', password: '******' }
  expect((await call('PUT', `${PATH}/${made.id}`, { name: made.name, params, version: 1 })).statusCode).toBe(200)
  const stale = await call('PUT', `${PATH}/${made.id}`, { name: made.name, params, version: 1 })
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict.version'])
})

test('a resource is described by the options of the side that it is for', async () => {
  const { id } = await create()
  const describe = (role: object) =>
    call('POST', `${PATH}/${id}/resource/describe`, { resource: 'orders', options: { method: 'PUT' }, ...role })
  expect((await describe({ role: 'target' })).json().content).toMatchObject({ id: 'orders' })
  expect((await describe({})).json()).toMatchObject({ code: 'params.invalid' })
})

test('a connector in use is not deleted and the strategies are named', async () => {
  const made = await create()
  const strategy = await call('POST', '/api/dh/lessee/strategy', { name: 'Orders of May', config: configOf(made.id) })
  const answer = await call('DELETE', `${PATH}/${made.id}`)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().content).toMatchObject([{ id: strategy.json().content.id, name: 'Orders of May' }])
  expect(answer.json().message).toContain('Orders of May')
  await call('POST', '/api/dh/lessee/strategy-batch/delete', { ids: [strategy.json().content.id] })
  expect((await call('DELETE', `${PATH}/${made.id}`)).statusCode).toBe(200)
})

test('a test is remembered until the parameters change', async () => {
  const made = await create()
  expect((await call('POST', `${PATH}/${made.id}/test`)).json().content).toMatchObject([{ name: 'network', ok: true }])
  const tested = (await call('GET', `${PATH}/${made.id}`)).json().content
  expect(tested).toMatchObject({ status: 'ok', last_test: [{ name: 'network' }] })
  expect(tested.last_test_at).toMatch(/Z$/)
  // What the credential may do is told in the reader's language; a statement to copy stays as it is.
  expect(tested.last_test[0].rights).toMatchObject([{ state: 'no', advice: '等待执行进程', repair: 'grant all' }])
  const params = { host: 'elsewhere', password: 'entered again' }
  const saved = await call('PUT', `${PATH}/${made.id}`, { name: made.name, params, version: made.version })
  expect(saved.json().content.status).toBe('untested')
})

test('another address asks for the secrets again, in a test and when saving', async () => {
  const made = await create()
  const tested = server.engine.seen.params.length
  const moved = { host: 'evil.test', password: '******', headers: '******' }
  const test = await call('POST', `${PATH}/test`, { platform_id: 'fake', id: made.id, params: moved })
  const save = (params: object, version = made.version) =>
    call('PUT', `${PATH}/${made.id}`, { name: made.name, params, version })
  for (const refused of [test, await save(moved)]) {
    expect(refused.statusCode).toBe(422)
    expect(refused.json().content).toMatchObject([{ field: 'params.password' }, { field: 'params.headers' }])
  }
  expect(server.engine.seen.params).toHaveLength(tested)
  const left = await save({ ...moved, password: 'entered again' })
  expect(left.json().content).toMatchObject([
    { field: 'params.headers', message: '地址或验证对方身份的方式已改变，请重新填写此项' },
  ])
  expect((await save({ ...made.params, host: ' SHOP.test ' })).statusCode).toBe(200)
  expect((await save({ host: 'new.test', password: 'entered again' }, made.version + 1)).statusCode).toBe(200)
})

test('stored secrets are lent to a test as sealed texts, and only to who may change them', async () => {
  const made = await create()
  const body = { platform_id: 'fake', id: made.id, params: { ...made.params } }
  expect((await call('POST', `${PATH}/test`, body)).statusCode).toBe(200)
  expect(server.engine.seen.params.at(-1)).toMatchObject({
    password: (await stored(made.id))['password'],
  })
  await server.database.withTenant(server.a.tenantId, async tx => {
    const role = "(select id from role where name = '只读')"
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select '00000000-0000-7000-8000-000000000003', 'reader', '', password_hash, ${role} from app_user where username = 'admin-a'`)
  })
  const reader = await server.signIn('reader', PASSWORD)
  const refused = await server.call('POST', `${PATH}/test`, { token: reader, body })
  expect([refused.statusCode, refused.json().code]).toEqual([405, 'permission'])
  // Nor does who may only read look around in the network by addresses of their own.
  const tested = server.engine.seen.params.length
  const scan = { platform_id: 'fake', params: { host: '10.0.0.7', password: 'mine' } }
  for (const sent of [scan, { ...scan, id: made.id }])
    expect((await server.call('POST', `${PATH}/test`, { token: reader, body: sent })).statusCode).toBe(405)
  expect(server.engine.seen.params).toHaveLength(tested)
})

test('what a connector signs in with is shown with its end, and told of until it is renewed', async () => {
  const made = await create()
  expect(made.credential).toBeNull()
  const grantFor = (endsAt: string) =>
    server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(
        `insert into connector_grant (connector_id, env, tokens, issuer, granted_by, ends_at, warn_at)
         values ($1, 'production', 'v1.x', 'i', 'u', $2, $2::timestamptz - interval '7 days')
         on conflict (tenant_id, connector_id, env) do update set ends_at = excluded.ends_at, warn_at = excluded.warn_at`,
        [made.id, endsAt],
      ),
    )
  const save = async () => {
    const { version } = (await call('GET', `${PATH}/${made.id}`)).json().content
    const params = { host: 'shop.test', password: '******', headers: '' }
    return (await call('PUT', `${PATH}/${made.id}`, { name: made.name, params, version })).json().content
  }
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const openNotices = async () => {
    const { content } = (await call('GET', '/api/dp/notice?group=todo')).json()
    return content.filter(
      (notice: { kind: string; status: string; path: string }) =>
        notice.kind === 'credential.expiring' && notice.status === 'open' && notice.path.endsWith(made.id),
    )
  }
  const end = day(3)
  await grantFor(end)
  expect((await save()).credential).toEqual({ kind: 'grant', ends_at: end, state: 'soon' })
  expect(await openNotices()).toMatchObject([{ description: expect.stringContaining(end.slice(0, 10)) }])
  await save()
  expect(await openNotices()).toMatchObject([{ count: 1 }])
  await grantFor(day(300))
  expect((await save()).credential.state).toBe('good')
  expect(await openNotices()).toEqual([])
})

test('the list filters, sorts, counts and pages', async () => {
  const names = ['list-b', 'list-a', 'list_c']
  for (const name of names) await create({ ...connectorBody(), name, env: 'test' })
  const list = async (query: string) => (await call('GET', `${PATH}?${query}`)).json()
  const sorted = await list('keyword=list&env=test&sort=name&pageSize=2')
  expect([sorted.total, sorted.content.map((row: { name: string }) => row.name)]).toEqual([3, ['list-a', 'list-b']])
  expect((await list('keyword=list_&env=test')).total).toBe(1) // an underscore is itself, no wildcard
  const beyond = await list('keyword=list&env=test&page=9')
  expect([beyond.total, beyond.content]).toEqual([3, []])
  expect((await list('platform_id=reader')).total).toBe(0)
  expect((await list('role=target&keyword=list-a')).content[0]).toMatchObject({
    platform_name: '假平台',
    roles: ['source', 'target'],
  })
  expect((await call('GET', `${PATH}?pageSize=501`)).statusCode).toBe(422)
})
