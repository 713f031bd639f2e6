import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { checkPassword } from '../../identity/password/index.ts'

let server: TestServer
let token: string
let adminId: string
const PATH = '/api/dp/system/password'

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  adminId = (await server.call('GET', '/api/user', { token })).json().content.user_id
})
afterAll(() => server.drop())

const set = (body: object, bearer = token) => server.call('POST', PATH, { token: bearer, body })

async function addUser(username: string, role: string): Promise<string> {
  const id = crypto.randomUUID()
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select $1, $2, '', password_hash, (select id from role where name = $3) from app_user where username = 'admin-a'`,
      [id, username, role],
    ),
  )
  return id
}

describe('rules in the order and words of the specification', () => {
  const own = { user_id: '', password: 'Brand-New-77', password2: 'Brand-New-77', oldpassword: PASSWORD }
  test.each([
    [{ oldpassword: '' }, '原密码不能为空'],
    [{ password: '', password2: '' }, '新密码不能为空'],
    [{ password: PASSWORD, password2: PASSWORD }, '新密码不能与旧密码一样'],
    [{ password: 'Ab-1' }, '新密码不能少于8位'],
    [{ password: 'abcdefgh1' }, '新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符'],
    [{ password: '12345678!' }, '新密码不能少于8位，需要英文与数字混合，至少需要一个特殊字符'],
    [{ password: 'P@ssw0rd!' }, '新密码过于常见，或包含用户名、租户名或产品名，请换一个'],
    [{ password: 'xx-Admin-a-99' }, '新密码过于常见，或包含用户名、租户名或产品名，请换一个'],
    [{ password2: 'Brand-New-78' }, '两次新密码输入不一致'],
    [{ oldpassword: 'Wrong-Horse-9' }, '原密码错误'],
  ])('%j: %s', async (change, message) => {
    const answer = await set({ ...own, ...change, user_id: adminId })
    expect([answer.statusCode, answer.json().message]).toEqual([422, message])
  })

  test('64 characters and more are taken, none is cut off', () => {
    const password = `${'long passphrase '.repeat(8)}1!`
    const rule = { password2: password, isOwn: false, context: [] }
    expect(checkPassword({ ...rule, password })).toBeNull()
    expect(checkPassword({ ...rule, password, context: ['默认租户', '管理员甲乙'] })).toBeNull()
  })

  const judge = (password: string, context: readonly string[] = []) =>
    checkPassword({ password, password2: password, isOwn: false, context })

  test.each([
    ...['P@ssw0rd', 'p@ssw0rd!', 'Pa$$w0rd', 'Password1!', 'Password123!', 'Welcome1!', 'Welcome123!', 'Admin@123'],
    ...['Qwer1234!', 'Aa123456.', 'Abc@123456', 'Abc123456!', '1qaz@WSX', '!QAZ2wsx', 'ZAQ!2wsx', '1qaz!QAZ'],
    ...['Iloveyou1!', 'Qwerty123!', 'Abcd1234!', 'Letmein1!'],
  ])('one of the commonest is refused: %s', password => {
    expect(judge(password)).toBe('invalid.passwordCommon')
  })

  test('the names of user, tenant and product are refused inside it, in any case and as they are written', () => {
    expect(judge('x-ZhangSan-77', ['zhangsan'])).toBe('invalid.passwordCommon')
    expect(judge('星河贸易有限-a1', ['星河贸易有限'])).toBe('invalid.passwordCommon')
    expect(judge('my-SLUICE-2026')).toBe('invalid.passwordCommon')
    // A short name is in too many passwords.
    expect(judge('Trustworthy-Ali-7', ['ali'])).toBeNull()
  })

  test('a good password is not refused for what letters could stand for', () => {
    for (const password of ['Brand-New-77', 'rot-0der-blau-3', 'k4rt0ffel-salat!', PASSWORD])
      expect([password, judge(password, ['default', 'rotoder'])]).toEqual([password, null])
  })
})

test('one’s own new password keeps this sign-in, ends the others and works at once', async () => {
  await addUser('worker', '操作员')
  const here = await server.signIn('worker', PASSWORD)
  const there = await server.signIn('worker', PASSWORD)
  const id = (await server.call('GET', '/api/user', { token: here })).json().content.user_id
  const body = { user_id: id, password: 'Brand-New-77', password2: 'Brand-New-77', oldpassword: PASSWORD }
  expect((await set(body, here)).statusCode).toBe(200)
  expect((await server.call('GET', '/api/user', { token: here })).statusCode).toBe(200)
  expect((await server.call('GET', '/api/user', { token: there })).statusCode).toBe(401)
  expect(await server.signIn('worker', 'Brand-New-77')).toBeTruthy()
  expect(server.readLog()).not.toContain('Brand-New-77')
})

test('a reset ends every sign-in and allows nothing but a change of password', async () => {
  const id = await addUser('resetme', '操作员')
  const before = await server.signIn('resetme', PASSWORD)
  expect((await set({ user_id: id, password: 'Given-By-1', password2: 'Given-By-1' })).statusCode).toBe(200)
  expect((await server.call('GET', '/api/user', { token: before })).statusCode).toBe(401)
  const fresh = await server.signIn('resetme', 'Given-By-1')
  expect((await server.call('GET', '/api/user', { token: fresh })).json().content.must_change_password).toBe(true)
  const refused = await server.call('GET', '/api/dh/lessee/run', { token: fresh })
  expect([refused.statusCode, refused.json().message]).toEqual([405, '请先修改密码'])
  const body = { user_id: id, password: 'My-Own-123', password2: 'My-Own-123', oldpassword: 'Given-By-1' }
  expect((await set(body, fresh)).statusCode).toBe(200)
  expect((await server.call('GET', '/api/dh/lessee/run', { token: fresh })).statusCode).toBe(200)
})

test('nobody sets the password of another tenant’s user, of a mightier one, or without the right', async () => {
  const body = { password: 'Given-By-1', password2: 'Given-By-1' }
  const other = await server.signIn('admin-b', PASSWORD)
  expect((await set({ ...body, user_id: adminId }, other)).statusCode).toBe(404)
  const operatorId = await addUser('operator', '操作员')
  const operator = await server.signIn('operator', PASSWORD)
  expect((await set({ ...body, user_id: adminId }, operator)).statusCode).toBe(405)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute("insert into role (id, name, permissions) values (gen_random_uuid(), 'helpdesk', '{user:update}')"),
  )
  await addUser('helpdesk', 'helpdesk')
  const helpdesk = await server.signIn('helpdesk', PASSWORD)
  expect((await set({ ...body, user_id: adminId }, helpdesk)).statusCode).toBe(404)
  expect((await set({ ...body, user_id: operatorId }, helpdesk)).statusCode).toBe(404)
})

test('wrong old passwords are counted', async () => {
  const id = await addUser('guessed', '只读')
  const mine = await server.signIn('guessed', PASSWORD)
  const statuses: number[] = []
  for (let round = 0; round < 6; round++) {
    const body = { user_id: id, password: 'Brand-New-77', password2: 'Brand-New-77', oldpassword: `Wrong-${round}-x` }
    statuses.push((await set(body, mine)).statusCode)
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

test('the log finds by word, action and time, newest first', async () => {
  const list = async (query: string) => (await server.call('GET', `/api/dp/system/log?${query}`, { token })).json()
  const all = await list('action=system.setPassword&result=ok')
  expect(all.total).toBeGreaterThan(0)
  expect(all.content[0]).toMatchObject({ action: 'system.setPassword', operation: 'update', object_type: 'user' })
  expect((await list('keyword=worker')).content.length).toBeGreaterThan(0)
  expect((await list('from=2999-01-01T00:00:00Z')).total).toBe(0)
  expect((await list('from=yesterday')).code).toBe('invalid.input')
})

test('the log cannot be changed or deleted by the product itself', async () => {
  const inTenant = (sql: string) => server.database.withTenant(server.a.tenantId, tx => tx.execute(sql))
  await expect(inTenant('delete from operation_log')).rejects.toThrow(/permission denied/)
  await expect(inTenant("update operation_log set username = 'x'")).rejects.toThrow(/permission denied/)
})
