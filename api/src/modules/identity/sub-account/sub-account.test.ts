import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let admin: string
let adminId: string
const USER = '/api/dp/system/lessee-user'
const roles: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin-a', PASSWORD)
  adminId = (await send(admin, 'GET', '/api/user')).content.user_id
  for (const role of (await send(admin, 'GET', '/api/dp/system/role')).content) roles[role.name] = role.id
})
afterAll(() => server.drop())

let counter = 0
const send = async (token: string, method: string, path: string, body?: object) => {
  const answer = await server.call(method, path, { token, ...(body ? { body } : {}) })
  return { status: answer.statusCode, ...answer.json() }
}
async function newUser(
  role = '操作员',
  more: object = {},
): Promise<{ id: string; username: string; password: string }> {
  const username = `clerk-${++counter}`
  const { status, content } = await send(admin, 'POST', `${USER}/store`, { username, role_id: roles[role], ...more })
  expect(status).toBe(200)
  return { id: content.id, username, password: content.one_time_password }
}
const list = async (query = '') => send(admin, 'GET', `${USER}?${query}`)
const find = async (username: string) => (await list(`keyword=${username}`)).content[0]
const inTenant = (sql: string, values: unknown[]) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
/** Whoever signs in with a password that was given must choose an own one first; here they have. */
async function signIn(user: { username: string; password: string }): Promise<string> {
  await inTenant('update app_user set must_change_password = false where username = $1', [user.username])
  return server.signIn(user.username, user.password)
}

test('a new account gets a password that works once and must be changed', async () => {
  const user = await newUser('操作员', { phone: '13800000000', email: 'a@example.com', nickname: '小王' })
  expect(await find(user.username)).toMatchObject({
    phone: '+8613800000000',
    role_name: '操作员',
    status: 'active',
    must_change_password: true,
  })
  const token = await server.signIn(user.username, user.password)
  expect((await send(token, 'GET', '/api/dh/lessee/run')).status).toBe(405)
  const log = await send(admin, 'GET', '/api/dp/system/log?action=subAccount.save')
  expect(log.content[0]).toMatchObject({ object_name: user.username, after: { role: '操作员', nickname: '小王' } })
  expect(JSON.stringify(log)).not.toContain(user.password)
})

test.each([
  [{ username: '' }, 'username'],
  [{ username: 'ab' }, 'username'],
  [{ username: '有空格 的' }, 'username'],
  [{ phone: '12345' }, 'phone'],
  [{ email: 'nobody' }, 'email'],
  [{ role_id: 'x' }, 'role_id'],
  [{ password: 'short', password2: 'short' }, 'password'],
  [{ password: 'abcdefgh1', password2: 'abcdefgh1' }, 'password'],
  [{ password: 'Brand-New-77', password2: 'Brand-New-78' }, 'password2'],
])('a form with %j is refused at the field %s', async (change, field) => {
  const body = { username: 'somebody', role_id: roles['操作员'], ...change }
  const answer = await send(admin, 'POST', `${USER}/store`, body)
  expect([answer.status, answer.content[0]?.field]).toEqual([422, field])
})

test('the list is filtered, sorted and paged, and exported as filtered', async () => {
  const made = await newUser('只读', { nickname: '=cmd()', remark: 'needle' })
  expect((await list('keyword=needle')).content).toMatchObject([{ username: made.username }])
  expect(
    (await list(`role_id=${roles['只读']}`)).content.every((row: { role_name: string }) => row.role_name === '只读'),
  ).toBe(true)
  const names = (await list('sort=username&pageSize=100')).content.map((row: { username: string }) => row.username)
  expect(names).toEqual([...names].sort())
  expect((await list('page=1&pageSize=1')).content).toHaveLength(1)
  const file = await server.call('GET', `${USER}/export?keyword=needle`, { token: admin })
  expect(file.body).toContain(made.username)
  expect(file.body).toContain("'=cmd()")
  expect(file.body).not.toContain('admin-a')
})

