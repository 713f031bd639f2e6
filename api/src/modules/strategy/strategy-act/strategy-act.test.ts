import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAssetStrategy, newStrategy } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn('admin-a', PASSWORD)
  world = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await server.call('POST', path, { token, body })).json().content,
  }
})
afterAll(() => server.drop())

const post = (path: string, body?: object) =>
  server.call('POST', `/api/dh/lessee/${path}`, { token: world.token, ...(body && { body }) })

test.each([
  ['source/job/dispatch', 'manual'],
  ['target/job/dispatch', 'retry'],
])('%s starts a run by %s', async (words, trigger) => {
  const { id } = await newStrategy(world)
  const { content } = (await post(`strategy/${id}/${words}`)).json()
  expect(content).toMatchObject({ status: true, already_running: false, lines: [] })
  const run = await server.call('GET', `/api/dh/lessee/run/${content.run_id}`, { token: world.token })
  expect(run.json().content.trigger).toBe(trigger)
})

test.each(['source', 'target', 'mapping'])('a check of the %s tells its lines and starts nothing', async part => {
  const { id } = await newStrategy(world)
  const { content } = (await post(`strategy/${id}/${part}/job/check`)).json()
  expect(content).toMatchObject({ status: true, run_id: null, lines: [{ level: 'info' }] })
})

test.each(['source/job/destroy', 'a/b/c', '__proto__/x/y', 'constructor/job/dispatch'])(
  'three words that are not on the list are no route: %s',
  async words => {
    const { id } = await newStrategy(world)
    expect((await post(`strategy/${id}/${words}`)).statusCode).toBe(404)
  },
)

test.each([
  ['source', 'QUERY'],
  ['target', 'EXECUTE'],
] as const)(
  'the interface of the %s is kept as an asset with the values that the strategy gave it',
  async (kind, type) => {
    const id = await newAssetStrategy(world, kind)
    const { content } = (await post(`strategy-${kind}/strategytoapi/${id}`, { name: 'Paid orders' })).json()
    const asset = await server.call('GET', `/api/dh/lessee/api-asset/${content.id}`, { token: world.token })
    expect(asset.json().content).toMatchObject({
      name: 'Paid orders',
      version: 1,
      doc: { type, request: [{ field: 'status', default: 'paid' }] },
    })
  },
)

test('what is no asset is not kept as one', async () => {
  const { id } = await newStrategy(world)
  const answer = await post(`strategy-target/strategytoapi/${id}`, { name: 'x' })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid.noAssetHere'])
})
