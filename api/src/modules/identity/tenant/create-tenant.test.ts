import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { checkPassword } from '../password/index.ts'
import { createTenant, hasTenant } from './create-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())

test('a made password satisfies the rules and must be changed', async () => {
  const made = await createTenant(server.database, { code: 'shop-1', name: 'Shop', adminUsername: 'boss' })
  const rule = { password: made.password, password2: made.password, isOwn: false, context: ['boss', 'Shop'] }
  expect(checkPassword(rule)).toBeNull()
  const token = await server.signIn('boss', made.password)
  const profile = (await server.call('GET', '/api/user', { token })).json().content
  expect(profile).toMatchObject({
    must_change_password: true,
    lessee: { id: made.tenantId, time_zone: 'Asia/Shanghai' },
  })
  expect(profile.role.name).toBe('管理员')
})

test('a given password need not be changed', async () => {
  await createTenant(server.database, { code: 'own-word', name: 'G', adminUsername: 'g', password: 'Given-Pass-1' })
  const token = await server.signIn('g', 'Given-Pass-1')
  expect((await server.call('GET', '/api/dh/lessee/run', { token })).statusCode).toBe(200)
})

test('a given password obeys the rule of every other door', async () => {
  const wanted = { code: 'harbour', name: 'Harbour Ltd', adminUsername: 'captain' }
  for (const password of ['Password1!', 'Harbour-2026!', 'x-Captain-7', 'short-1'])
    await expect(createTenant(server.database, { ...wanted, password })).rejects.toMatchObject({ field: 'password' })
  expect(await server.database.withSystem(tx => tx.query("select 1 from tenant where code = 'harbour'"))).toEqual([])
})

test('a taken code is refused and nothing is left behind', async () => {
  const wanted = { code: 'twice', name: 'T', adminUsername: 'twice' }
  await createTenant(server.database, wanted)
  await expect(createTenant(server.database, { ...wanted, adminUsername: 'else' })).rejects.toMatchObject({
    code: 'conflict.code',
  })
  const rows = await server.database.withSystem(tx => tx.query("select 1 from app_user where username = 'else'"))
  expect(rows).toEqual([])
  expect(await hasTenant(server.database)).toBe(true)
})

test('the menu shows what the role allows', async () => {
  const { tenantId } = await createTenant(server.database, {
    code: 'menus',
    name: 'M',
    adminUsername: 'menus',
    password: 'Given-Pass-1',
  })
  const admin = await server.signIn('menus', 'Given-Pass-1')
  const paths = async () =>
    (await server.call('GET', '/currentUserNav', { token: admin }))
      .json()
      .content.map((node: { path: string }) => node.path)
  expect(await paths()).toEqual(
    expect.arrayContaining(['/workplace', '/strategy/index', '/strategy/create', '/connector/index', '/system/log']),
  )
  await server.database.withTenant(tenantId, tx =>
    tx.execute("update app_user set role_id = (select id from role where name = '只读')"),
  )
  server.advance(5001) // a changed role counts within five seconds
  const seen = await paths()
  expect(seen).toEqual(
    expect.arrayContaining(['/workplace', '/strategy/index', '/connector/index', '/resources/process']),
  )
  // No screen that makes something but reports of one's own, and of the tenant's own affairs only what it may use.
  expect(seen.filter((path: string) => /create$|^\/system/.test(path))).toEqual([
    '/strategy/aggregate/:strategy/create',
    '/system',
    '/system/quota',
  ])
})
