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

test('a publisher is told by the key, not by the name, with what is offered and how it does', async () => {
  const [one] = (await call('POST', '/market/searchv2', { keyword: 'one' })).json().content
  const id = one.publisher_key
  const told = (await call('GET', `/market/publisher/${id}`)).json().content
  expect(told).toMatchObject({ name: 'Acme 100%', key: id, packages: 1, installs: 0, records: '0', rating: 0 })
  expect(told.platforms).toMatchObject([{ id: 'fake' }])
  expect(told.first_at).toBe(told.changed_at)
  expect(await search({ publisher_id: id })).toEqual(['one'])
  expect((await call('GET', `/market/publisher/${'A'.repeat(43)}`)).statusCode).toBe(404)
  expect((await call('GET', '/market/publisher/product')).statusCode).toBe(404)
})

test('the operator puts packages together for all; what a tenant may not install is not told there', async () => {
  const [one] = (await call('POST', '/market/searchv2', { keyword: 'one' })).json().content
  const members = [{ name: one.name, publisher_key: one.publisher_key }]
  const other = caller(server, await server.signIn('admin-b', PASSWORD))
  const path = '/market-collection'
  expect((await other('POST', path, { title: 'Mine', members })).statusCode).toBe(404)
  const [made] = (await call('POST', path, { title: 'Begin here', summary: 'For shops', members })).json().content
  expect(made).toMatchObject({ title: 'Begin here', members: [{ title: 'one', is_here: true }], lock: 1 })
  expect(await search({ collection: made.id })).toEqual(['one'])
  expect((await other('GET', path)).json().content).toMatchObject([{ title: 'Begin here', members: [], platforms: [] }])
  expect((await call('GET', '/market')).json().content.may_review).toBe(true)
  expect((await other('GET', '/market')).json().content.may_review).toBe(false)
  const more = [...members, { name: 'gone', publisher_key: '' }]
  expect(
    (await call('PUT', `${path}/${made.id}`, { title: 'Begin', members: more, lock: 1 })).json().content,
  ).toMatchObject([{ title: 'Begin', members: [{ name: 'one' }, { name: 'gone', is_here: false }] }])
  expect((await call('PUT', `${path}/${made.id}`, { title: 'Late', members, lock: 1 })).statusCode).toBe(409)
  expect((await other('DELETE', `${path}/${made.id}`)).statusCode).toBe(404)
  expect((await call('DELETE', `${path}/${made.id}`)).statusCode).toBe(200)
  expect((await call('GET', path)).json().content).toEqual([])
})