describe('an account', () => {
  test('that is disabled is out at once and cannot come back until it is enabled', async () => {
    const user = await newUser()
    const token = await signIn(user)
    expect((await send(token, 'GET', '/api/user')).status).toBe(200)
    expect((await send(admin, 'POST', `${USER}/${user.id}/disable`)).status).toBe(200)
    expect((await send(token, 'GET', '/api/user')).status).toBe(401)
    expect(await server.signIn(user.username, user.password).catch(() => undefined)).toBeUndefined()
    expect((await list('status=disabled')).content).toMatchObject([{ username: user.username, sessions: 0 }])
    await send(admin, 'POST', `${USER}/${user.id}/enable`)
    expect(await server.signIn(user.username, user.password)).toBeTruthy()
  })

  test('that is signed out by an administrator must sign in again', async () => {
    const user = await newUser()
    const token = await signIn(user)
    expect(await find(user.username)).toMatchObject({ sessions: 1 })
    expect((await send(admin, 'POST', `${USER}/${user.id}/sign-out`)).content).toEqual({ ended: 1 })
    expect((await send(token, 'GET', '/api/user')).status).toBe(401)
  })

  test('whose password is reset: the old one and every sign-in end, the new one works once', async () => {
    const user = await newUser()
    const token = await signIn(user)
    const { content } = await send(admin, 'POST', `${USER}/${user.id}/reset-password`)
    expect(content.username).toBe(user.username)
    expect((await send(token, 'GET', '/api/user')).status).toBe(401)
    expect(await server.signIn(user.username, user.password).catch(() => undefined)).toBeUndefined()
    const fresh = await server.signIn(user.username, content.one_time_password)
    expect((await send(fresh, 'GET', '/api/user')).content.must_change_password).toBe(true)
    expect(server.readLog()).not.toContain(content.one_time_password)
  })

  test('changes its role at once; several at a time with one result each', async () => {
    const [one, two] = [await newUser('只读'), await newUser('只读')]
    const token = await signIn(one)
    const body = { user_ids: [one.id, two.id, adminId], role_id: roles['操作员'] }
    const { content } = await send(admin, 'POST', '/api/dp/system/updaterole', body)
    expect(content.map((row: { ok: boolean }) => row.ok)).toEqual([true, true, false])
    expect(content[2]).toMatchObject({ code: 'conflict.ownAccount' })
    const profile = await send(token, 'GET', '/api/user')
    expect(profile.content.role.name).toBe('操作员')
  })

  test('that is deleted, by either verb, is gone; what it did stays in the log under its name', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const token = await signIn(one)
    await send(token, 'PUT', '/api/dp/account/settings', { theme: 'dark' })
    expect((await send(admin, 'DELETE', `${USER}/${one.id}`)).status).toBe(200)
    expect((await send(admin, 'GET', `${USER}/destroy/${two.id}`)).status).toBe(200)
    expect((await send(token, 'GET', '/api/user')).status).toBe(401)
    expect(await find(one.username)).toBeUndefined()
    expect((await send(admin, 'GET', `/api/dp/system/log?user=${one.username}&action=user.saveSettings`)).total).toBe(1)
  })

  test('cannot be opened as a link', async () => {
    const { id } = await newUser()
    const answer = await server.call('GET', `${USER}/destroy/${id}`, {
      token: admin,
      headers: { 'sec-fetch-mode': 'navigate' },
    })
    expect(answer.statusCode).toBe(405)
  })
})

