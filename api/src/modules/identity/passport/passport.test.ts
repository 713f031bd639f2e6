// waiver: size: all of signing in on one server, whose clock and counts its tests share
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atFullCost } from '../../../testing/cheap-passwords.ts'
import { encodeCredentials, type LoginKey } from '../../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let address = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())
beforeEach(() => forgetThrottles())

const forgetThrottles = () => server.database.withSystem(tx => tx.execute('delete from throttle'))
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
    server.advance(25 * 3_600_000) // what was counted is forgotten
    for (const [kind, username] of [
      ['known', 'admin-b'],
      ['unknown', `nobody-${round}`],
    ] as const) {
      const body = encodeCredentials(await fetchKey(), { username, password: 'Wrong-1234' })
      const begin = performance.now()
      const answer = await atFullCost(() => send(body))
      times[kind]!.push(performance.now() - begin)
      answers.add(`${answer.statusCode} ${answer.body}`)
    }
  }
  expect([...answers]).toHaveLength(1)
  // The quickest of eight, and coarse, as the machine may be busy: without its hash an answer takes a tenth.
  expect(Math.min(...times['unknown']!)).toBeGreaterThan(Math.min(...times['known']!) / 4)
})

/** One try with the work that was asked for last: `bits` null sends no answer, 0 the base question. */
async function tryName(username: string, password: string, bits: number | null, headers = {}, ip = nextIp()) {
  const captcha = bits === null ? undefined : await server.solve('login', bits === 0 ? undefined : bits)
  const body = encodeCredentials(await fetchKey(), { username, password, ...(captcha && { captcha }) })
  const answer = await send(body, ip, headers)
  const { code, content } = answer.json()
  return { answer, code, bits: code === 'auth.workNeeded' ? (content[0].bits as number) : null }
}

/** Guesses as a stranger does who always does the work; how often a password was judged. */
async function guess(username: string, times: number): Promise<number> {
  let [judged, bits]: [number, number | null] = [0, 0]
  for (let round = 0; round < times; round++) {
    if (round % 40 === 0) await forgetThrottles() // of the questions
    const tried = await tryName(username, 'Wrong-1234', bits)
    if (tried.code === 'auth.refused') judged++
    bits = tried.bits ?? bits
  }
  return judged
}

test('a name takes three wrong tries, two with a question, then each asks for more work, whether or not it exists', async () => {
  server.advance(25 * 3_600_000) // what other tests counted is forgotten
  for (const username of ['ADMIN-b', 'nobody-at-all']) {
    const codes: string[] = []
    for (let round = 0; round < 4; round++) codes.push((await tryName(username, 'Wrong-1234', null)).code)
    const captcha = { id: crypto.randomUUID(), answer: 'ABCD' }
    const invented = encodeCredentials(await fetchKey(), { username, password: 'Wrong-1234', captcha })
    codes.push((await send(invented)).json().code)
    for (let round = 0; round < 2; round++) codes.push((await tryName(username, 'Wrong-1234', 0)).code)
    expect(codes).toEqual([
      ...['auth.refused', 'auth.refused', 'auth.refused', 'auth.captchaNeeded', 'auth.captcha'],
      ...['auth.refused', 'auth.refused'],
    ])
    const asked: (number | null)[] = []
    for (let bits: number | null = 0; asked.length < 8; ) {
      const tried = await tryName(username.toLowerCase(), 'Wrong-1234', bits)
      if (tried.bits !== null) asked.push(tried.bits)
      bits = tried.bits ?? bits
      if (asked.at(-1) === 10) break
    }
    expect(asked).toEqual([5, 6, 7, 8, 9, 10])
  }
})

