import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.drop())
beforeEach(async () => {
  await server.database.withSystem(tx => tx.execute('delete from throttle'))
  token = await server.signIn('admin-a', PASSWORD)
})

const save = (email: string | null, by = token) =>
  server.call('PUT', '/api/dp/account/base', { token: by, body: { nickname: 'A', email, phone: null } })
const sendCode = () => server.call('POST', '/api/dp/account/email/code', { token })
const confirm = (code: string) => server.call('POST', '/api/dp/account/email/confirm', { token, body: { code } })
const readCode = () => /\d{6}/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
const isConfirmed = async () =>
  (await server.call('GET', '/api/dp/account/center', { token })).json().content.email_confirmed as boolean
const mailAddress = async () => (await server.call('GET', '/api/dp/notice/mail', { token })).json().content.address

test('an address counts once the code that it received has come back, and never before', async () => {
  await save('me@example.test')
  expect([await isConfirmed(), await mailAddress()]).toEqual([false, null])
  expect((await server.call('POST', '/api/dp/notice/mail/test', { token })).statusCode).toBe(409)
  expect((await sendCode()).json().content).toEqual({ email: 'me@example.test', minutes: 15 })
  expect(server.mails.at(-1)?.to).toBe('me@example.test')
  const wrong = readCode() === '000000' ? '000001' : '000000'
  expect((await confirm(wrong)).json().code).toBe('invalid.emailCode')
  expect((await confirm(readCode())).statusCode).toBe(200)
  expect([await isConfirmed(), await mailAddress()]).toEqual([true, 'me@example.test'])
  expect((await confirm(readCode())).json().code).toBe('invalid.emailCode')
  expect(server.readLog()).not.toContain(readCode())
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select 1 from operation_log where action = 'account.confirmEmail'"),
  )
  expect(log).toHaveLength(1)
})

test('another address begins anew, the old one is told, and a code of the old one confirms nothing', async () => {
  const before = server.mails.length
  await save('thief@example.test')
  expect(server.mails.slice(before).map(mail => mail.to)).toEqual(['me@example.test'])
  expect(await isConfirmed()).toBe(false)
  await sendCode()
  const code = readCode()
  await save('third@example.test')
  expect((await confirm(code)).json().code).toBe('invalid.emailCode')
  expect(await isConfirmed()).toBe(false)
})

test('a code is not guessed: five tries, then it is dead; and it runs out', async () => {
  await sendCode()
  const code = readCode()
  const wrong = code === '111111' ? '222222' : '111111'
  for (let round = 0; round < 5; round++) expect((await confirm(wrong)).statusCode).toBe(422)
  expect((await confirm(code)).statusCode).toBe(422)
  await server.database.withSystem(tx => tx.execute('delete from throttle'))
  await sendCode()
  server.advance(15 * 60_000 + 1)
  token = await server.signIn('admin-a', PASSWORD)
  expect((await confirm(readCode())).statusCode).toBe(422)
})

test('nobody’s mailbox is filled: three codes, then a pause', async () => {
  const answers = [await sendCode(), await sendCode(), await sendCode(), await sendCode()]
  expect(answers.map(answer => answer.statusCode)).toEqual([200, 200, 200, 429])
})

test('an administrator who changes an address confirms nothing', async () => {
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id, email, email_confirmed_at)
       select gen_random_uuid(), 'clerk', '', 'x', role_id, 'old@example.test', now() from app_user where username = 'admin-a'`,
    ),
  )
  const [clerk] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string; role_id: string }>("select id, role_id from app_user where username = 'clerk'"),
  )
  const body = { nickname: 'C', email: 'new@example.test', role_id: clerk!.role_id }
  const path = `/api/dp/system/lessee-user/${clerk!.id}`
  expect((await server.call('PUT', path, { token, body })).statusCode).toBe(200)
  const [after] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select email, email_confirmed_at from app_user where username = 'clerk'"),
  )
  expect(after).toEqual({ email: 'new@example.test', email_confirmed_at: null })
})
