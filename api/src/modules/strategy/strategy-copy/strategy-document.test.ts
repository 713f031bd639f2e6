import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
let other: string
const PATH = '/api/dh/lessee/strategy'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  other = await server.signIn('admin-b', PASSWORD)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown, as = token) =>
  server.call(method, path, { token: as, body })
const connect = async (as: string): Promise<string> =>
  (await call('POST', '/api/dh/lessee/connector', connectorBody(), as)).json().content.id

describe.each(['json', 'yaml'] as const)('strategies as %s', format => {
  it('go to another tenant and are the same there, over its connectors', async () => {
    const connectorId = await connect(token)
    const { id: upstream } = (await call('POST', PATH, { name: 'first', config: configOf(connectorId) })).json().content
    const constant = { target: 'big', value: { kind: 'constant', value: '12345678901234567890.10' } }
    const config = {
      ...configOf(connectorId),
      mapping: {
        fields: [constant, { target: 'note', value: { kind: 'template', template: "a: 'b'\n# 中文 {{id}}" } }],
      },
      schedule: { cron: '*/5 * * * *', after: [upstream] },
      remedy: { schedule: { cron: '0 3 * * *' } },
    }
    const group = `group of ${format}`
    await call('POST', PATH, { name: 'orders', group, remark: 'r', tags: ['t'], config })
    const text = (await call('POST', `${PATH}/export`, { group, format })).body
    expect(text).not.toContain(connectorId)
    const found = (await call('POST', `${PATH}/import/parse`, { text }, other)).json().content
    const end = { platform_id: 'fake', platform_name: '假平台' }
    expect(found).toMatchObject([{ name: 'orders', group, resource: 'orders', source: end, target: end }])
    const place = await connect(other)
    const item = { at: 0, name: 'orders here', source_connector_id: place, target_connector_id: place }
    const [made] = (await call('POST', `${PATH}/import`, { text, items: [item] }, other)).json().content
    const here = (await call('GET', `${PATH}/${made.id}`, undefined, other)).json().content
    expect(here).toMatchObject({ name: 'orders here', group, remark: 'r', tags: ['t'], status: 'draft' })
    const theirs = (await call('POST', `${PATH}/searchv2`, { group })).json().content[0]
    const original = (await call('GET', `${PATH}/${theirs.id}`)).json().content.config
    const { after: _, ...schedule } = original.schedule
    expect(here.config).toEqual({
      ...original,
      schedule,
      source: { ...original.source, connector_id: place },
      target: { ...original.target, connector_id: place },
    })
  })
})

it('an empty list is a file too, and what is no such file is refused with the place', async () => {
  for (const format of ['json', 'yaml']) {
    const text = (await call('POST', `${PATH}/export`, { group: 'nothing', format })).body
    const answer = await call('POST', `${PATH}/import/parse`, { text })
    expect(answer.json()).toMatchObject({ code: 'invalid.import', content: [{ field: 'text' }] })
  }
  for (const [text, message, code = 'invalid.import'] of [
    ['{"strategies": [{"name": "a"}]}', 'strategies[0].'],
    ['{"strategies"', 'line 1, column 14', 'invalid.importSyntax'],
    ['strategies: [*x]', '*x', 'invalid.importSyntax'],
    ['just words', 'strategies'],
  ] as const) {
    const answer = await call('POST', `${PATH}/import/parse`, { text })
    expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    expect(answer.json().message).toContain(message)
  }
})
