import { afterAll, beforeAll, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
const PATH = '/api/dh/lessee/strategy'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })

const newConnector = async (): Promise<string> =>
  (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id

async function newStrategy(name: string, change: object): Promise<string> {
  const config = { ...configOf(await newConnector()) }
  const body = {
    name,
    config: {
      ...config,
      ...change,
      source: { ...config.source, ...('source' in change ? (change.source as object) : {}) },
    },
  }
  return (await call('POST', PATH, body)).json().content.id
}

const field = (target: string, template: string) => ({ target, value: { kind: 'template', template } })

test('past mappings are those of the same target interface, through whatever connector, the same source first', async () => {
  const other = await newStrategy('other source', {
    source: { resource: 'returns' },
    mapping: { fields: [field('no', '{{code}}')] },
  })
  const same = await newStrategy('same source', { mapping: { fields: [field('no', '{{number|trim}}')] } })
  const mine = await newStrategy('mine', { mapping: { fields: [] } })
  const connector_id = await newConnector()
  const side = { connector_id, resource: 'orders' }
  const past = (body: object) => call('POST', `${PATH}/past-mappings`, body)
  const { content } = (await past({ source: side, target: side, strategy_id: mine })).json()
  expect(content.map((row: { strategy_id: string }) => row.strategy_id)).toEqual([same, other])
  expect(content.map((row: { same_source: boolean }) => row.same_source)).toEqual([true, false])
  expect(content[0].fields[0].value.template).toBe('{{number|trim}}')
  const elsewhere = await past({ source: side, target: { connector_id, resource: 'returns' } })
  expect(elsewhere.json().content).toEqual([])
})

test('a trial names a strategy that is not there, and takes at most 1000 records', async () => {
  const trial = (id: string, body: object) => call('POST', `${PATH}/${id}/mapping-trial`, body)
  const mapping = { fields: [field('no', '{{id}}')] }
  const missing = await trial('00000000-0000-7000-8000-00000000dead', { mapping })
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'notFound.strategy'])
  const id = await newStrategy('tried', { mapping })
  const tooMany = await trial(id, { mapping, limit: 1001 })
  expect([tooMany.statusCode, tooMany.json().content[0].field]).toEqual([422, 'limit'])
  expect((await trial(id, { mapping, limit: 1000 })).json().content.records).toBe(1)
})
