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
const inPlace = { on_break: { way: 'inPlace' } }
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
    (
      await call('PUT', `/${id}`, sighted, {
        ...bodyOf(['query'], ['id', 'phone']),
        version: kept.content.version,
        ...inPlace,
      })
    ).content.scopes[0].fields,
  ).toEqual(['id', 'phone'])
})

async function plantAsset(): Promise<{ asset_id: string; connector_id: string }> {
  const [asset_id, connector_id] = [newId(), newId()]
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into connector (id, name, platform_id) values ($1::uuid, $1::uuid::text, 'http')", [
      connector_id,
    ])
    await tx.execute(
      "insert into api_asset (id, name, api, method, type, platform_id) values ($1, 'stock', '/stock', 'GET', 'QUERY', 'http')",
      [asset_id],
    )
  })
  return { asset_id, connector_id }
}

async function plantMap(): Promise<string> {
  const id = newId()
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute('insert into value_map (id, name) values ($1::uuid, $1::uuid::text)', [id]),
  )
  return id
}

test('what a change does not name stays: assets, maps, masks and row filters', async () => {
  const asset = { ...(await plantAsset()), fields: ['no', 'phone'], masks: { phone: 'ends' } }
  const map = await plantMap()
  const row_filter = [{ field: 'shop', op: 'is', values: ['A'] }]
  const body = bodyOf(['query'], ['id', 'phone'])
  const guarded = [{ ...body.scopes[0], masks: { phone: 'hide' }, row_filter }]
  const made = await call('POST', '', admin, { ...body, scopes: guarded, assets: [asset], map_ids: [map] })
  const { id } = made.content
  const bare = { strategy_id: strategyId, operations: ['query'], fields: ['id', 'phone'] }

  const kept = await call('PUT', `/${id}`, admin, { ...body, remark: 'renamed', scopes: [bare], version: 1 })
  expect(kept.content).toMatchObject({
    ...{ remark: 'renamed', maps: [{ id: map }], assets: [asset] },
    scopes: [{ masks: { phone: 'hide' }, row_filter }],
  })
  const { masks: _, ...unmasked } = asset
  const named = await call('PUT', `/${id}`, admin, { ...body, scopes: [bare], assets: [unmasked], version: 2 })
  expect(named.content.assets).toMatchObject([asset])
  const narrowed = { ...bare, fields: ['id'] }
  const less = await call('PUT', `/${id}`, admin, { ...body, scopes: [narrowed], version: 3, ...inPlace })
  expect(less.content.scopes).toMatchObject([{ fields: ['id'], masks: {}, row_filter }])
  // Whoever names them empty means it.
  const none = await call('PUT', `/${id}`, admin, { ...body, assets: [], map_ids: [], version: 4, ...inPlace })
  expect(none.content).toMatchObject({ assets: [], maps: [], scopes: [{ masks: {}, row_filter: [] }] })
})

test('nobody uncovers what they may not read: neither a masked field nor a filtered row', async () => {
  const blind = await signInWith(['gateway:query', 'gateway:update'])
  const body = bodyOf(['query'], ['id', 'phone'])
  const masks = { phone: 'hide' }
  const row_filter = [{ field: 'shop', op: 'is', values: ['A'] }]
  const scopes = [{ ...body.scopes[0], masks, row_filter }]
  const { id, version } = (await call('POST', '', admin, { ...body, scopes })).content
  const update = (scope: object) =>
    call('PUT', `/${id}`, blind, { ...body, scopes: [{ ...scopes[0], ...scope }], version })
  expect((await update({ masks: {} })).message).toContain('strategy:query')
  expect((await update({ row_filter: [] })).message).toContain('strategy:query')
  expect((await update({})).content).toMatchObject({ scopes: [{ masks, row_filter }] })
})

test('a secret, which outlives the sign-in, is made only for who has shown lately who they are', async () => {
  const { id } = (await call('POST', '', admin, bodyOf(['store']))).content
  server.advance(11 * 60_000)
  expect((await call('POST', '', admin, bodyOf(['store']))).code).toBe('stepUp.needed')
  expect((await call('POST', `/${id}/secret`, admin, { keep_hours: 0 })).code).toBe('stepUp.needed')
  expect((await call('GET', `/${id}`, admin)).content.secrets).toHaveLength(1)
})
