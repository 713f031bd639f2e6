import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeCredentials, type LoginKey } from '../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let address = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())
beforeEach(() => server.database.withSystem(tx => tx.execute('delete from throttle')))

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
    server.advance(16 * 60_000) // what was counted is forgotten
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

test('a name takes three wrong tries, two more with a picture each, and is then locked, whether or not it exists', async () => {
  server.advance(16 * 60_000) // what other tests counted is forgotten
  for (const username of ['ADMIN-b', 'nobody-at-all']) {
    const wrong = async (captcha?: object, name = username) =>
      send(encodeCredentials(await fetchKey(), { username: name, password: 'Wrong-1234', ...(captcha && { captcha }) }))
    const codes: string[] = []
    for (let round = 0; round < 3; round++) codes.push((await wrong()).json().code)
    codes.push((await wrong()).json().code, (await wrong({ id: crypto.randomUUID(), answer: 'ABCD' })).json().code)
    for (let round = 0; round < 2; round++) codes.push((await wrong(await server.solve('login'))).json().code)
    expect(codes).toEqual([
      ...['auth.refused', 'auth.refused', 'auth.refused', 'auth.captchaNeeded', 'auth.captcha'],
      ...['auth.refused', 'auth.refused'],
    ])
    const locked = await wrong(await server.solve('login'), username.toLowerCase())
    expect([locked.statusCode, locked.json().code]).toEqual([429, 'tooMany.locked'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60)
  }
})

test('a lock ends by itself; the right password then counts from the beginning', async () => {
  const wrong = async () =>
    send(encodeCredentials(await fetchKey(), { username: 'late', password: 'x', captcha: await server.solve('login') }))
  await addUser('late')
  for (let round = 0; round < 5; round++) await wrong()
  const rightOnes = { username: 'late', password: PASSWORD }
  expect((await send(encodeCredentials(await fetchKey(), rightOnes))).statusCode).toBe(429)
  server.advance(15 * 60_000 + 1000)
  expect((await send(encodeCredentials(await fetchKey(), rightOnes))).statusCode).toBe(200)
  expect((await send(encodeCredentials(await fetchKey(), { ...rightOnes, password: 'x' }))).json().code).toBe(
    'auth.refused',
  )
})

test('each lock in a row lasts twice as long', async () => {
  const wrong = async () =>
    send(
      encodeCredentials(await fetchKey(), { username: 'again', password: 'x', captcha: await server.solve('login') }),
    )
  for (const minutes of [15, 30, 60]) {
    for (let round = 0; round < 5; round++) expect((await wrong()).json().code).toBe('auth.refused')
    const seconds = Number((await wrong()).headers['retry-after'])
    expect(Math.round(seconds / 60)).toBe(minutes)
    server.advance(minutes * 60_000 + 1000)
  }
})

test('fifty tries at once are five', async () => {
  const bodies = await Promise.all(
    // As many as one address gets questions for.
    Array.from({ length: 50 }, async () =>
      encodeCredentials(await fetchKey(), { username: 'crowd', password: 'x', captcha: await server.solve('login') }),
    ),
  )
  const answers = await Promise.all(bodies.map(body => send(body)))
  const judged = answers.filter(answer => answer.json().code === 'auth.refused').length
  expect(judged).toBeGreaterThan(0)
  expect(judged).toBeLessThanOrEqual(5)
})

test('an administrator unlocks a user; one who may do less does not', async () => {
  const id = await addUser('shut')
  const body = async (password: string) =>
    encodeCredentials(await fetchKey(), { username: 'shut', password, captcha: await server.solve('login') })
  for (let round = 0; round < 5; round++) await send(await body('x'))
  expect((await send(await body(PASSWORD))).statusCode).toBe(429)
  const token = (await signIn()).access_token
  const unlock = (by: string, who = id) =>
    server.call('POST', `/api/dp/system/lessee-user/${who}/unlock`, { token: by })
  const stranger = (await send(encodeCredentials(await fetchKey(), { username: 'admin-b', password: PASSWORD }))).json()
  expect(stranger.code).toBe(0)
  expect((await unlock(stranger.content.access_token)).statusCode).toBe(404)
  expect((await unlock(token)).statusCode).toBe(200)
  expect((await send(await body(PASSWORD))).statusCode).toBe(200)
})

test('an address with ten wrong passwords is asked for a picture, whatever name it gives', async () => {
  const ip = nextIp()
  for (let round = 0; round < 10; round++) {
    await send(encodeCredentials(await fetchKey(), { username: `try-${round}`, password: 'x' }), ip)
    server.advance(1000)
  }
  const answer = await send(encodeCredentials(await fetchKey(), right), ip)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.captchaNeeded'])
  const captcha = await server.solve('login')
  expect((await send(encodeCredentials(await fetchKey(), { ...right, captcha }), ip)).statusCode).toBe(200)
})

/** Somebody of the first tenant, with the administrator's password and role. */
async function addUser(username: string): Promise<string> {
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string }>(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), $1, '', password_hash, role_id from app_user where username = 'admin-a' returning id`,
      [username],
    ),
  )
  return rows[0]!.id
}

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

test('a second use of a refresh token is told to the administrators in the operation log', async () => {
  const ip = nextIp()
  const first = await signIn(ip)
  await refresh(first.refresh_token, ip)
  server.advance(11_000)
  await refresh(first.refresh_token, '10.9.9.9')
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select username, ip, after from operation_log where action = 'passport.refresh' and ip = '10.9.9.9'"),
  )
  expect(rows).toEqual([{ username: 'admin-a', ip: '10.9.9.9', after: { event: 'refresh token used twice' } }])
})

test('half an hour without any call after the access token has ended ends the sign-in', async () => {
  const ip = nextIp()
  const first = await signIn(ip)
  server.advance(44 * 60_000)
  const second = (await refresh(first.refresh_token, ip)).json<{ content: Tokens }>().content
  server.advance(46 * 60_000)
  expect((await refresh(second.refresh_token, ip)).json().code).toBe('auth.expired')
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
