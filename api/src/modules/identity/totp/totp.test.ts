import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCredentials, type LoginKey } from '../../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { readBase32, stepOf, writeTimeCode } from './time-code.ts'

let server: TestServer
let token: string
let secret: Buffer
let recovery: string[]
let shiftMs = 0
let address = 0
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const nextIp = () => `10.2.0.${++address}`
const codeNow = () => writeTimeCode(secret, stepOf(Date.now() + shiftMs))
/** The next step's code: none of this one's works twice. */
const advance = (ms: number) => {
  shiftMs += ms
  server.advance(ms)
}
const freshCode = () => {
  advance(60_000)
  return codeNow()
}
const call = (method: string, path: string, body?: unknown, by = token) =>
  server.call(method, path, { token: by, ...(body === undefined ? {} : { body }) })
const login = async (username = 'admin-a') => {
  const key = (await server.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
  const encodedata = encodeCredentials(key, { username, password: PASSWORD })
  return server.call('POST', '/api/passport/login', { body: { encodedata }, ip: nextIp() })
}
const finish = (ticket: string, code: string) =>
  server.call('POST', '/api/passport/second-factor', { body: { ticket, code }, ip: nextIp() })
const renewToken = async () => {
  const ticket = (await login()).json().content[0].ticket
  token = (await finish(ticket, freshCode())).json().content.access_token
}

test('setting up counts only once a code is right', async () => {
  const begun = (await call('POST', '/api/dp/account/totp/begin')).json().content
  expect(begun.uri).toBe(`otpauth://totp/Sluice:admin-a?secret=${begun.secret}&issuer=Sluice`)
  secret = readBase32(begun.secret)
  expect((await login()).statusCode).toBe(200) // not yet
  expect((await call('POST', '/api/dp/account/totp/confirm', { code: '000000' })).json().code).toBe('invalid.totp')
  const confirmed = await call('POST', '/api/dp/account/totp/confirm', { code: codeNow() })
  recovery = confirmed.json().content.recovery_codes
  expect(recovery).toHaveLength(10)
  expect((await call('GET', '/api/dp/account/totp')).json().content).toEqual({
    enabled: true,
    required: false,
    recovery_codes_left: 10,
  })
  expect((await call('POST', '/api/dp/account/totp/begin')).json().code).toBe('conflict.totp')
})

test('the secret is sealed where it is kept, and recovery codes are hashes', async () => {
  const rows = await server.database.withTenant(server.a.tenantId, async tx => [
    ...(await tx.query('select secret from user_totp')),
    ...(await tx.query("select encode(hash, 'escape') as hash from recovery_code")),
  ])
  expect(rows[0]!['secret']).toMatch(/^v1\./)
  for (const code of recovery) expect(JSON.stringify(rows)).not.toContain(code)
})

test('the password alone gives a ticket and no token; ticket and code give the tokens', async () => {
  const answer = await login()
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.secondFactor'])
  const [{ ticket, expires_in, ...rest }] = answer.json().content
  expect([expires_in, rest]).toEqual([300, {}])
  expect((await finish(ticket, '000000')).json().code).toBe('auth.secondFactorWrong')
  const done = await finish(ticket, freshCode())
  expect(done.statusCode).toBe(200)
  expect((await call('GET', '/api/user', undefined, done.json().content.access_token)).statusCode).toBe(200)
  expect((await finish(ticket, freshCode())).json().code).toBe('auth.ticket') // once
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select 1 from operation_log where action = 'passport.login' and after ->> 'method' = 'password+totp'"),
  )
  expect(log).toHaveLength(1)
})

test('no code works twice, not even with another ticket', async () => {
  const code = freshCode()
  expect((await finish((await login()).json().content[0].ticket, code)).statusCode).toBe(200)
  expect((await finish((await login()).json().content[0].ticket, code)).json().code).toBe('auth.secondFactorWrong')
})

test('a ticket takes five tries and five minutes', async () => {
  advance(600_000)
  const { ticket } = (await login()).json().content[0]
  for (let round = 0; round < 5; round++) {
    advance(60_000 / 5)
    await server.database.withSystem(tx => tx.execute('delete from throttle'))
    expect((await finish(ticket, '000000')).json().code).toBe('auth.secondFactorWrong')
  }
  expect((await finish(ticket, freshCode())).json().code).toBe('auth.ticket')
  const late = (await login()).json().content[0].ticket
  advance(300_001)
  expect((await finish(late, codeNow())).json().code).toBe('auth.ticket')
})