describe('nobody is locked out by mistake', () => {
  test('one’s own account is neither disabled, deleted, reset nor given another role', async () => {
    for (const [method, path] of [
      ['POST', `${USER}/${adminId}/disable`],
      ['POST', `${USER}/${adminId}/reset-password`],
      ['DELETE', `${USER}/${adminId}`],
    ] as const)
      expect([path, (await send(admin, method, path)).code]).toEqual([path, 'conflict.ownAccount'])
    expect((await send(admin, 'PUT', `${USER}/${adminId}`, { role_id: roles['只读'] })).code).toBe(
      'conflict.ownAccount',
    )
    expect((await send(admin, 'PUT', `${USER}/${adminId}`, { nickname: 'me', role_id: roles['管理员'] })).status).toBe(
      200,
    )
  })

  test('two administrators who disable one another at the same moment: one stays', async () => {
    const other = await newUser('管理员')
    const token = await signIn(other)
    const answers = await Promise.all([
      send(admin, 'POST', `${USER}/${other.id}/disable`),
      send(token, 'POST', `${USER}/${adminId}/disable`),
    ])
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    const left = (
      await server.database.withTenant(server.a.tenantId, tx =>
        tx.query(
          `select u.id from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id where '*' = any(r.permissions) and u.status = 'active'`,
        ),
      )
    ).length
    expect(left).toBe(1)
    await inTenant(`update app_user set status = 'active' where id = $1`, [adminId])
    admin = await server.signIn('admin-a', PASSWORD)
  })

  test('a smaller administrator touches nobody who may do more, and gives no role that does', async () => {
    const body = {
      name: 'helpdesk',
      permissions: ['user:query', 'user:add', 'user:update', 'user:delete', 'own:add', 'own:delete'],
    }
    const role = (await send(admin, 'POST', '/api/dp/system/role', body)).content
    roles['helpdesk'] = role.id
    const token = await signIn(await newUser('helpdesk'))
    const mightier = await newUser('操作员')
    for (const [method, path] of [
      ['POST', `${USER}/${adminId}/disable`],
      ['POST', `${USER}/${mightier.id}/reset-password`],
      ['POST', `${USER}/${mightier.id}/sign-out`],
      ['DELETE', `${USER}/${mightier.id}`],
    ] as const)
      expect([path, (await send(token, method, path)).status]).toEqual([path, 405])
    const wanted = { username: 'climber', role_id: roles['管理员'] }
    expect((await send(token, 'POST', `${USER}/store`, wanted)).status).toBe(405)
    expect((await send(token, 'POST', `${USER}/store`, { ...wanted, role_id: roles['helpdesk'] })).status).toBe(200)
    const seen = (await send(token, 'GET', `${USER}?keyword=${mightier.username}`)).content[0]
    expect(seen).toMatchObject({ is_mightier: true, is_own: false })
  })
})

test('a lock after wrong passwords is shown, found and undone', async () => {
  const user = await newUser()
  await server.database.withSystem(tx =>
    tx.execute(
      `insert into login_failure (key, failures, first_at, locked_until)
       values (sha256(convert_to('name/' || $1, 'UTF8')), 5, now(), now() + interval '1 hour')`,
      [user.username],
    ),
  )
  expect((await list('status=locked')).content).toMatchObject([{ username: user.username, status: 'locked' }])
  expect((await send(admin, 'POST', `${USER}/${user.id}/unlock`)).status).toBe(200)
  expect(await find(user.username)).toMatchObject({ status: 'active', locked_until: null })
})

test('an import makes the good lines, tells every fault of the others with its line, and changes nothing in a preview', async () => {
  const { username } = await newUser()
  const rows = [
    { username: 'import-1', role: '只读', phone: '13900000001' },
    { username, role: '只读' },
    { username: 'import-2', role: 'nobody knows' },
    { username: 'IMPORT-1', role: '只读' },
    { username: 'x', role: '只读', email: 'nobody', phone: 'abc' },
  ]
  const preview = await send(admin, 'POST', `${USER}/import/preview`, { rows })
  const fields = preview.content.map((row: { faults: { field: string }[] }) => row.faults.map(fault => fault.field))
  expect(fields).toEqual([[], ['username'], ['role'], ['username'], ['username', 'phone', 'email']])
  expect(await find('import-1')).toBeUndefined()
  const { content } = await send(admin, 'POST', `${USER}/import`, { rows })
  expect(content.created).toMatchObject([{ line: 1, username: 'import-1' }])
  expect(content.refused.map((row: { line: number }) => row.line)).toEqual([2, 3, 4, 5])
  expect(await server.signIn('import-1', content.created[0].one_time_password)).toBeTruthy()
})
