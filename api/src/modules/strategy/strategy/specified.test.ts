import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

/** Calls that the specification names and the console does without: others were written to make them. */
let server: TestServer
let token: string
let connectorId: string
const PATH = '/api/dh/lessee/strategy'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  connectorId = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
let counter = 0
const create = async (change: object = {}) => {
  const config = { ...configOf(connectorId), ...change }
  return (await call('POST', PATH, { name: `orders ${++counter}`, group: 'shop', config })).json().content
}
const stateOf = async (id: string) => (await call('GET', `${PATH}/${id}`)).json().content.status

test('the light list names every strategy, for pickers', async () => {
  const { id, name, code } = await create()
  const { content } = (await call('POST', `${PATH}/list`, { t: 1 })).json()
  expect(content).toContainEqual({ id, name, code, group: 'shop', status: 'draft' })
  expect((await call('POST', `${PATH}/list`, { t: 2 })).statusCode).toBe(422)
})

test('the strategies that records may be handed on to come with what stands against it', async () => {
  const { id, name } = await create()
  const { content } = (await call('GET', '/api/dh/lessee/strategy-callback')).json()
  expect(content).toContainEqual({ id, name, trouble: 'busy' })
})

test('a strategy is started and stopped by GET as by POST, and as often', async () => {
  const { id } = await create()
  expect((await call('GET', `${PATH}/${id}/start`)).json().content.status).toBe('running')
  expect((await call('GET', `${PATH}/${id}/start`)).statusCode).toBe(409)
  expect((await call('GET', `${PATH}/${id}/stop`)).json().content.status).toBe('stopped')
  expect((await call('GET', `${PATH}/${id}/stop`)).statusCode).toBe(409)
})

test('several are stopped at once, and one refusal stops no other', async () => {
  const [first, idle, last] = [await create(), await create(), await create()]
  await call('POST', `${PATH}/batch-start`, { ids: [first.id, last.id] })
  const { content } = (await call('POST', `${PATH}/batch-stop`, { ids: [first.id, idle.id, last.id] })).json()
  expect(content.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
    [first.id, '0'],
    [idle.id, 'conflict.state'],
    [last.id, '0'],
  ])
  expect(await Promise.all([first, last].map(each => stateOf(each.id)))).toEqual(['stopped', 'stopped'])
})

test.each(['all', 'source', 'target', 'mapping'])('the check-list of %s tells its lines', async part => {
  const broken = { fields: [{ target: 'broken', value: { kind: 'constant', value: 1 } }] }
  const { id } = await create({ mapping: broken })
  const { content } = (await call('GET', `${PATH}/${id}/${part}/check-list`)).json()
  expect(content).toContainEqual(expect.objectContaining({ level: 'error', item: 'mapping.required' }))
})

test('there is no check-list of anything else', async () => {
  const { id } = await create()
  expect((await call('GET', `${PATH}/${id}/everything/check-list`)).statusCode).toBe(404)
})

test('the list goes out as CSV, the strategies as JSON or YAML', async () => {
  const { code } = await create()
  const read = async (format?: string) => {
    const answer = await call('POST', `${PATH}/export`, { keyword: code, ...(format && { format }) })
    return [answer.headers['content-type'], answer.body] as const
  }
  const [csv, json, yaml] = [await read(), await read('json'), await read('yaml')]
  expect([csv[0], json[0], yaml[0]]).toEqual(
    ['text/csv', 'application/json', 'application/yaml'].map(type => `${type}; charset=utf-8`),
  )
  expect(csv[1].trimEnd().split('\r\n')).toHaveLength(2)
  expect(JSON.parse(json[1])).toMatchObject({ strategies: [{ code, group: 'shop' }] })
  expect(yaml[1]).toMatch(new RegExp(`^strategies:\n  - name: .*\n    code: ${code}\n`))
})
