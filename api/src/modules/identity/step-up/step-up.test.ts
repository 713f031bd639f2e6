import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { readBase32, stepOf, writeTimeCode } from '../totp/index.ts'

let server: TestServer
let shiftMs = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())

const MINUTE_MS = 60_000
const advance = (ms: number) => {
  shiftMs += ms
  server.advance(ms)
}
const signIn = () => server.signIn('admin-a', PASSWORD)
/** A sign-in whose password was typed too long ago. */
const signInOld = async () => {
  const token = await signIn()
  advance(11 * MINUTE_MS)
  return token
}
const makeToken = (token: string) =>
  server.call('POST', '/api/dp/account/token', {
    token,
    body: { name: 'ci', permissions: ['connector:query'], days: 1 },
  })
const prove = (token: string, body: object) => server.call('POST', '/api/dp/account/step-up', { token, body })
const codeOf = async (answer: ReturnType<typeof makeToken>) => (await answer).json().code

test('whoever finds a browser signed in does nothing that lasts', async () => {
  const token = await signInOld()
  const { user_id: own } = (await server.call('GET', '/api/user', { token })).json().content
  const [other] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string }>(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), 'other', '', 'none', role_id from app_user where id = $1 returning id`,
      [own],
    ),
  )
  const calls: [string, string, object?][] = [
    ['POST', '/api/dp/account/token', { name: 'x', permissions: ['connector:query'], days: 1 }],
    ['PUT', '/api/dp/account/base', { nickname: 'x', email: 'thief@example.test', phone: null }],
    ['PUT', '/api/dp/account/base', { nickname: 'x', email: null, phone: '+8613800000001' }],
    ['POST', '/api/dp/account/phone/code', { phone: '13800000001' }],
    ['POST', '/api/dp/account/phone', { ticket: 'x'.repeat(30), code: '123456' }],
    ['DELETE', '/api/dp/account/phone'],
    ['POST', '/api/dp/account/totp/begin'],
    ['POST', '/api/dp/account/identities/begin', { provider_id: own }],
    ['POST', '/api/dp/account/identities', { state: 'x', binding: 'y' }],
    ['DELETE', `/api/dp/account/identities/${own}`],
    ['POST', '/api/dp/system/password', { user_id: other!.id, password: 'Brand-New-77', password2: 'Brand-New-77' }],
    ['POST', `/api/dp/system/lessee-user/${other!.id}/reset-password`],
    ['POST', `/api/dp/system/lessee-user/${other!.id}/reset-totp`],
  ]
  for (const [method, path, body] of calls) {
    const answer = await server.call(method, path, { token, ...(body && { body }) })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'stepUp.needed'])
    expect(answer.json().content).toEqual([{ method: 'password', minutes: 10, providers: [] }])
  }
  const unchanged = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query('select email, phone from app_user where id = $1', [own]),
  )
  expect(unchanged).toEqual([{ email: null, phone: null }])
  // A name is no way in.
  const name = { nickname: 'x', email: null, phone: null }
  expect((await server.call('PUT', '/api/dp/account/base', { token, body: name })).statusCode).toBe(200)
})

test('the password opens it for ten minutes, in this sign-in alone', async () => {
  const [token, elsewhere] = [await signIn(), await signIn()]
  advance(11 * MINUTE_MS)
  expect(await codeOf(makeToken(token))).toBe('stepUp.needed')
  expect((await prove(token, { password: PASSWORD })).json().content).toEqual({ minutes: 10 })
  expect((await makeToken(token)).statusCode).toBe(200)
  expect(await codeOf(makeToken(elsewhere))).toBe('stepUp.needed')
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ after: unknown }>("select after from operation_log where action = 'stepUp.prove'"),
  )
  expect(log).toEqual([{ after: { proved_by: 'password' } }])
})

test('a renewed sign-in keeps its proof, and the proof its end', async () => {
  const token = await signIn()
  advance(9 * MINUTE_MS)
  expect((await makeToken(token)).statusCode).toBe(200)
  advance(MINUTE_MS)
  expect(await codeOf(makeToken(token))).toBe('stepUp.needed')
})

test('a password is not guessed here either', async () => {
  const token = await signInOld()
  await server.database.withSystem(tx => tx.execute('delete from throttle'))
  const codes: string[] = []
  for (let round = 0; round < 7; round++) codes.push((await prove(token, { password: `Wrong-${round}` })).json().code)
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('invalid.password'))
  expect(codes.slice(5)).toEqual(Array(2).fill('tooMany.attempts'))
  expect((await prove(token, { password: PASSWORD })).json().code).toBe('tooMany.attempts')
  expect(await codeOf(makeToken(token))).toBe('stepUp.needed')
  await server.database.withSystem(tx => tx.execute('delete from throttle'))
})

test('an access token proves nothing', async () => {
  const token = await signIn()
  const made = (await makeToken(token)).json().content.token
  expect((await prove(made, { password: PASSWORD })).json().code).toBe('permission')
})

test('where there is a second factor, a code of it is asked for, and the password is not enough', async () => {
  const token = await signIn()
  const begun = await server.call('POST', '/api/dp/account/totp/begin', { token })
  const secret = readBase32(begun.json().content.secret)
  const codeNow = () => writeTimeCode(secret, stepOf(Date.now() + shiftMs))
  const body = { code: codeNow() }
  expect((await server.call('POST', '/api/dp/account/totp/confirm', { token, body })).statusCode).toBe(200)
  advance(11 * MINUTE_MS)
  expect((await makeToken(token)).json().content).toEqual([{ method: 'totp', minutes: 10, providers: [] }])
  expect((await prove(token, { password: PASSWORD })).json().code).toBe('invalid.stepUpTotp')
  expect((await prove(token, { code: '000000' })).json().code).toBe('invalid.totp')
  expect(await codeOf(makeToken(token))).toBe('stepUp.needed')
  expect((await prove(token, { code: codeNow() })).statusCode).toBe(200)
  expect((await makeToken(token)).statusCode).toBe(200)
})

test('a proof that fails leaves a row each time, and guesses are counted', async () => {
  const token = await server.signIn('admin-b', PASSWORD)
  const guesses: number[] = []
  for (let guess = 0; guess < 7; guess++) guesses.push((await prove(token, { password: `Wrong-${guess}` })).statusCode)
  expect(guesses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
  expect(guesses.slice(5)).toEqual([429, 429])
  const rows = await server.database.withTenant(server.b.tenantId, tx =>
    tx.query(
      `select username, result, code, after from operation_log
        where action = 'stepUp.prove' and result = 'refused'`,
    ),
  )
  expect(rows).toHaveLength(5)
  expect(rows[0]).toEqual({
    username: 'admin-b',
    result: 'refused',
    code: 'invalid.password',
    after: { not_proved_by: 'password' },
  })
})
