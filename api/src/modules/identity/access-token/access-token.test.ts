import { newId } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetPassword } from '../../../index.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TenantToken } from './contract.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const PATH = '/api/dp/system/access-token'
const inTenant = <T extends object>(sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.query<T>(sql, values))
const list = async (query = '', token = admin) =>
  (await server.call('GET', `${PATH}${query}`, { token })).json<{ content: TenantToken[]; total: number }>()
/** A person with the password of the tests and a role of these permissions. */
async function addPerson(username: string, permissions: readonly string[]): Promise<string> {
  const [roleId, id] = [newId(), newId()]
  await inTenant('insert into role (id, name, permissions) values ($1, $2, $3)', [roleId, username, permissions])
  await inTenant(
    `insert into app_user (id, username, nickname, password_hash, role_id)
     select $1, $2, '', password_hash, $3 from app_user where username = 'admin-a'`,
    [id, username, roleId],
  )
  return id
}
const signIn = (username: string) => server.signIn(username, PASSWORD)
const make = async (token: string, name = 'ci', days = 30) => {
  const body = { name, permissions: ['connector:query'], days }
  return (await server.call('POST', '/api/dp/account/token', { token, body })).json().content as {
    token: string
    item: { id: string }
  }
}
const use = async (token: string) => (await server.call('GET', '/api/dh/lessee/connector', { token })).statusCode
const clerkRights = ['connector:query', 'connector:add', 'connector:delete']

describe('a token ends with what it was made by', () => {
  const person = async (name: string) => {
    const id = await addPerson(name, clerkRights)
    const session = await signIn(name)
    return { id, session, made: await make(session) }
  }
  const logOf = async (id: string) =>
    (
      await inTenant<{ after: unknown }>(
        'select after from operation_log where object_id = $1 order by created_at, id',
        [id],
      )
    ).at(-1)?.after

  test('its owner changes the password', async () => {
    const { id, session, made } = await person('changer')
    expect(await use(made.token)).toBe(200)
    const body = { user_id: id, oldpassword: PASSWORD, password: 'Brand-New-77', password2: 'Brand-New-77' }
    expect((await server.call('POST', '/api/dp/system/password', { token: session, body })).statusCode).toBe(200)
    expect(await use(made.token)).toBe(401)
    expect(await use(session)).toBe(200)
    expect(await logOf(id)).toEqual({ change: 'own password', revoked_access: 1 })
  })

  test('an administrator resets the password, sets another, signs the person out, disables the account', async () => {
    const acts: [string, (id: string) => [string, string, object?]][] = [
      ['reset-1', id => ['POST', `/api/dp/system/lessee-user/${id}/reset-password`]],
      [
        'reset-2',
        id => ['POST', '/api/dp/system/password', { user_id: id, password: 'Brand-New-77', password2: 'Brand-New-77' }],
      ],
      ['signed-out', id => ['POST', `/api/dp/system/lessee-user/${id}/sign-out`]],
      ['disabled', id => ['POST', `/api/dp/system/lessee-user/${id}/disable`]],
    ]
    for (const [name, act] of acts) {
      const { id, made } = await person(name)
      expect([name, await use(made.token)]).toEqual([name, 200])
      const [method, path, body] = act(id)
      expect((await server.call(method, path, { token: admin, ...(body && { body }) })).statusCode).toBe(200)
      await inTenant("update app_user set status = 'active' where id = $1", [id])
      expect([name, await use(made.token)]).toEqual([name, 401])
      expect(await logOf(id)).toMatchObject({ revoked_access: 1 })
    }
  })

  test('the operator resets the password at the command line', async () => {
    const { id, made } = await person('helped')
    await resetPassword(server.database, 'helped', Date.now())
    server.advance(6000)
    expect(await use(made.token)).toBe(401)
    expect(await logOf(id)).toEqual({ change: 'password reset', revoked_access: 1 })
  })
})

