import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

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
const config = (extra: object = {}) => ({ ...configOf(connectorId), ...extra })
let counter = 0
const create = async (body: object = {}) =>
  (await call('POST', PATH, { name: `orders ${++counter}`, config: config(), ...body })).json().content

test('tags find strategies, each once and in order, and go where the strategy goes', async () => {
  const search = async (body: object) =>
    (await call('POST', `${PATH}/searchv2`, body)).json().content as { id: string }[]
  const made = await create({ tags: [' month-end', 'finance', 'finance'] })
  const other = await create({ tags: ['sales'] })
  expect(made.tags).toEqual(['finance', 'month-end'])
  expect((await call('GET', '/api/dh/lessee/strategy-tag')).json().content).toEqual(['finance', 'month-end', 'sales'])
  const found = await search({ tags: ['month-end', 'sales'], sort: 'created_at' })
  expect(found.map(row => row.id)).toEqual([made.id, other.id])
  expect(await search({ tags: ['month'] })).toEqual([])
  const copy = (await call('POST', `/api/dp/strategy-data/copyStrategy/${made.id}`, {})).json().content
  expect(copy.tags).toEqual(['finance', 'month-end'])
  const saved = await call('PUT', `${PATH}/${made.id}/update-v2`, { config: config(), version: 1 })
  expect(saved.json().content).toMatchObject({ version: 2, tags: ['finance', 'month-end'] })
  const renamed = await call('PUT', `${PATH}/${made.id}/basic`, { tags: ['year-end'] })
  expect(renamed.json().content).toMatchObject({ version: 2, name: made.name, tags: ['year-end'] })
  for (const tags of [['a,b'], [''], ['x'.repeat(31)], Array(21).fill('x')])
    expect((await call('PUT', `${PATH}/${made.id}/basic`, { tags })).statusCode, String(tags)).toBe(422)
})

test('several get tags and lose others at once; those they had besides stay', async () => {
  const one = await create({ tags: ['a', 'b'] })
  const full = await create({ tags: Array.from({ length: 20 }, (_, at) => `t${at}`) })
  const body = { ids: [one.id, full.id], add_tags: ['c'], remove_tags: ['a'], cron: '0 * * * *' }
  const results = (await call('POST', `${PATH}-batch/basic`, body)).json().content
  expect(results.map((row: { code: string }) => row.code)).toEqual(['0', 'conflict.tooManyTags'])
  const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).json().content
  expect(await read(one.id)).toMatchObject({ tags: ['b', 'c'], version: 2 })
  expect((await read(full.id)).version).toBe(1)
})

test('the list and its export are narrowed to the same by platforms, tags, owner and errors', async () => {
  const reader = (await call('POST', '/api/dh/lessee/connector', { ...connectorBody(), platform_id: 'reader' })).json()
  const source = { ...config().source, connector_id: reader.content.id }
  const made = await create({ tags: ['narrow'], config: config({ source }) })
  await create({ tags: ['narrow'] })
  const count = async (filter: object) => {
    const exported = await call('POST', `${PATH}/export`, { ...filter, format: 'json' })
    const { total } = (await call('POST', `${PATH}/searchv2`, filter)).json()
    expect(exported.json().strategies, JSON.stringify(filter)).toHaveLength(total)
    return total
  }
  const tags = ['narrow']
  expect(await count({ tags })).toBe(2)
  expect(await count({ tags, source_platform: 'reader' })).toBe(1)
  expect(await count({ tags, target_platform: 'reader' })).toBe(0)
  expect(await count({ tags, source_platform: 'reader', target_platform: 'fake' })).toBe(1)
  expect(await count({ tags, connector_id: reader.content.id, mine: true, hasErrors: false })).toBe(1)
  expect(await count({ tags, hasErrors: true })).toBe(0)
  const csv = (await call('POST', `${PATH}/export`, { keyword: made.code })).body.trimEnd().split('\r\n')
  expect(csv).toHaveLength(2)
  expect(csv[1]).toContain('narrow')
})
