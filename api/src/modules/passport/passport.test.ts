import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCredentials, type LoginKey } from '../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let address = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())

// Every test has an address of its own, so that the throttle of one is not the failure of another.
const nextIp = () => `10.0.0.${++address}`
const fetchKey = async (): Promise<LoginKey> => (await server.call('GET', '/api/passport/login-key')).json().content
const send = (encodedata: string, ip = nextIp(), headers = {}) =>
  server.call('POST', '/api/passport/login', { body: { encodedata }, ip, headers })
const right = { username: 'admin-a', password: PASSWORD }
interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}
const signIn = async (ip = nextIp(), headers = {}): Promise<Tokens> =>
  (await send(encodeCredentials(await fetchKey(), right), ip, headers)).json().content
const refresh = (refresh_token: string, ip: string, headers = {}) =>
  server.call('POST', '/api/passport/refresh', { body: { refresh_token }, ip, headers })

test('right credentials give tokens that open the profile, and a row in the operation log', async () => {
  const answer = await send(encodeCredentials(await fetchKey(), right))
  expect(answer.statusCode).toBe(200)
  const { content, code, success } = answer.json()
  expect([success, code]).toEqual([true, 0])
  expect(content.expires_in).toBe(900)
  const profile = (await server.call('GET', '/api/user', { token: content.access_token })).json().content
  expect(profile.username).toBe('admin-a')
  const names = profile.role.permissions.map((permission: { name: string }) => permission.name)
  expect(names).toEqual(expect.arrayContaining(['*', 'strategy:add', 'add', 'delete', 'query', 'export']))
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select * from operation_log where action = 'passport.login'"),
  )
  expect(log.length).toBeGreaterThan(0)
})

test('a captured body works once', async () => {
  const body = encodeCredentials(await fetchKey(), right)
  expect((await send(body)).statusCode).toBe(200)
  const again = await send(body)
  expect([again.statusCode, again.json().code]).toEqual([401, 'auth.cipher'])
})

test('credentials encrypted for another path are refused', async () => {
  expect((await send(encodeCredentials(await fetchKey(), right, '/api/dp/system/password'))).statusCode).toBe(401)
})

test('a flipped bit anywhere in the box is refused', async () => {
  for (const at of [0, 1, 20, 33, 60, 160]) {
    const [kid, challenge, box] = encodeCredentials(await fetchKey(), right).split('.')
    const bytes = Buffer.from(box!, 'base64url')
    bytes[at]! ^= 1
    const answer = await send(`${kid}.${challenge}.${bytes.toString('base64url')}`)
    expect([at, answer.statusCode]).toEqual([at, 401])
  }
})

test('a swapped, changed, respelled or expired challenge is refused', async () => {
  const [kid, , box] = encodeCredentials(await fetchKey(), right).split('.')
  const other = await fetchKey()
  expect((await send(`${kid}.${other.challenge}.${box}`)).statusCode).toBe(401)
  const key = await fetchKey()
  const forged = Buffer.from(key.challenge, 'base64url')
  forged[5]! ^= 1
  expect((await send(encodeCredentials({ ...key, challenge: forged.toString('base64url') }, right))).statusCode).toBe(
    401,
  )
  expect((await send(encodeCredentials({ ...key, challenge: `${key.challenge}=` }, right))).statusCode).toBe(401)
  const late = encodeCredentials(await fetchKey(), right)
  server.advance(121_000)
  expect((await send(late)).statusCode).toBe(401)
})

test('a low-order point and garbage are refused', async () => {
  const { kid, challenge } = await fetchKey()
  const low = Buffer.concat([Buffer.of(1), Buffer.alloc(32), Buffer.alloc(64)]).toString('base64url')
  expect((await send(`${kid}.${challenge}.${low}`)).statusCode).toBe(401)
  for (const text of ['a.b.c', '...', 'x', `${kid}.${challenge}`, `${kid}..`])
    expect((await send(text)).statusCode).toBe(401)
})

test('a key of the last hour still opens, an older one does not', async () => {
  const key = await fetchKey()
  server.advance(3_600_000)
  expect((await send(encodeCredentials(key, right))).statusCode).toBe(401) // its challenge has ended, too
  const fresh = await fetchKey()
  expect(fresh.kid).not.toBe(key.kid)
  expect((await send(encodeCredentials(fresh, right))).statusCode).toBe(200)
})