test('a stranger who guesses shuts nobody out: the owner gets in by work, and by a browser used before at once', async () => {
  await addUser('victim')
  const first = await tryName('victim', PASSWORD, null)
  const cookie = String(first.answer.headers['set-cookie'])
  expect(cookie).toMatch(/^device-[0-9a-f]{16}=.*; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
  expect(cookie).not.toContain('victim')
  const device = { cookie: `other=1; ${cookie.split(';')[0]}` }
  await guess('victim', 12)
  expect((await tryName('victim', PASSWORD, null, device)).answer.statusCode).toBe(200)
  const asked = await tryName('victim', PASSWORD, 0)
  expect(asked.code).toBe('auth.workNeeded')
  expect((await tryName('victim', PASSWORD, asked.bits)).answer.statusCode).toBe(200)
})

test('guesses stay bounded: from one part of the network sixty a day and one an hour, and no door is shut elsewhere', async () => {
  await addUser('bounded')
  const device = {
    cookie: String((await tryName('bounded', PASSWORD, null)).answer.headers['set-cookie']).split(';')[0]!,
  }
  // Nothing was counted of this part of the network's pause before the sixtieth: the one after it begins it.
  expect(await guess('bounded', 80)).toBe(61)
  await forgetThrottles()
  const again = await tryName('bounded', 'Wrong-1234', 11)
  expect([again.answer.statusCode, again.code]).toEqual([429, 'tooMany.locked'])
  server.advance(3_600_000 + 1000)
  expect(await guess('bounded', 5)).toBe(1)
  // The browser used before, and one from elsewhere for more computing: the owner is in.
  expect((await tryName('bounded', PASSWORD, null, device)).answer.statusCode).toBe(200)
  const asked = await tryName('bounded', PASSWORD, 10, {}, '192.0.2.7')
  expect([asked.code, asked.bits]).toEqual(['auth.workNeeded', 11])
  expect((await tryName('bounded', PASSWORD, asked.bits, {}, '192.0.2.7')).answer.statusCode).toBe(200)
})

test('guesses from many parts of the network are twenty for each, and the work they cost grows to its bound', async () => {
  await addUser('hunted')
  await tryName('hunted', 'Wrong-1234', null)
  await setCount('name/hunted', 60)
  const [codes, asked]: [string[], Set<number>] = [[], new Set()]
  for (let [round, bits] = [0, 10]; round < 24; round++) {
    const tried = await tryName('hunted', 'Wrong-1234', bits, {}, `198.51.100.${round + 1}`)
    if (tried.bits === null) codes.push(tried.code)
    else asked.add(tried.bits)
    bits = tried.bits ?? bits
  }
  expect(codes.filter(code => code === 'auth.refused')).toHaveLength(20)
  expect(new Set(codes.slice(20))).toEqual(new Set(['tooMany.locked']))
  expect([...asked]).toEqual([11, 12])
  await setCount('name/hunted', 5000)
  const bound = await tryName('hunted', 'Wrong-1234', 13, {}, '192.0.2.1')
  expect([bound.code, bound.bits]).toEqual(['auth.workNeeded', 14])
  // Neighbours share a count, however an address is written.
  await setCount('range/2001:db8:1/name/hunted', 19)
  const from = async (ip: string) => (await tryName('hunted', 'Wrong-1234', 14, {}, ip)).code
  expect(await from('2001:db8:1::1')).toBe('auth.refused')
  expect(await from('2001:0DB8:0001:ffff::2')).toBe('tooMany.locked')
  expect(await from('2001:db8:2::1')).toBe('auth.refused')
})

async function setCount(key: string, failures: number): Promise<void> {
  await server.database.withSystem(tx =>
    tx.execute(
      // The clock of the tests goes ahead of the database's.
      `insert into login_failure (key, failures, first_at)
       select sha256(convert_to($1, 'UTF8')), $2, max(first_at) from login_failure
       on conflict (key) do update set failures = $2, first_at = excluded.first_at`,
      [key, failures],
    ),
  )
}

test('the mark of a browser opens no other name, ends, and cannot be forged', async () => {
  await addUser('marked')
  const mark = String((await tryName('marked', PASSWORD, null)).answer.headers['set-cookie']).split(';')[0]!
  const [name, value] = mark.split('=') as [string, string]
  await guess('marked', 8)
  const [id, ends, mac] = value.split('.') as [string, string, string]
  for (const forged of [
    `x${id}.${ends}.${mac}`,
    `${id}.${Number(ends) + 1}.${mac}`,
    `${id}.${ends}`,
    `${id}.NaN.${mac}`,
    '..',
  ])
    expect((await tryName('marked', PASSWORD, null, { cookie: `${name}=${forged}` })).code).toBe('auth.workNeeded')
  await guess('admin-b', 8)
  expect((await tryName('admin-b', PASSWORD, null, { cookie: mark })).code).toBe('auth.workNeeded')
  server.advance(181 * 24 * 3_600_000)
  await guess('marked', 8)
  expect((await tryName('marked', PASSWORD, null, { cookie: mark })).code).toBe('auth.workNeeded')
})

test('a stolen mark is no free hand: its guesses are counted like any', async () => {
  await addUser('robbed')
  const cookie = String((await tryName('robbed', PASSWORD, null)).answer.headers['set-cookie']).split(';')[0]!
  for (let round = 0; round < 3; round++) await tryName('robbed', 'Wrong-1234', null, { cookie })
  expect((await tryName('robbed', 'Wrong-1234', null, { cookie })).code).toBe('auth.captchaNeeded')
})

test('fifty tries at once are no more than one after the other', async () => {
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
  const unlock = (by: string, who = id) =>
    server.call('POST', `/api/dp/system/lessee-user/${who}/unlock`, { token: by })
  server.advance(25 * 3_600_000) // what other tests counted is forgotten
  await guess('shut', 70)
  const stranger = (await send(encodeCredentials(await fetchKey(), { username: 'admin-b', password: PASSWORD }))).json()
  expect(stranger.code).toBe(0)
  expect((await unlock(stranger.content.access_token)).statusCode).toBe(404)
  const own = (await signIn()).access_token
  expect((await tryName('shut', PASSWORD, 10)).answer.statusCode).toBe(429)
  expect((await unlock(own)).statusCode).toBe(200)
  expect((await tryName('shut', PASSWORD, null)).answer.statusCode).toBe(200)
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
  const solved = await send(encodeCredentials(await fetchKey(), { ...right, captcha }), ip)
  expect(solved.statusCode).toBe(200)
  const cookie = String(solved.headers['set-cookie']).split(';')[0]!
  expect((await send(encodeCredentials(await fetchKey(), right), ip, { cookie })).statusCode).toBe(200)
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

test('one refresh token gives two pairs at most, however many ask at once, and then the whole sign-in ends', async () => {
  for (let round = 0; round < 20; round++) {
    const ip = nextIp()
    const first = await signIn(ip)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token, ip)))
    const given = answers.filter(answer => answer.statusCode === 200)
    expect(given.length).toBeLessThanOrEqual(2)
    for (const answer of given) {
      const { access_token, refresh_token } = answer.json<{ content: Tokens }>().content
      expect((await server.call('GET', '/api/user', { token: access_token })).statusCode).toBe(401)
      expect((await refresh(refresh_token, ip)).statusCode).toBe(401)
    }
  }
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
