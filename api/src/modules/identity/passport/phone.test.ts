import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCredentials, type LoginKey } from '../../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const PHONE = '13812345678'
let server: TestServer
let token: string
let address = 0
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const nextIp = () => `10.1.0.${++address}`
const requestCode = async (phone: string, captcha?: { id: string; answer: string }, ip = nextIp()) => {
  const { id, answer } = captcha ?? (await server.solve('sms'))
  const query = new URLSearchParams({ phone, captcha_id: id, captcha: answer })
  return server.call('GET', `/message/captcha/sms?${query}`, { ip })
}
const login = async (ticket: string, code: string) => {
  const key = (await server.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
  const encodedata = encodeCredentials(key, { phone: PHONE, ticket, code })
  return server.call('POST', '/api/passport/login', { body: { encodedata }, ip: nextIp() })
}
const lastCode = async (count: number): Promise<string> => {
  await expect.poll(() => server.messages.length, { timeout: 20_000 }).toBe(count)
  return server.messages.at(-1)!.code
}
const forgetLimits = () => server.database.withSystem(tx => tx.execute('delete from throttle'))
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

test('a phone becomes one’s own by the code it received, and is shown with its middle hidden', async () => {
  const sent = await server.call('POST', '/api/dp/account/phone/code', { token, body: { phone: PHONE } })
  const { ticket, code: shown } = sent.json().content
  expect(shown).toBeUndefined() // only in development
  const code = await lastCode(1)
  expect(server.messages[0]!.phone).toBe(`+86${PHONE}`)
  const confirm = (body: object, by = token) => server.call('POST', '/api/dp/account/phone', { token: by, body })
  expect((await confirm({ ticket, code: wrongOf(code) })).json().code).toBe('invalid.captcha')
  const other = await server.signIn('admin-b', PASSWORD)
  expect((await confirm({ ticket, code }, other)).json().code).toBe('invalid.captcha')
  expect((await confirm({ ticket, code })).json().content).toEqual({ phone: '+86138****5678' })
  expect((await confirm({ ticket, code })).json().code).toBe('invalid.captcha')
  expect((await server.call('GET', '/api/dp/account/phone', { token })).json().content).toEqual({
    phone: '+86138****5678',
    confirmed: true,
    sms: true,
  })
  const rows = (await server.call('GET', '/api/dp/system/log?action=passport.confirmPhone', { token })).json().content
  expect(rows).toMatchObject([{ object_type: 'user', after: { phone: '+86138****5678' } }])
})

test('the owner of a phone signs in by it, with every way to write it', async () => {
  for (const phone of [PHONE, `+86${PHONE}`, '138 1234-5678']) {
    await forgetLimits()
    const before = server.messages.length
    const { ticket, expires_in, resend_in } = (await requestCode(phone)).json().content
    expect([expires_in, resend_in]).toEqual([300, 60])
    const answer = await login(ticket, await lastCode(before + 1))
    expect(answer.statusCode).toBe(200)
    const profile = await server.call('GET', '/api/user', { token: answer.json().content.access_token })
    expect(profile.json().content.username).toBe('admin-a')
  }
})

test('an unknown phone is answered like a known one, and gets no message', async () => {
  await forgetLimits()
  const before = server.messages.length
  const unknown = await requestCode('13900000000')
  const known = await requestCode(PHONE)
  expect(Object.keys(unknown.json().content)).toEqual(Object.keys(known.json().content))
  await lastCode(before + 1)
  expect(server.messages.at(-1)!.phone).toBe(`+86${PHONE}`)
  expect((await login(unknown.json().content.ticket, '123456')).json().code).toBe('auth.captcha')
})

test('a wrong code has its own message, in the caller’s language', async () => {
  await forgetLimits()
  const before = server.messages.length
  const { ticket } = (await requestCode(PHONE)).json().content
  const answer = await login(ticket, wrongOf(await lastCode(before + 1)))
  expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([401, 'auth.captcha', '验证码错误'])
})

test('a code works once, five tries and five minutes long', async () => {
  await forgetLimits()
  const before = server.messages.length
  const spent = (await requestCode(PHONE)).json().content.ticket
  const code = await lastCode(before + 1)
  for (let round = 0; round < 5; round++) await login(spent, wrongOf(code))
  expect((await login(spent, code)).statusCode).toBe(401)
  await forgetLimits()
  const late = (await requestCode(PHONE)).json().content.ticket
  const lateCode = await lastCode(before + 2)
  server.advance(5 * 60_000 + 1000)
  expect((await login(late, lateCode)).statusCode).toBe(401)
  await forgetLimits()
  const once = (await requestCode(PHONE)).json().content.ticket
  const onceCode = await lastCode(before + 3)
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(once, onceCode)))
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
})

test('the picture comes first, and one answer is one message', async () => {
  await forgetLimits()
  expect((await requestCode(PHONE, { id: crypto.randomUUID(), answer: '1' })).json().code).toBe('auth.captcha')
  const captcha = await server.solve('sms')
  expect((await requestCode(PHONE, captcha)).statusCode).toBe(200)
  expect((await requestCode('13900000001', captcha)).json().code).toBe('auth.captcha')
  expect((await requestCode(PHONE, await server.solve('login'))).json().code).toBe('auth.captcha')
})

test('a phone gets one message a minute and ten in a row, whoever asks from wherever', async () => {
  await forgetLimits()
  const phone = '13700000000'
  expect((await requestCode(phone)).statusCode).toBe(200)
  const soon = await requestCode(phone)
  expect(soon.statusCode).toBe(429)
  expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60)
  for (let round = 1; round < 10; round++) {
    server.advance(61_000)
    expect((await requestCode(phone)).statusCode).toBe(200)
  }
  server.advance(61_000)
  expect(Number((await requestCode(phone)).headers['retry-after'])).toBeGreaterThan(60)
})

test('what is no phone is refused at its field', async () => {
  for (const phone of ['', '12345', '23812345678', '+86123', 'abc', '１３８１２３４５６７８']) {
    const answer = await requestCode(phone, { id: crypto.randomUUID(), answer: 'x' })
    expect([phone, answer.statusCode, answer.json().content[0]?.field]).toEqual([phone, 422, 'phone'])
  }
})

test('a phone that was given up signs in no longer', async () => {
  await forgetLimits()
  token = await server.signIn('admin-a', PASSWORD)
  expect((await server.call('DELETE', '/api/dp/account/phone', { token })).statusCode).toBe(200)
  const before = server.messages.length
  const { ticket } = (await requestCode(PHONE)).json().content
  expect((await login(ticket, '000000')).statusCode).toBe(401)
  expect(server.messages.length).toBe(before)
})

test('neither code nor phone is in the log', () => {
  expect(server.readLog()).not.toContain(PHONE)
  for (const { code } of server.messages) expect(server.readLog()).not.toContain(`"${code}"`)
})
