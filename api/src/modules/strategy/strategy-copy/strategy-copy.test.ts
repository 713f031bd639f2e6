import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let connectorId: string
let otherId: string
let readerId: string
const PATH = '/api/dh/lessee/strategy'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  const connect = async (change: object = {}) =>
    (await call('POST', '/api/dh/lessee/connector', { ...connectorBody(), ...change })).json().content.id
  connectorId = await connect()
  otherId = await connect()
  readerId = await connect({ platform_id: 'reader' })
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).json().content
let counter = 0
const create = async (body: object = {}) =>
  (
    await call('POST', PATH, {
      name: `orders ${++counter}`,
      group: 'shop',
      remark: 'r',
      config: configOf(connectorId),
      ...body,
    })
  ).json().content

test('copies are drafts with codes of their own, over other connectors where some are given', async () => {
  const config = { ...configOf(connectorId), schedule: { cron: '*/5 * * * *' } }
  const { id } = await create({ config })
  await call('POST', `${PATH}/${id}/start`)
  const answer = await call('POST', `${PATH}/batch-copy`, {
    items: [
      { id, name: 'first', code: 'FIRST' },
      { id, name: 'second', target_connector_id: otherId },
    ],
  })
  const [first, second] = answer.json().content
  expect(first).toMatchObject({ id, ok: true })
  const copy = await read(first.copy_id)
  expect(copy).toMatchObject({ name: 'first', code: 'FIRST', group: 'shop', remark: 'r', status: 'draft', quote: null })
  expect(copy).toMatchObject({ version: 1, next_run_at: null, config: { schedule: { cron: '*/5 * * * *' } } })
  const { config: other } = await read(second.copy_id)
  expect([other.source.connector_id, other.target.connector_id]).toEqual([connectorId, otherId])
})

test('one refusal stops no other copy, and says what is wrong', async () => {
  const { id } = await create()
  await create({ code: 'TAKEN' })
  const missing = crypto.randomUUID()
  const items = [
    { id, name: 'a', code: 'TAKEN' },
    { id: missing, name: 'b' },
    { id, name: 'c', source_connector_id: missing },
    { id, name: 'd' },
    { id, name: 'e', source_connector_id: readerId },
  ]
  const results = (await call('POST', `${PATH}/batch-copy`, { items })).json().content
  expect(results.map((row: { code: string }) => row.code)).toEqual([
    'conflict.code',
    'notFound.strategy',
    'notFound.connector',
    '0',
    'invalid.otherPlatform',
  ])
  expect(results.map((row: { copy_id: string | null }) => row.copy_id !== null)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
})

test('a copy of one has a name of its own, no longer than a name may be', async () => {
  const { id } = await create({ name: 'n'.repeat(100) })
  const copy = (await call('POST', `/api/dp/strategy-data/copyStrategy/${id}`, {})).json().content
  expect(copy.name).toBe(`${'n'.repeat(97)}-副本`)
  expect(copy).toMatchObject({ status: 'draft', total: 0 })
})

test('what was quoted is remembered with its version, and what became of it is told', async () => {
  const { id, name } = await create()
  const body = { strategy_id: id, name: 'quoted', target_connector_id: otherId }
  const made = (await call('POST', '/api/dp/strategy/create-by-quote', body)).json().content
  expect(made.quote).toEqual({ strategy_id: id, name, version: 1, newest_version: 1 })
  expect(made.config.target.connector_id).toBe(otherId)
  await call('PUT', `${PATH}-source/${id}`, { source: { ...configOf(connectorId).source, pageSize: 7 }, version: 1 })
  expect((await read(made.id)).quote).toMatchObject({ version: 1, newest_version: 2 })
  await call('POST', `${PATH}-batch/delete`, { ids: [id] })
  expect((await read(made.id)).quote).toEqual({ strategy_id: id, name: null, version: 1, newest_version: null })
})