describe('the list of all tokens', () => {
  test('shows owner, name, scope, times and address, filtered, sorted and in pages', async () => {
    await inTenant('delete from access_token')
    await addPerson('clerk', clerkRights)
    const clerk = await signIn('clerk')
    const [first, second] = [await make(clerk, 'first'), await make(admin, 'second', 5)]
    await server.call('GET', '/api/dh/lessee/connector', { token: first.token, ip: '10.9.8.7' })
    const all = await list('?sort=username')
    expect(all.total).toBe(2)
    expect(all.content.map(row => [row.username, row.name, row.permissions, row.state])).toEqual([
      ['admin-a', 'second', ['connector:query'], 'live'],
      ['clerk', 'first', ['connector:query'], 'live'],
    ])
    expect(all.content[1]).toMatchObject({ last_ip: '10.9.8.7', is_mightier: false })
    expect(all.content[1]!.last_used_at).not.toBeNull()
    expect(JSON.stringify(all)).not.toContain(first.token)
    expect((await list('?keyword=CLERK')).content.map(row => row.name)).toEqual(['first'])
    expect((await list('?sort=expires_at&pageSize=1')).content.map(row => row.name)).toEqual(['second'])
    await server.call('DELETE', `/api/dp/account/token/${second.item.id}`, { token: admin })
    expect((await list('?state=revoked')).content.map(row => row.name)).toEqual(['second'])
    const file = await server.call('GET', `${PATH}/export?state=live`, { token: admin })
    expect(file.body).toContain('clerk,,first,slp_')
    expect(file.body).not.toContain('second')
    expect(await inTenant("select 1 from operation_log where action = 'accessToken.export'")).toHaveLength(1)
  })

  test('an administrator ends a token; its owner finds it revoked', async () => {
    const clerk = await signIn('clerk')
    const { token, item } = await make(clerk, 'lost')
    expect((await server.call('DELETE', `${PATH}/${item.id}`, { token: admin })).statusCode).toBe(200)
    expect(await use(token)).toBe(401)
    expect((await server.call('DELETE', `${PATH}/${item.id}`, { token: admin })).statusCode).toBe(404)
    expect(
      await inTenant("select after from operation_log where action = 'accessToken.revoke' and object_id = $1", [
        item.id,
      ]),
    ).toEqual([{ after: { change: 'revoked', owner: 'clerk' } }])
  })

  test('is closed to others: another tenant, somebody without the right, and tokens of who may do more', async () => {
    const { token, item } = await make(admin, 'mighty')
    const stranger = await server.signIn('admin-b', PASSWORD)
    expect((await list('', stranger)).content).toEqual([])
    expect((await server.call('DELETE', `${PATH}/${item.id}`, { token: stranger })).statusCode).toBe(404)
    expect((await server.call('GET', PATH, { token: await signIn('clerk') })).statusCode).toBe(405)
    await addPerson('helper', [...clerkRights, 'user:query', 'user:update', 'user:export'])
    const helper = await signIn('helper')
    expect((await list('?keyword=mighty', helper)).content[0]).toMatchObject({ is_mightier: true })
    const refused = await server.call('DELETE', `${PATH}/${item.id}`, { token: helper })
    expect([refused.statusCode, refused.json().code]).toEqual([405, 'permission'])
    expect(await use(token)).toBe(200)
  })
})

test('a tenant bounds the life of tokens, also of those that are there', async () => {
  const policy = (body: object) => server.call('PUT', '/api/dp/system/sign-in-policy', { token: admin, body })
  const tryMake = (days: number) =>
    server.call('POST', '/api/dp/account/token', {
      token: admin,
      body: { name: 'long', permissions: ['connector:query'], days },
    })
  const read = async () => (await server.call('GET', '/api/dp/account/token/policy', { token: admin })).json().content
  expect(await read()).toEqual({ max_days: 365 })
  const late = await tryMake(366)
  expect([late.statusCode, late.json().code]).toEqual([422, 'invalid.tokenDays'])
  expect(late.json().message).toContain('365')
  const [old, short] = [await tryMake(300), await tryMake(5)].map(made => made.json().content.item.id as string)
  expect((await policy({ require_totp: false, token_max_days: 30 })).statusCode).toBe(200)
  expect(await read()).toEqual({ max_days: 30 })
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string; days: number }>(
      'select id, ceil(extract(epoch from expires_at - created_at) / 86400)::int as days from access_token where id = any($1)',
      [[old, short]],
    ),
  )
  expect(new Map(rows.map(row => [row.id, row.days]))).toEqual(
    new Map([
      [old, 31], // the rest of the day it was made
      [short, 5],
    ]),
  )
  expect((await tryMake(31)).json().code).toBe('invalid.tokenDays')
  expect((await tryMake(30)).statusCode).toBe(200)
  expect((await policy({ require_totp: false, token_max_days: 0 })).statusCode).toBe(422)
  // What is not said stays.
  expect((await policy({ require_totp: false })).statusCode).toBe(200)
  expect(await read()).toEqual({ max_days: 30 })
})
