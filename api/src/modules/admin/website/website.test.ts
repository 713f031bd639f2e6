import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { changeHost } from './index.ts'

let server: TestServer
let a: string
let b: string
beforeAll(async () => {
  server = await startTestServer()
  a = await server.signIn('admin-a', PASSWORD)
  b = await server.signIn('admin-b', PASSWORD)
})
afterAll(() => server.drop())

const read = async (host: string) =>
  (await server.call('GET', '/api/setting/website', { headers: { host } })).json().content
const own = async (token: string) => (await server.call('GET', '/api/dp/setting/website', { token })).json().content
const save = (token: string, body: object) => server.call('PUT', '/api/dp/setting/website', { token, body })

test('the installation speaks until somebody says something', async () => {
  expect(await read('127.0.0.1')).toMatchObject({ short_name: 'Sluice', record_number: '', privacy_url: '' })
})

test('strangers are told nothing of the machine or its software', async () => {
  const shown = await read('127.0.0.1')
  expect([shown.version, shown.host]).toEqual([undefined, undefined])
  const signedIn = await own(a)
  expect([typeof signedIn.version, typeof signedIn.host]).toEqual(['string', 'string'])
})

test('the first tenant’s attributes are shown at the installation’s host, another tenant’s at its own host', async () => {
  await save(a, { short_name: 'Acme', record_number: '沪ICP备1号', privacy_url: 'https://acme.example/privacy' })
  await save(b, { short_name: 'Bolt', terms_url: 'https://bolt.example/terms' })
  expect(await read('127.0.0.1:8080')).toMatchObject({
    short_name: 'Acme',
    record_number: '沪ICP备1号',
    authorized_company: 'Sluice',
  })
  expect(await read('bolt.example')).toMatchObject({ short_name: 'Acme' })
  await changeHost(server.database, 'bb', 'Bolt.example')
  expect(await read('bolt.example')).toMatchObject({
    short_name: 'Bolt',
    terms_url: 'https://bolt.example/terms',
    privacy_url: '',
  })
  // Whoever is signed in sees their own tenant's, whichever host they came by.
  expect(await own(b)).toMatchObject({ short_name: 'Bolt' })
  expect(await own(a)).toMatchObject({ short_name: 'Acme' })
})

test('a host is one tenant’s, and the operator’s to give', async () => {
  await expect(changeHost(server.database, 'aa', 'bolt.EXAMPLE')).rejects.toMatchObject({ code: 'conflict.host' })
  await expect(changeHost(server.database, 'nobody', 'x.example')).rejects.toMatchObject({ code: 'notFound.tenant' })
  expect((await save(b, { host: '127.0.0.1' })).statusCode).toBe(422)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'nowhere', '//evil.example'])('%s is no link', async link => {
  expect((await save(a, { community_url: link })).statusCode).toBe(422)
})

test('a change leaves a row with what was before', async () => {
  await save(a, { short_name: 'Acme 2' })
  const [row] = (await server.call('GET', '/api/dp/system/log?action=website.save', { token: a })).json().content
  expect(row).toMatchObject({ before: { short_name: 'Acme' }, after: { short_name: 'Acme 2' } })
})