test('guessing is slowed down across tickets', async () => {
  advance(600_000)
  const codes: string[] = []
  for (let round = 0; round < 7; round++)
    codes.push((await finish((await login()).json().content[0].ticket, '000000')).json().code)
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('auth.secondFactorWrong'))
  expect(codes.slice(5)).toEqual(['tooMany.attempts', 'tooMany.attempts'])
  advance(600_000)
})

test('a recovery code signs in once, however it is typed', async () => {
  const typed = recovery[0]!.toUpperCase().replace('-', ' ')
  expect((await finish((await login()).json().content[0].ticket, typed)).statusCode).toBe(200)
  expect((await finish((await login()).json().content[0].ticket, recovery[0]!)).statusCode).toBe(401)
  await renewToken()
  expect((await call('GET', '/api/dp/account/totp')).json().content.recovery_codes_left).toBe(9)
  const renewed = await call('POST', '/api/dp/account/totp/recovery', { code: freshCode() })
  expect(renewed.json().content.recovery_codes).toHaveLength(10)
  expect((await finish((await login()).json().content[0].ticket, recovery[1]!)).statusCode).toBe(401)
})

test('a tenant may ask its administrators for a second factor: without one they may do nothing else', async () => {
  await renewToken()
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select gen_random_uuid(), 'second-admin', '', password_hash, role_id from app_user where username = 'admin-a'`),
  )
  const other = (await login('second-admin')).json().content.access_token
  expect((await call('GET', '/api/dp/system/log', undefined, other)).statusCode).toBe(200)
  const ask = (by: string) => call('PUT', '/api/dp/system/sign-in-policy', { require_totp: true }, by)
  expect((await ask(other)).json().code).toBe('conflict.noTotp')
  expect((await ask(token)).statusCode).toBe(200)
  const refused = await call('GET', '/api/dp/system/log', undefined, other)
  expect([refused.statusCode, refused.json().message]).toEqual([405, '管理员必须先启用动态口令'])
  expect((await call('GET', '/api/user', undefined, other)).json().content.must_set_up_totp).toBe(true)
  expect((await call('GET', '/api/user')).json().content.must_set_up_totp).toBe(false)
  expect((await call('POST', '/api/dp/account/totp/disable', { code: freshCode() })).json().code).toBe(
    'conflict.totpRequired',
  )
  // The way out is open.
  const begun = await call('POST', '/api/dp/account/totp/begin', undefined, other)
  const own = readBase32(begun.json().content.secret)
  const code = writeTimeCode(own, stepOf(Date.now() + shiftMs))
  expect((await call('POST', '/api/dp/account/totp/confirm', { code }, other)).statusCode).toBe(200)
  expect((await call('GET', '/api/dp/system/log', undefined, other)).statusCode).toBe(200)
  // The other tenant is not asked.
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect((await call('GET', '/api/dp/system/log', undefined, stranger)).statusCode).toBe(200)
  await call('PUT', '/api/dp/system/sign-in-policy', { require_totp: false })
})

test('an administrator takes a lost authenticator from a user, who then signs in without it', async () => {
  await renewToken()
  const [user] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string }>("select id from app_user where username = 'second-admin'"),
  )
  const reset = (by: string) => call('POST', `/api/dp/system/lessee-user/${user!.id}/reset-totp`, undefined, by)
  expect((await reset(await server.signIn('admin-b', PASSWORD))).statusCode).toBe(404)
  expect((await login('second-admin')).json().code).toBe('auth.secondFactor')
  expect((await reset(token)).statusCode).toBe(200)
  expect((await login('second-admin')).statusCode).toBe(200)
})

test('switching it off needs a code of it', async () => {
  await renewToken()
  expect((await call('POST', '/api/dp/account/totp/disable', { code: '000000' })).json().code).toBe('invalid.totp')
  expect((await call('POST', '/api/dp/account/totp/disable', { code: freshCode() })).statusCode).toBe(200)
  expect((await call('POST', '/api/dp/account/totp/disable', { code: freshCode() })).json().code).toBe(
    'conflict.noTotp',
  )
  expect((await login()).statusCode).toBe(200)
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ action: string }>("select distinct action from operation_log where action like 'totp.%' order by 1"),
  )
  expect(log.map(row => row.action)).toEqual([
    'totp.begin',
    'totp.confirm',
    'totp.disable',
    'totp.renewRecovery',
    'totp.reset',
    'totp.savePolicy',
  ])
})
