import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let id: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const world: World = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await server.call('POST', path, { token, body })).json().content,
  }
  id = (await newStrategy(world)).id
})
afterAll(() => server.drop())

const call = async (step: string, body: object) =>
  server.call('POST', `/api/dh/lessee/strategy-debug/${id}/${step}`, { token, body })
const count = async (table: string): Promise<number> =>
  server.database.withTenant(server.a.tenantId, async tx => {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from ${table} where strategy_id = $1`,
      [id],
    )
    return row?.count ?? -1
  })

test('reading and mapping leave nothing behind', async () => {
  const read = (await call('read', { window: 'next', limit: 5 })).json().content
  expect(read).toMatchObject({ window: { field: 'updated_at' }, has_more: true, elapsed_ms: expect.any(Number) })
  const mapped = (await call('map', { records: [read.records[0].text] })).json().content
  expect(mapped.rows).toHaveLength(1)
  expect([await count('run'), await count('run_log'), await count('page')]).toEqual([0, 0, 0])
})

test('a range needs an increment field, and says so', async () => {
  const answer = await call('read', { window: 'range', from: '2026-01-01', to: null })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid.noIncrement'])
})

test('nothing is written, run or changed unless it is confirmed', async () => {
  for (const [step, body] of [
    ['write', { records: ['{}'] }],
    ['write', { records: ['{}'], confirm: false }],
    ['dispatch', { side: 'source' }],
  ] as const)
    expect((await call(step, body)).statusCode).toBe(422)
  const post = await call('http', { side: 'target', method: 'POST', api: '/orders' })
  expect([post.statusCode, post.json().code]).toEqual([422, 'invalid.confirmCall'])
  expect((await call('http', { side: 'target', method: 'POST', api: '/orders', confirm: true })).statusCode).toBe(200)
  expect([await count('run'), await count('run_log')]).toEqual([0, 0])
})

test('what is written by hand stands in the log of the strategy, with who did it', async () => {
  const answer = await call('write', { records: ['{"id":1}', '{"id":2}'], confirm: true })
  expect(answer.json().content.rows).toMatchObject([{ kind: 'written', target_key: 'T-0' }, { kind: 'written' }])
  const lines = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ text: string }>('select text from run_log where strategy_id = $1', [id]),
  )
  expect(lines.map(({ text }) => text)).toEqual([expect.stringMatching(/^Sent 2 records .*admin-a/)])
})

test('a dispatch of the target only takes up what waits', async () => {
  const { content } = (await call('dispatch', { side: 'target', confirm: true })).json()
  expect(content).toMatchObject({ status: true, already_running: false })
  const run = (await server.call('GET', `/api/dh/lessee/run/${content.run_id}`, { token })).json().content
  expect(run.trigger).toBe('retry')
})
