import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCredentials, type LoginKey } from '../../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const PATH = '/api/passport/register'
let server: TestServer
let address = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())

const form = { company: '新公司', code: 'new-co', username: 'boss', password: PASSWORD, password2: PASSWORD }
const send = async (change: object, on = server, ip = `10.3.0.${++address}`) => {
  const key = (await on.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
  const content = { ...form, captcha: await on.solve('register'), ...change }
  return on.call('POST', PATH, { body: { encodedata: encodeCredentials(key, content, PATH) }, ip })
}
const countTenants = () => server.database.withSystem(async tx => (await tx.query('select 1 from tenant')).length)

test('a registration makes a tenant and its administrator, who signs in and finds the row in the log', async () => {
  const answer = await send({})
  expect(answer.json()).toMatchObject({
    code: 0,
    content: { username: 'boss@new-co', code: 'new-co', company: '新公司' },
  })
  const token = await server.signIn('boss@new-co', PASSWORD)
  const profile = (await server.call('GET', '/api/user', { token })).json().content
  expect([profile.lessee.name, profile.must_change_password]).toEqual(['新公司', false])
  expect(profile.role.permissions).toContainEqual({ name: '*' })
  const log = (await server.call('GET', '/api/dp/system/log', { token })).json().content
  expect(log.map((row: { action: string }) => row.action)).toContain('register.create')
})

test('every wrong value is refused at its field, and makes nothing', async () => {
  const before = await countTenants()
  const cases: [object, number, string][] = [
    [{ company: '' }, 422, 'company'],
    [{ code: 'Has Space' }, 422, 'code'],
    [{ code: 'x' }, 422, 'code'],
    [{ username: 'a b' }, 422, 'username'],
    [{ username: 'ab' }, 422, 'username'],
    [{ password: '', password2: '' }, 422, 'password'],
    [{ password: 'Ab-4567', password2: 'Ab-4567' }, 422, 'password'],
    [{ password: 'abcdefgh', password2: 'abcdefgh' }, 422, 'password'],
    [{ username: 'horseman', password: 'Horseman-99', password2: 'Horseman-99' }, 422, 'password'],
    [{ password2: 'Other-Horse-9' }, 422, 'password2'],
    [{ username: 'boss@aa' }, 422, 'username'],
    [{ username: 'somebody', code: 'aa' }, 409, 'code'],
    [{ role: 'x' }, 422, ''],
  ]
  for (const [change, status, field] of cases) {
    await server.database.withSystem(tx => tx.execute('delete from throttle'))
    const answer = await send({ username: 'newcomer', code: 'newcomer', ...change })
    const fields = answer.json().content.map((item: { field: string }) => item.field)
    expect([change, answer.statusCode, fields]).toEqual([change, status, expect.arrayContaining([field])])
  }
  expect(await countTenants()).toBe(before)
})

test('the captcha is needed, right, and spent by one try', async () => {
  expect((await send({ captcha: { id: crypto.randomUUID(), answer: 'x' } })).json().code).toBe('auth.captcha')
  const captcha = await server.solve('register')
  expect((await send({ captcha, password2: 'x' })).json().code).toBe('invalid.passwordMismatch')
  expect((await send({ captcha })).json().code).toBe('auth.captcha')
  expect((await send({ captcha: await server.solve('login') })).json().code).toBe('auth.captcha')
})

test('an address registers five tenants in a row, no more', async () => {
  await server.database.withSystem(tx => tx.execute('delete from throttle'))
  const codes: number[] = []
  for (let round = 0; round < 6; round++)
    codes.push((await send({ code: `serial-${round}`, username: `serial-${round}` }, server, '10.3.9.9')).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
})

test('where registration is closed the answer says so and nothing is made', async () => {
  const closed = await startTestServer({ registration: false })
  try {
    expect((await send({}, closed)).json().code).toBe('notFound.registration')
    expect((await closed.call('GET', '/api/passport/options')).json().content.registration).toBe(false)
  } finally {
    await closed.drop()
  }
})
