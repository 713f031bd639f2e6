import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const ADDRESS = '/api/dh/lessee/gateway/application'
let server: TestServer
let admin: string
let strategyId: string
let counter = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin-a', PASSWORD)
  strategyId = newId()
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into strategy (id, code, name, status) values ($1::uuid, 'v', 'Orders', 'stopped')", [
      strategyId,
    ])
    const [role] = await tx.query<{ id: string }>(
      "insert into role (id, name, permissions) values (gen_random_uuid(), 'keeper', '{gateway:query,gateway:update}') returning id",
    )
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'keeper', '', password_hash, $1 from app_user where username = 'admin-a'`,
      [role!.id],
    )
  })
})
afterAll(() => server.drop())

const bodyOf = (fields: readonly string[], masks: object = {}) => ({
  ...{ name: `partner ${++counter}`, remark: '', expires_at: null, ip_allow: [] },
  ...{ rate_per_minute: 60, burst: 60, quota_per_day: null, quota_per_month: null, concurrency: null, plan_id: null },
  scopes: [{ strategy_id: strategyId, operations: ['query'], fields, masks, row_filter: [] }],
})
const call = async (method: string, path: string, body?: object, token = admin) =>
  (await server.call(method, `${ADDRESS}${path}`, { token, ...(body && { body }) })).json()

const plantCall = (applicationId: string, daysAgo: number, version: number | null, tenantId = server.a.tenantId) =>
  server.database.withTenant(tenantId, tx =>
    tx.execute(
      `insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, duration_ms,
         api_version, created_at) values ($1, $2, 'p', $3, 'query', 'POST', '127.0.0.1', 200, 0, 1, $4, now() - make_interval(days => $5))`,
      [newId(), applicationId, strategyId, version, daysAgo],
    ),
  )

const versionsOf = async (id: string) =>
  (await call('GET', `/${id}/versions`)).content.map((row: { version: number; is_current: boolean; calls: number }) => [
    row.version,
    row.is_current,
    row.calls,
  ])

test('what would break callers is refused with what breaks and who called it, and changes nothing', async () => {
  const { id } = (await call('POST', '', bodyOf(['id', 'phone']))).content
  for (const days of [1, 2, 40]) await plantCall(id, days, null)
  await plantCall(id, 1, null, server.b.tenantId)
  const change = { ...bodyOf(['id', 'phone'], { phone: 'ends' }), version: 1 }
  const refused = await call('PUT', `/${id}`, change)
  expect(refused).toMatchObject({
    code: 'conflict.breakingChange',
    content: [
      {
        ...{ kind: 'strategy', id: strategyId, name: 'Orders', version: 1, breaks: [{ what: 'mask', name: 'phone' }] },
        callers: [{ application_id: id, calls: 2 }],
      },
    ],
  })
  // Somebody called it lately: in its place it changes for nobody.
  expect((await call('PUT', `/${id}`, { ...change, on_break: { way: 'inPlace' } })).code).toBe(
    'conflict.breakingChange',
  )
  expect((await call('GET', `/${id}`)).content).toMatchObject({ version: 1, scopes: [{ masks: {}, version: 1 }] })
  expect(await versionsOf(id)).toEqual([[1, true, 2]])
})

test('a new version stands beside the old one, numbers are never given twice, and nothing else is touched', async () => {
  const { id } = (await call('POST', '', bodyOf(['id', 'phone']))).content
  await plantCall(id, 1, 1)
  const onBreak = { way: 'version', sunset_at: '2099-01-01T00:00:00Z' }
  const next = await call('PUT', `/${id}`, { ...bodyOf(['id']), version: 1, on_break: onBreak })
  expect(next.content.scopes).toMatchObject([{ fields: ['id'], version: 2 }])
  await plantCall(id, 1, 2)
  expect(await versionsOf(id)).toEqual([
    [2, true, 1],
    [1, false, 1],
  ])
  const kept = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ doc: object }>('select doc from gateway_old_version where application_id = $1', [id]),
  )
  expect(kept).toEqual([
    { doc: { operations: ['query'], fields: ['id', 'phone'], masks: {}, row_filter: [], body_policy: null } },
  ])
  // What adds needs none.
  const more = await call('PUT', `/${id}`, { ...bodyOf(['id', 'amount']), version: 2 })
  expect(more.content.scopes).toMatchObject([{ version: 2 }])
  const withdrawn = await call('PUT', `/${id}`, { ...bodyOf([]), scopes: [], version: 3, on_break: onBreak })
  expect(withdrawn.content.scopes).toEqual([])
  const again = await call('PUT', `/${id}`, { ...bodyOf(['id']), version: 4 })
  expect(again.content.scopes).toMatchObject([{ version: 3 }])
  const wrong = { way: 'version', deprecated_at: '2099-02-01T00:00:00Z', sunset_at: '2099-01-01T00:00:00Z' }
  expect((await call('PUT', `/${id}`, { ...bodyOf([]), version: 5, on_break: wrong })).code).toBe('invalid.sunset')
})

test('dates move, but who may not read what an ended version handed out does not bring it back', async () => {
  const { id } = (await call('POST', '', bodyOf(['id', 'phone']))).content
  const onBreak = { way: 'version', sunset_at: '2020-01-01T00:00:00Z' }
  await call('PUT', `/${id}`, { ...bodyOf(['id']), version: 1, on_break: onBreak })
  const keeper = await server.signIn('keeper', PASSWORD)
  const set = (
    token: string,
    version: number,
    sunset_at: string | null,
    deprecated_at: string | null = '2020-01-01T00:00:00Z',
  ) =>
    call(
      'PUT',
      `/${id}/versions`,
      { kind: 'strategy', object_id: strategyId, version, deprecated_at, sunset_at },
      token,
    )
  expect((await set(keeper, 1, '2099-01-01T00:00:00Z')).message).toContain('strategy:query')
  expect((await set(keeper, 2, '2099-01-01T00:00:00Z', null)).content).toHaveLength(2)
  expect((await set(admin, 1, null)).code).toBe('invalid.sunset')
  expect((await set(admin, 1, '2019-01-01T00:00:00Z')).code).toBe('invalid.sunset')
  expect((await set(admin, 9, '2099-01-01T00:00:00Z')).code).toBe('notFound.apiVersion')
  expect((await set(admin, 1, '2099-01-01T00:00:00Z')).content[1]).toMatchObject({
    version: 1,
    sunset_at: expect.stringContaining('2099'),
  })
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect((await set(stranger, 1, '2099-01-01T00:00:00Z')).code).toBe('notFound.gatewayApplication')
  expect((await call('GET', `/${id}/versions`, undefined, stranger)).code).toBe('notFound.gatewayApplication')
})