test('unknown user and wrong password read the same and take the same work', async () => {
  const times: Record<string, number[]> = { known: [], unknown: [] }
  const answers = new Set<string>()
  for (let round = 0; round < 8; round++) {
    server.advance(61_000) // a fresh try for the known account
    for (const [kind, username] of [
      ['known', 'admin-b'],
      ['unknown', `nobody-${round}`],
    ] as const) {
      const body = encodeCredentials(await fetchKey(), { username, password: 'Wrong-1234' })
      const begin = performance.now()
      const answer = await send(body)
      times[kind]!.push(performance.now() - begin)
      answers.add(`${answer.statusCode} ${answer.body}`)
    }
  }
  expect([...answers]).toHaveLength(1)
  // The quickest of eight, and coarse, as the machine may be busy: without its hash an answer takes a tenth.
  expect(Math.min(...times['unknown']!)).toBeGreaterThan(Math.min(...times['known']!) / 4)
})

test('an account takes five wrong tries, then one a minute, from wherever they come', async () => {
  const wrong = { username: 'ADMIN-target', password: 'Wrong-1234' }
  const statuses: number[] = []
  for (let round = 0; round < 7; round++)
    statuses.push((await send(encodeCredentials(await fetchKey(), wrong))).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  const refused = await send(encodeCredentials(await fetchKey(), { ...wrong, username: 'admin-TARGET' }))
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  server.advance(61_000)
  expect((await send(encodeCredentials(await fetchKey(), wrong))).statusCode).toBe(401)
})

test('an address takes twenty tries at once', async () => {
  const ip = nextIp()
  const statuses: number[] = []
  for (let round = 0; round < 24; round++) statuses.push((await send('a.b.c', ip)).statusCode)
  expect(statuses.slice(0, 20).every(status => status === 401)).toBe(true)
  expect(statuses.slice(20)).toContain(429)
})

test('a refresh token rotates; its second use after the race time ends the whole sign-in', async () => {
  const ip = nextIp()
  const first = await signIn(ip)
  const second = (await refresh(first.refresh_token, ip)).json<{ content: Tokens }>().content
  expect((await server.call('GET', '/api/user', { token: second.access_token })).statusCode).toBe(200)
  server.advance(11_000)
  const reused = await refresh(first.refresh_token, ip)
  expect([reused.statusCode, reused.json().code]).toEqual([401, 'auth.refreshReused'])
  expect((await server.call('GET', '/api/user', { token: second.access_token })).statusCode).toBe(401)
  expect((await refresh(second.refresh_token, ip)).statusCode).toBe(401)
})

test('two tabs may renew at the same moment', async () => {
  const ip = nextIp()
  const first = await signIn(ip)
  const answers = await Promise.all([refresh(first.refresh_token, ip), refresh(first.refresh_token, ip)])
  expect(answers.map(answer => answer.statusCode)).toEqual([200, 200])
})

test('a stolen refresh token ends the sign-in even within the race time', async () => {
  const ip = nextIp()
  const first = await signIn(ip, { 'user-agent': 'browser' })
  const mine = (await refresh(first.refresh_token, ip, { 'user-agent': 'browser' })).json<{ content: Tokens }>().content
  expect((await refresh(first.refresh_token, ip, { 'user-agent': 'thief' })).statusCode).toBe(401)
  expect((await server.call('GET', '/api/user', { token: mine.access_token })).statusCode).toBe(401)
})

test('the access token ends after 15 minutes, the sign-in after 12 hours whatever its use', async () => {
  const ip = nextIp()
  let tokens = await signIn(ip)
  server.advance(15 * 60_000 + 1)
  expect((await server.call('GET', '/api/user', { token: tokens.access_token })).statusCode).toBe(401)
  tokens = (await refresh(tokens.refresh_token, ip)).json<{ content: Tokens }>().content
  server.advance(12 * 3_600_000)
  expect((await refresh(tokens.refresh_token, ip)).statusCode).toBe(401)
})

test('after logout neither token works', async () => {
  const ip = nextIp()
  const tokens = await signIn(ip)
  const answer = await server.call('POST', '/api/account/logout', { token: tokens.access_token })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect((await server.call('GET', '/api/user', { token: tokens.access_token })).statusCode).toBe(401)
  expect((await refresh(tokens.refresh_token, ip)).statusCode).toBe(401)
})

test('no password and no token is ever logged', async () => {
  const tokens = await signIn()
  await send(encodeCredentials(await fetchKey(), { username: 'admin-a', password: 'Canary-Secret-77' }))
  expect(server.readLog()).not.toMatch(/Canary-Secret-77|Correct-Horse-9/)
  expect(server.readLog()).not.toContain(tokens.access_token)
})
