import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let connectorId: string
let id: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())
beforeEach(async () => {
  const { source, ...rest } = configOf(connectorId)
  const config = {
    ...rest,
    source: { ...source, increment: { field: 'at', lookBackSeconds: 60 }, deletes: { policy: 'mark' } },
  }
  id = (await call('POST', '/api/dh/lessee/strategy', { name: `s ${Math.random()}`, config })).json().content.id
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const PATH = () => `/api/dh/lessee/strategy-cursor/${id}`
const move = (watermark: string | null, expected: string | null, reason = 'a test') =>
  call('PUT', PATH(), { watermark, expected, reason })

test('a cursor is moved with its history: who, when, before, after, why', async () => {
  expect((await move('2026-01-05 10:00:00', null, 'first load was by hand')).statusCode).toBe(200)
  expect((await move(null, '2026-01-05 10:00:00', 'from the start')).statusCode).toBe(200)
  const cursor = (await call('GET', PATH())).json().content
  expect(cursor).toMatchObject({ field: 'at', watermark: null, look_back_seconds: 60 })
  expect(cursor.history).toMatchObject([
    { kind: 'reset', before: '2026-01-05 10:00:00', after: null, reason: 'from the start', changed_by: 'admin-a' },
    { kind: 'edit', before: null, after: '2026-01-05 10:00:00', reason: 'first load was by hand' },
  ])
})

test('it is not moved over a move nobody saw, without a reason, or while a run is live', async () => {
  await move('5', null)
  expect((await move('7', '4')).statusCode).toBe(409)
  expect((await move('7', '5', ' ')).statusCode).toBe(422)
  await call('POST', `/api/dh/lessee/strategy/${id}/run`, {})
  expect((await move('7', '5')).statusCode).toBe(409)
  expect((await call('GET', PATH())).json().content.watermark).toBe('5')
})

test('another increment field forgets it, and the history says so', async () => {
  await move('5', null)
  const { content } = (await call('GET', `/api/dh/lessee/strategy/${id}`)).json()
  const source = { ...content.config.source, increment: { field: 'changed_at' } }
  await call('PUT', `/api/dh/lessee/strategy-source/${id}`, { source, version: content.version })
  expect((await call('GET', PATH())).json().content).toMatchObject({
    watermark: null,
    history: [{ kind: 'source', before: '5', after: null }, { kind: 'edit' }],
  })
})

test('how much would be read again is asked before', async () => {
  const counted = await call('POST', `${PATH()}/count`, { from: '1', to: null })
  expect(counted.json().content).toEqual({ count: 42 })
})

test('a bound in another form than the field’s is refused at its place, before anything is counted, read or moved', async () => {
  await move('7', null)
  const expectRefused = async (answer: Promise<{ statusCode: number; json(): unknown }>, field: string) => {
    const { statusCode, json } = await answer
    expect([statusCode, json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid.bound', content: [expect.objectContaining({ field, value: '昨天' })] }),
    ])
  }
  await expectRefused(call('POST', `${PATH()}/count`, { from: '昨天', to: '9' }), 'from')
  await expectRefused(call('POST', `${PATH()}/range`, { from: '1', to: '昨天' }), 'to')
  await expectRefused(move('昨天', '7'), 'watermark')
  expect((await call('GET', PATH())).json().content.watermark).toBe('7')
})

test('a range that ends before it begins, and plans the strategy has no use for, are refused at their field', async () => {
  const range = await call('POST', `${PATH()}/range`, { from: '2026-01-03', to: '2026-01-01' })
  expect([range.statusCode, range.json().content[0]?.field ?? 'to']).toEqual([422, 'to'])
  expect((await call('POST', `${PATH()}/remedy`)).statusCode).toBe(422)
  expect((await call('POST', `${PATH()}/range`, { from: '2026-01-01', to: '2026-01-03' })).statusCode).toBe(200)
  expect((await call('POST', `${PATH()}/scan`, {})).statusCode).toBe(409)
})

test('a remedy is refused where the increment field holds numbers that are no times, and what is saved already can go', async () => {
  const strategy = async () => (await call('GET', `/api/dh/lessee/strategy/${id}`)).json().content
  const save = async (remedy: object | undefined) => {
    const { version, config } = await strategy()
    const { remedy: _, ...rest } = config
    return call('PUT', `/api/dh/lessee/strategy/${id}/update-v2`, {
      version,
      config: remedy ? { ...rest, remedy } : rest,
    })
  }
  const noTime = async () => (await call('GET', PATH())).json().content.remedy.no_time
  const refused = expect.objectContaining({
    code: 'invalid.remedyTime',
    content: [expect.objectContaining({ field: 'config.remedy', value: '4711' })],
  })
  await move('2026-01-05 10:00:00', null)
  expect(await noTime()).toBe(null)
  expect((await save({ schedule: { cron: '0 3 * * *' } })).statusCode).toBe(200)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute("update strategy_cursor set watermark = '4711' where strategy_id = $1", [id]),
  )
  expect(await noTime()).toBe('4711')
  expect((await call('POST', `${PATH()}/remedy`)).json()).toEqual(refused)
  // Other parts are saved as before.
  expect((await save({ schedule: { cron: '0 3 * * *' } })).statusCode).toBe(200)
  const other = await save({ schedule: { cron: '0 4 * * *' } })
  expect([other.statusCode, other.json()]).toEqual([422, refused])
  expect((await save(undefined)).statusCode).toBe(200)
  expect((await strategy()).config.remedy).toBe(undefined)
})
