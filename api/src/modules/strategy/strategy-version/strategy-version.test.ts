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
const remedy = { schedule: { cron: '0 3 * * *' } }

async function createWithVersions(...configs: object[]): Promise<{ id: string }> {
  const [first, ...others] = configs
  const { id } = (await call('POST', PATH, { name: 'orders', config: first })).json().content
  for (const [index, next] of others.entries())
    await call('PUT', `${PATH}/${id}/update-v2`, {
      name: 'orders',
      group: '',
      remark: '',
      config: next,
      version: index + 1,
    })
  return { id }
}

test('every save is a version that tells who saved it and what it says', async () => {
  const { id } = await createWithVersions(config(), config({ schedule: { cron: '0 * * * *' } }), config({ remedy }))
  const { content, total } = (await call('GET', `${PATH}/${id}/version?pageSize=2`)).json()
  expect([total, content.map((row: { version: number }) => row.version)]).toEqual([3, [3, 2]])
  expect(content[0]).toMatchObject({ username: 'admin-a', config: { remedy: { fromDaysAgo: 2 } } })
  expect(content[0].changed).toEqual(['schedule', 'remedy'])
  expect((await call('GET', `${PATH}/${id}/version/1`)).json().content.changed).toBeNull()
  const second = (await call('GET', `${PATH}/${id}/version/2`)).json().content
  expect(second.config.schedule.cron).toBe('0 * * * *')
  const missing = await call('GET', `${PATH}/${id}/version/9`)
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'notFound.version'])
})

test('an earlier version comes back as the newest, without the parts that came after it', async () => {
  const { id } = await createWithVersions(config({ retry: { maxAttempts: 3 } }), config({ remedy }))
  const restored = (await call('POST', `${PATH}/${id}/restore`, { version: 1, newest: 2 })).json().content
  expect(restored).toMatchObject({ version: 3, config: { retry: { maxAttempts: 3 } } })
  expect(restored.config.remedy).toBeUndefined()
  const again = await call('POST', `${PATH}/${id}/restore`, { version: 1, newest: 2 })
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict.version'])
})

test('a version over a connector that is gone does not come back', async () => {
  const gone = (await call('POST', '/api/dh/lessee/connector', connectorBody())).json().content.id
  const { id } = await createWithVersions({ ...config(), target: configOf(gone).target }, config())
  await call('DELETE', `/api/dh/lessee/connector/${gone}`)
  const answer = await call('POST', `${PATH}/${id}/restore`, { version: 1, newest: 2 })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound.connector'])
})
