import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { names } from '../../../server/names.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { listPermissions, listPresetRoles } from '../tenant/index.ts'
import { verbNames } from './permission-names.ts'

let server: TestServer
let admin: string
const ROLE = '/api/dp/system/role'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

let counter = 0
interface Made {
  readonly id: string
  readonly name: string
  readonly version: number
}
async function newRole(permissions: readonly string[], groups: readonly string[] | null = null): Promise<Made> {
  const body = { name: `role-${++counter}`, permissions, groups }
  const answer = await server.call('POST', ROLE, { token: admin, body })
  expect(answer.statusCode).toBe(200)
  return { ...body, ...answer.json().content }
}
async function signInAs(roleId: string): Promise<{ token: string; username: string }> {
  const username = `person-${++counter}`
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), $1, '', password_hash, $2 from app_user where username = 'admin-a'`,
      [username, roleId],
    ),
  )
  return { token: await server.signIn(username, PASSWORD), username }
}
const send = async (token: string, method: string, path: string, body?: object) => {
  const answer = await server.call(method, path, { token, ...(body ? { body } : {}) })
  return { status: answer.statusCode, ...answer.json() }
}
const findRole = async (name: string) =>
  (await send(admin, 'GET', `${ROLE}?keyword=${encodeURIComponent(name)}`)).content[0]

test('every permission has a module and a verb with a name', () => {
  const known = listPermissions().map(name => name.split(':') as [string, string])
  expect(known.filter(([module]) => !names.permissions[module])).toEqual([])
  expect(known.filter(([, verb]) => !(verb in verbNames))).toEqual([])
})

test('every preset may enter the console, and none but the administrators’ touches people, roles or the log', () => {
  const [administrator, ...others] = listPresetRoles()
  expect(administrator?.permissions).toEqual(['*'])
  for (const { key, permissions } of others) {
    for (const verb of ['add', 'delete'])
      expect([key, permissions.some(name => name.endsWith(`:${verb}`))]).toEqual([key, true])
    expect(permissions.filter(name => /^(user|role|log|website|sso|tenant):/.test(name))).toEqual([])
  }
  const reader = others.find(({ key }) => key === 'reader')!
  expect(reader.permissions.filter(name => !/:query$|^own:/.test(name))).toEqual([])
  const operator = others.find(({ key }) => key === 'operator')!
  expect(operator.permissions.filter(name => name.endsWith(':delete'))).toEqual(['own:delete'])
})

test('the catalogue is read from the routes: what each permission opens and who holds it', async () => {
  const { content } = await send(admin, 'GET', '/api/dp/system/permission')
  const named = content.modules.flatMap((module: { permissions: { name: string }[] }) =>
    module.permissions.map(({ name }) => name),
  )
  expect(named.sort()).toEqual(listPermissions())
  const strategy = content.modules.find((module: { name: string }) => module.name === 'strategy')
  const remove = strategy.permissions.find((permission: { name: string }) => permission.name === 'strategy:delete')
  expect(remove.opens).toEqual(['批量删除方案', '删除方案模板'])
  expect(content.roles.find((role: { name: string }) => role.name === '管理员')).toMatchObject({
    permissions: ['*'],
    user_count: 1,
  })
})

describe('a role', () => {
  test('is made, changed and deleted; each leaves a row with what was before and after', async () => {
    const made = await newRole(['strategy:query', 'strategy:query', 'own:add'], ['b', 'a'])
    expect(await findRole(made.name)).toMatchObject({
      permissions: ['own:add', 'strategy:query'],
      groups: ['a', 'b'],
      user_count: 0,
    })
    const body = { name: `${made.name}x`, permissions: ['strategy:query'], groups: null, version: 1 }
    expect((await send(admin, 'PUT', `${ROLE}/${made.id}`, body)).content).toMatchObject({ version: 2, groups: null })
    expect((await send(admin, 'PUT', `${ROLE}/${made.id}`, body)).code).toBe('conflict.version')
    const [row] = (await send(admin, 'GET', `/api/dp/system/log?action=role.update&result=ok`)).content
    expect(row).toMatchObject({ before: { groups: ['a', 'b'] }, after: { groups: null }, action_name: '修改角色' })
    expect((await send(admin, 'DELETE', `${ROLE}/${made.id}`)).status).toBe(200)
    expect((await send(admin, 'GET', `${ROLE}/${made.id}`)).status).toBe(404)
  })

  test('has a name of its own and known permissions', async () => {
    const made = await newRole([])
    expect(await send(admin, 'POST', ROLE, { name: made.name, permissions: [] })).toMatchObject({
      status: 409,
      code: 'conflict.name',
    })
    expect(await send(admin, 'POST', ROLE, { name: 'x1', permissions: ['strategy:dance'] })).toMatchObject({
      status: 422,
      code: 'invalid.permission',
    })
    for (const name of ['', ' ', 'x'.repeat(41)])
      expect((await send(admin, 'POST', ROLE, { name, permissions: [] })).status).toBe(422)
  })

  test('that somebody has is not deleted, and the refusal names them', async () => {
    const made = await newRole(['strategy:query'])
    const { username } = await signInAs(made.id)
    const refused = await send(admin, 'DELETE', `${ROLE}/${made.id}`)
    expect(refused).toMatchObject({ status: 409, code: 'conflict.roleInUse', content: [{ username }] })
    expect(refused.message).toContain(username)
    expect((await send(admin, 'GET', `${ROLE}/${made.id}`)).content.users).toMatchObject([{ username }])
  })

  test('of the administrators is neither changed nor deleted', async () => {
    const { id, version } = await findRole('管理员')
    const body = { name: '管理员', permissions: [], version }
    expect((await send(admin, 'PUT', `${ROLE}/${id}`, body)).code).toBe('conflict.builtInRole')
    expect((await send(admin, 'DELETE', `${ROLE}/${id}`)).code).toBe('conflict.builtInRole')
  })

  test('gives nothing that its maker does not hold, and nobody widens or narrows their own', async () => {
    const small = await newRole(['role:query', 'role:add', 'role:update', 'strategy:query'], ['sales'])
    const { token } = await signInAs(small.id)
    const wide = { name: 'wide', permissions: ['strategy:delete'], groups: ['sales'] }
    expect(await send(token, 'POST', ROLE, wide)).toMatchObject({ status: 405, code: 'permission' })
    expect((await send(token, 'POST', ROLE, { ...wide, permissions: ['*'] })).status).toBe(405)
    expect((await send(token, 'POST', ROLE, { ...wide, permissions: ['strategy:query'], groups: null })).status).toBe(
      405,
    )
    expect((await send(token, 'POST', ROLE, { ...wide, permissions: ['strategy:query'] })).status).toBe(200)
    const own = { name: small.name, permissions: ['strategy:query'], groups: ['sales'], version: 1 }
    expect((await send(token, 'PUT', `${ROLE}/${small.id}`, own)).code).toBe('conflict.ownRole')
    const renamed = { ...own, name: 'mine', permissions: ['role:query', 'role:add', 'role:update', 'strategy:query'] }
    expect((await send(token, 'PUT', `${ROLE}/${small.id}`, renamed)).status).toBe(200)
    // What a role held before may stay when somebody smaller renames it.
    const big = await newRole(['strategy:delete'])
    const kept = { name: 'kept', permissions: ['strategy:delete'], groups: null, version: 1 }
    expect((await send(token, 'PUT', `${ROLE}/${big.id}`, kept)).status).toBe(200)
  })

  test('that holds more than one’s own loses nothing by them, neither a permission, nor its scope, nor itself', async () => {
    const small = await newRole(['role:query', 'role:update', 'role:delete', 'strategy:query'])
    const { token } = await signInAs(small.id)
    const big = await newRole(['strategy:delete', 'strategy:query'])
    const path = `${ROLE}/${big.id}`
    const body = { name: big.name, permissions: ['strategy:query'], groups: null, version: 1 }
    expect(await send(token, 'PUT', path, body)).toMatchObject({ status: 405, code: 'permission' })
    const scoped = { ...body, permissions: ['strategy:delete', 'strategy:query'], groups: ['sales'] }
    expect((await send(token, 'PUT', path, scoped)).status).toBe(405)
    expect(await send(token, 'DELETE', path)).toMatchObject({ status: 405, code: 'permission' })
    expect(await findRole(big.name)).toMatchObject({ permissions: ['strategy:delete', 'strategy:query'], groups: null })
    // Of one that holds no more than they do, they may.
    const peer = await newRole(['strategy:query'])
    expect((await send(token, 'PUT', `${ROLE}/${peer.id}`, { ...body, name: peer.name, permissions: [] })).status).toBe(
      200,
    )
    expect((await send(token, 'DELETE', `${ROLE}/${peer.id}`)).status).toBe(200)
  })

  test('that changed counts at once for whoever is signed in', async () => {
    const made = await newRole(['process:query'])
    const { token } = await signInAs(made.id)
    const runs = () => server.call('GET', '/api/dh/lessee/run', { token }).then(answer => answer.statusCode)
    expect(await runs()).toBe(405)
    await send(admin, 'PUT', `${ROLE}/${made.id}`, { name: made.name, permissions: ['strategy:query'], version: 1 })
    expect(await runs()).toBe(200)
  })
})
