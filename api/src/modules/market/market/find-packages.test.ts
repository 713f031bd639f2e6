import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller } from '../../../testing/config-world.ts'
import { packageOf } from '../../../testing/package-objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let call: ReturnType<typeof caller>
const refs: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn('admin-a', PASSWORD)
  call = caller(server, token)
  for (const [name, publisher] of Object.entries({ one: 'Acme 100%', two: 'Acme 100%', three: 'Béta_Labs' })) {
    const text = writePackage(signPackage(packageOf(name), { name: publisher, secret: createPublisherKey().secret }))
    refs[name] = (await call('POST', '/market/upload', { text })).json().content.ref
  }
})
afterAll(() => server.drop())

const search = async (body: object): Promise<string[]> =>
  (await call('POST', '/market/searchv2', { ...body, sort: 'title' }))
    .json()
    .content.map((each: { name: string }) => each.name)
    .sort()

test('packages are found by who publishes them: by a word of the name, and by the name alone', async () => {
  expect(await search({ publisher: 'Acme 100%' })).toEqual(['one', 'two'])
  expect(await search({ publisher: 'Acme' })).toEqual([])
  expect(await search({ keyword: 'BÉTA_l' })).toEqual(['three'])
  expect(await search({ keyword: '100%' })).toEqual(['one', 'two'])
  // A sign of patterns is a letter.
  expect(await search({ keyword: 'a_m' })).toEqual([])
  const { publishers } = (await call('GET', '/market')).json().content
  expect(publishers).toEqual([
    { name: 'Acme 100%', packages: 2 },
    { name: 'Béta_Labs', packages: 1 },
  ])
})
