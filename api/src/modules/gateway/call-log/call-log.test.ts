import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const ADDRESS = '/api/dh/lessee/gateway'
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const plantCall = (asset: { id: string; name: string } | null, tenantId = server.a.tenantId) =>
  server.database.withTenant(tenantId, tx =>
    tx.execute(
      `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, duration_ms, asset_id, asset_name)
       values ($1, $1, 'partner', 'asset-call', 'POST', '127.0.0.1', 200, 0, 3, $2, $3)`,
      [newId(), asset?.id ?? null, asset?.name ?? null],
    ),
  )

test('the log names the asset that was called, finds its calls and writes them to the file', async () => {
  const [stock, price] = ['Stock', 'Price'].map(name => ({ id: newId(), name }))
  for (const asset of [stock, price, stock, null]) await plantCall(asset ?? null)
  await plantCall(stock ?? null, server.b.tenantId)
  const list = async (query: string) => (await server.call('GET', `${ADDRESS}/log${query}`, { token })).json()
  expect((await list('')).content).toHaveLength(4)
  const found = await list(`?asset_id=${stock?.id}`)
  expect([found.total, found.content.map((row: { asset_name: string }) => row.asset_name)]).toEqual([
    2,
    ['Stock', 'Stock'],
  ])
  const { id } = found.content[0]
  const one = (await server.call('GET', `${ADDRESS}/log/${id}`, { token })).json()
  expect(one.content).toMatchObject({ asset_id: stock?.id, asset_name: 'Stock', strategy_name: null })
  expect((await list('?asset_id=Stock')).code).not.toBe(200)
  const file = await server.call('GET', `${ADDRESS}/log-export?asset_id=${price?.id}`, { token })
  const lines = file.body.trim().split('\r\n')
  expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining('Price')])
})

test('whoever was not let in is refused, makes no call of its application, and takes no part in how long calls take', async () => {
  const applicationId = newId()
  const plant = (code: number, failure: string | null, times = 1) =>
    server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(
        `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, failure, times, duration_ms)
         values ($1, $2, 'bound', 'query', 'POST', '127.0.0.1', $3, $4, $5, $6, $7)`,
        [newId(), applicationId, code === 0 ? 200 : 403, code, failure, times, code === 0 ? 9 : 0],
      ),
    )
  await plant(0, null)
  await plant(40301, 'operation: store')
  for (const failure of ['certificateMissing', 'certificateOther', 'auth']) await plant(40101, failure, 50)
  await plant(40301, 'address')
  await plant(42901, 'rate', 7)
  const read = async (path: string) =>
    (await server.call('GET', `${ADDRESS}/${path}application_id=${applicationId}`, { token })).json()
  expect((await read('log-stats?')).content).toMatchObject({ calls: 2, failed: 1, refused: 7 })
  for (const [result, total] of Object.entries({ ok: 1, failed: 1, refused: 5 }))
    expect([result, (await read(`log?result=${result}&`)).total]).toEqual([result, total])
})
