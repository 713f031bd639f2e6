import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCredentials, type LoginKey } from '../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const list = async () =>
  (await server.call('GET', '/api/dp/notice?kind=account.security', { token })).json().content as {
    description: string
    count: number
    path: string
  }[]
const told = async () => (await list()).map(row => row.description)
const ADVICE = 'If this was not you, change your password at once.'
/** From a browser that keeps nothing. */
async function signInElsewhere(ip: string): Promise<void> {
  const key = (await server.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
  const encodedata = encodeCredentials(key, { username: 'admin-a', password: PASSWORD })
  const headers = { 'user-agent': 'Thief/1.0' }
  await server.call('POST', '/api/passport/login', { body: { encodedata }, ip, headers })
}

test('one’s first sign-in, and those from a known browser, are no news; one from an unknown browser is', async () => {
  token = await server.signIn('admin-a', PASSWORD)
  expect(await told()).toEqual([])
  await signInElsewhere('10.6.6.6')
  expect(await told()).toEqual([
    `Signed in from a browser that was not seen before: Thief/1.0, address 10.6.6.6. ${ADVICE}`,
  ])
  // Again and again is one notice that counts.
  for (let round = 0; round < 3; round++) await signInElsewhere('10.6.6.7')
  expect(await list()).toMatchObject([{ count: 4, path: '/account/settings/security' }])
})

test('what changes how one signs in is told to its owner alone', async () => {
  const body = { name: 'ci', permissions: ['connector:query'], days: 1 }
  await server.call('POST', '/api/dp/account/token', { token, body })
  const base = { nickname: 'A', email: 'a@example.test', phone: '+8613800000009' }
  await server.call('PUT', '/api/dp/account/base', { token, body: base })
  expect((await told()).slice(0, 3).sort()).toEqual(
    [
      `The access token ci was made. ${ADVICE}`,
      `The phone is now +8613800000009. ${ADVICE}`,
      `The e-mail address is now a@example.test. ${ADVICE}`,
    ].sort(),
  )
  const { user_id: userId } = (await server.call('GET', '/api/user', { token })).json().content
  const change = { user_id: userId, oldpassword: PASSWORD, password: 'Brand-New-77', password2: 'Brand-New-77' }
  await server.call('POST', '/api/dp/system/password', { token, body: change })
  expect((await told())[0]).toBe(`The password was changed. ${ADVICE}`)
  const other = await server.signIn('admin-b', PASSWORD)
  const foreign = await server.call('GET', '/api/dp/notice?kind=account.security', { token: other })
  expect(foreign.json().content).toEqual([])
})

test('it cannot be switched off by whoever took the account', async () => {
  const preferences = [{ kind: 'account.security', in_app: false, email: false }]
  await server.call('PUT', '/api/dp/notice/preference', { token, body: { preferences } })
  expect((await told()).length).toBeGreaterThan(0)
  const shown = await server.call('GET', '/api/dp/notice/preference', { token })
  expect(JSON.stringify(shown.json().content)).not.toContain('account.security')
})
