import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin-a', PASSWORD)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select gen_random_uuid(), 'reader', '', password_hash, (select id from role where name = '只读') from app_user where username = 'admin-a'`),
  )
})
afterAll(() => server.drop())

const find = async (query: string) =>
  (await server.call('GET', `/api/dp/system/log?${query}`, { token: admin })).json().content

test('what a person tried to change and may not is in the log, once a minute, with the reason', async () => {
  const reader = await server.signIn('reader', PASSWORD)
  const tryIt = () => server.call('POST', '/api/dp/system/role', { token: reader, body: {} })
  for (let round = 0; round < 3; round++) expect((await tryIt()).statusCode).toBe(405)
  const rows = await find('action=role.create&result=refused')
  expect(rows).toMatchObject([{ username: 'reader', role: '只读', code: 'permission.missing', operation: 'add' }])
  server.advance(60_001)
  await tryIt()
  expect(await find('action=role.create&result=refused')).toHaveLength(2)
})

test('a conflict is told, a slip of the pen and a look are not', async () => {
  await server.call('POST', '/api/dp/system/role', { token: admin, body: { name: '只读', permissions: [] } })
  expect(await find('action=role.create&result=refused&user=admin')).toMatchObject([{ code: 'conflict.name' }])
  await server.call('POST', '/api/dp/system/role', { token: admin, body: { name: '' } })
  await server.call('POST', '/api/dp/system/role', { body: { name: 'x' } })
  const reader = await server.signIn('reader', PASSWORD)
  await server.call('GET', '/api/dp/system/role', { token: reader })
  expect(await find('action=role.list')).toEqual([])
  expect(await find('action=role.create&user=admin')).toHaveLength(1)
})
