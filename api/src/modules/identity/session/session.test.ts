import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCredentials } from '../../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())

const signIn = () => server.signIn('admin-a', PASSWORD)
const list = async (token: string): Promise<{ id: string; is_current: boolean; ip: string }[]> =>
  (await server.call('GET', '/api/dp/account/sessions', { token })).json().content
const status = async (token: string) => (await server.call('GET', '/api/user', { token })).statusCode

test('one row a sign-in, the own one marked, nobody else’s among them', async () => {
  const [here, there] = [await signIn(), await signIn()]
  await server.signIn('admin-b', PASSWORD)
  const rows = await list(here)
  expect(rows).toHaveLength(2)
  expect(rows.filter(row => row.is_current)).toHaveLength(1)
  expect((await list(there)).find(row => row.is_current)!.id).not.toBe(rows.find(row => row.is_current)!.id)
  expect(rows[0]).toMatchObject({ ip: '127.0.0.1' })
})

test('a sign-in elsewhere ends at once; that of somebody else cannot be ended', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const stranger = await server.signIn('admin-b', PASSWORD)
  const id = (await list(there)).find(row => row.is_current)!.id
  const end = (token: string) => server.call('DELETE', `/api/dp/account/sessions/${id}`, { token })
  expect((await end(stranger)).statusCode).toBe(404)
  expect(await status(there)).toBe(200)
  expect((await end(here)).statusCode).toBe(200)
  expect(await status(there)).toBe(401)
  expect((await end(here)).statusCode).toBe(404)
  expect(await status(here)).toBe(200)
})

test('signing out everywhere else keeps this one, and says how many ended', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const others = (await list(here)).length - 1
  const made = await server.call('POST', '/api/dp/account/token', {
    token: here,
    body: { name: 'script', permissions: ['connector:query'], days: 1 },
  })
  const script = () =>
    server.call('GET', '/api/dh/lessee/connector/searchv2', { token: made.json().content.token as string })
  expect((await script()).statusCode).not.toBe(401)
  const answer = await server.call('POST', '/api/dp/account/sessions/end-others', { token: here })
  expect(answer.json().content).toEqual({ ended: others, tokens: 1 })
  // What somebody else may hold of the account is over, tokens of scripts included.
  expect((await script()).statusCode).toBe(401)
  expect([await status(here), await status(there)]).toEqual([200, 401])
  expect(await list(here)).toHaveLength(1)
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select 1 from operation_log where action = 'session.endOthers'"),
  )
  expect(log).toHaveLength(1)
})

test('what can no longer be renewed is not shown', async () => {
  await signIn()
  server.advance(46 * 60_000)
  expect(await list(await signIn())).toHaveLength(1)
})

test('what was renewed from stays no way in: an older pair of this very sign-in ends with the password and with the others', async () => {
  const post = (path: string, body: object, token?: string) =>
    server.call('POST', path, { body, ...(token === undefined ? {} : { token }) })
  const openPair = async () => {
    const key = (await server.call('GET', '/api/passport/login-key')).json().content
    const encodedata = encodeCredentials(key, { username: 'admin-a', password: PASSWORD })
    const stolen: Pair = (await post('/api/passport/login', { encodedata })).json().content
    const own: Pair = (await post('/api/passport/refresh', { refresh_token: stolen.refresh_token })).json().content
    expect([await status(stolen.access_token), await status(own.access_token)]).toEqual([200, 200])
    return { stolen, own }
  }
  const expectAlone = async ({ stolen, own }: Awaited<ReturnType<typeof openPair>>) => {
    expect([await status(stolen.access_token), await status(own.access_token)]).toEqual([401, 200])
    // Within the time in which two tabs may race.
    expect((await post('/api/passport/refresh', { refresh_token: stolen.refresh_token })).statusCode).toBe(401)
    expect((await post('/api/passport/refresh', { refresh_token: own.refresh_token })).statusCode).toBe(200)
  }
  const first = await openPair()
  await post('/api/dp/account/sessions/end-others', {}, first.own.access_token)
  await expectAlone(first)
  const second = await openPair()
  const { user_id } = (await server.call('GET', '/api/user', { token: second.own.access_token })).json().content
  const password = 'Marble-Otter-9173!'
  const body = { user_id, oldpassword: PASSWORD, password, password2: password }
  expect((await post('/api/dp/system/password', body, second.own.access_token)).statusCode).toBe(200)
  await expectAlone(second)
})

interface Pair {
  readonly access_token: string
  readonly refresh_token: string
}
