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
    post: async (path, body) => (await server.call('POST', path, { token, body })).json().content,
  }
  strategyId = (await newStrategy(world)).id
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("update strategy set name = '100% 订单' where id = $1", [strategyId])
    await tx.execute(
      `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, version, hash, run_id, number, target_key)
       select $1, 'K' || n, n, 1, now(), n, 2, 1, '\\x00', $1, 'SO-' || n, 'ERP-' || n from generate_series(1, 20) n`,
      [strategyId],
    )
  })
})
afterAll(() => server.drop())

const find = async (q: string, as = token) =>
  (await server.call('GET', `/api/dp/search?q=${encodeURIComponent(q)}`, { token: as })).json().content

test('a record is found by its whole number, its key or its key at the target, not by a part', async () => {
  expect((await find('SO-7')).records).toMatchObject([{ id: '7', strategy_id: strategyId, strategy_name: '100% 订单' }])
  expect((await find('K9')).records).toMatchObject([{ id: '9', number: 'SO-9' }])
  expect((await find('ERP-9')).records).toMatchObject([{ id: '9', number: 'SO-9' }])
  expect((await find('SO-')).records).toEqual([])
})
test('a strategy is found by a part of its name; wildcards are letters', async () => {
  expect((await find('0% 订')).strategies).toMatchObject([{ id: strategyId }])
  expect((await find('0_ 订')).strategies).toEqual([])
})
test('another tenant finds nothing', async () => {
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect(await find('SO-7', stranger)).toEqual({ strategies: [], connectors: [], records: [] })
  expect((await find('订单', stranger)).strategies).toEqual([])
})
