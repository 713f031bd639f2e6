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
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute("insert into strategy (id, code, name, status) values ($1::uuid, 'g', 'g', 'stopped')", [strategyId]),
  )
})
afterAll(() => server.drop())

async function signInWith(permissions: readonly string[]): Promise<string> {
  const username = `gateway-${++counter}`
  await server.database.withTenant(server.a.tenantId, async tx => {
    const [role] = await tx.query<{ id: string }>(
      'insert into role (id, name, permissions) values (gen_random_uuid(), $1, $2) returning id',
      [username, permissions],
    )
    await tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), $1, '', password_hash, $2 from app_user where username = 'admin-a'`,
      [username, role!.id],
    )
  })
  return server.signIn(username, PASSWORD)
}

const bodyOf = (operations: readonly string[], fields: readonly string[] = []) => ({
  ...{ name: `partner ${++counter}`, remark: '', expires_at: null, ip_allow: [] },
  ...{ rate_per_minute: 60, burst: 60, quota_per_day: null, quota_per_month: null, concurrency: null, plan_id: null },
  scopes: [{ strategy_id: strategyId, operations, fields, masks: {}, row_filter: [] }],
})
const call = async (method: string, path: string, token: string, body?: object) =>
  (await server.call(method, `${ADDRESS}${path}`, { token, ...(body && { body }) })).json()

test('nobody publishes what they may not read; what was published before may stay', async () => {
  const blind = await signInWith(['gateway:query', 'gateway:add', 'gateway:update'])
  expect((await call('POST', '', blind, bodyOf(['query'], ['id']))).message).toContain('strategy:query')
  expect((await call('POST', '', blind, bodyOf(['find', 'store']))).message).toContain('strategy:query')
  expect((await call('POST', '', blind, bodyOf(['store']))).content).toMatchObject({ version: 1 })

  const { id, version } = (await call('POST', '', admin, bodyOf(['query'], ['id']))).content
  const update = (operations: readonly string[], fields: readonly string[], from: number) =>
    call('PUT', `/${id}`, blind, { ...bodyOf(operations, fields), version: from })
  expect((await update(['query'], ['id', 'phone'], version)).message).toContain('strategy:query')
  expect((await update(['query', 'find'], ['id'], version)).message).toContain('strategy:query')
  const kept = await update(['query', 'store'], ['id'], version)
  expect(kept.content).toMatchObject({ scopes: [{ operations: ['query', 'store'], fields: ['id'] }] })
  const sighted = await signInWith(['gateway:update', 'strategy:query'])
  expect(
    (await call('PUT', `/${id}`, sighted, { ...bodyOf(['query'], ['id', 'phone']), version: kept.content.version }))
      .content.scopes[0].fields,
  ).toEqual(['id', 'phone'])
})

test('a secret, which outlives the sign-in, is made only for who has shown lately who they are', async () => {
  const { id } = (await call('POST', '', admin, bodyOf(['store']))).content
  server.advance(11 * 60_000)
  expect((await call('POST', '', admin, bodyOf(['store']))).code).toBe('stepUp.needed')
  expect((await call('POST', `/${id}/secret`, admin, { keep_hours: 0 })).code).toBe('stepUp.needed')
  expect((await call('GET', `/${id}`, admin)).content.secrets).toHaveLength(1)
})
