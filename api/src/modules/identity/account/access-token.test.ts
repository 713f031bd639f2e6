import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { raiseNotice } from '@sluice/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { AccessToken } from './contract.ts'

let server: TestServer
let signedIn: string

beforeAll(async () => {
  server = await startTestServer()
  signedIn = await server.signIn('admin-a', PASSWORD)
})
afterAll(() => server.drop())

const DAY_MS = 24 * 3_600_000
const create = (body: object, token = signedIn) => server.call('POST', '/api/dp/account/token', { token, body })
const make = async (permissions: readonly string[], days = 30, token = signedIn) =>
  (await create({ name: 'ci', permissions, days }, token)).json<{ content: { token: string; item: AccessToken } }>()
    .content
const list = async (token = signedIn) =>
  (await server.call('GET', '/api/dp/account/token', { token })).json<{ content: AccessToken[] }>().content
const connectors = (token: string) => server.call('GET', '/api/dh/lessee/connector', { token })
const logRows = (action: string) =>
  server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ username: string; via: string | null; ip: string; after: unknown }>(
      'select username, via, ip, after from operation_log where action = $1 order by created_at, id',
      [action],
    ),
  )

describe('a personal access token', () => {
  test('is shown once and kept as a hash only', async () => {
    const { token, item } = await make(['connector:query'])
    expect(token).toMatch(/^slp_[A-Za-z0-9_-]{43}$/)
    expect(item).toMatchObject({ name: 'ci', prefix: token.slice(0, 10), state: 'live', last_used_at: null })
    const kept = await server.database.withTenant(server.a.tenantId, async tx =>
      JSON.stringify([await tx.query('select * from access_token'), await tx.query('select * from operation_log')]),
    )
    for (const place of [kept, JSON.stringify(await list()), server.readLog()]) {
      expect(place).not.toContain(token)
      expect(place).not.toContain(token.slice(10))
    }
  })

  test('works from a command line, with its scopes and nothing beyond', async () => {
    const { token } = await make(['connector:query'])
    const url = await server.listen('127.0.0.1', 0)
    const curl = async (...rest: string[]) => {
      const { stdout } = await promisify(execFile)('curl', [
        '-s',
        '-w',
        '\n%{http_code}',
        '-H',
        `Authorization: Bearer ${token}`,
        ...rest,
      ])
      const [body = '', status = ''] = stdout.split(/\n(?=\d+$)/)
      return { status: Number(status), body: JSON.parse(body) }
    }
    expect(await curl(`${url}/api/dh/lessee/connector`)).toMatchObject({ status: 200, body: { success: true } })
    const json = ['-H', 'content-type: application/json', '-d', '{"t":1}']
    const refused = await curl(...json, `${url}/api/dh/lessee/strategy/list`)
    expect(refused).toMatchObject({ status: 405, body: { success: false, code: 'permission' } })
    expect(await curl(`${url}/api/user`)).toMatchObject({ status: 200, body: { content: { username: 'admin-a' } } })
  })

  test('can neither make a token, nor end one, nor change the password, nor see what is the person’s own', async () => {
    const { token, item } = await make(['connector:query', 'connector:add', 'strategy:query'])
    const { user_id } = (await server.call('GET', '/api/user', { token })).json().content
    const password = { user_id, password: 'Brand-New-77', password2: 'Brand-New-77', oldpassword: PASSWORD }
    const calls = [
      create({ name: 'x', permissions: ['connector:query'], days: 1 }, token),
      server.call('DELETE', `/api/dp/account/token/${item.id}`, { token }),
      server.call('GET', '/api/dp/account/token', { token }),
      server.call('POST', '/api/dp/system/password', { token, body: password }),
      server.call('PUT', '/api/dp/account/base', { token, body: { nickname: 'x', email: null, phone: null } }),
      server.call('POST', '/api/account/logout', { token }),
      server.call('GET', '/api/dp/notice', { token }),
    ]
    for (const answer of await Promise.all(calls))
      expect([answer.statusCode, answer.json().message]).toEqual([405, '访问令牌不能执行此操作，请登录后进行'])
    expect((await server.signIn('admin-a', PASSWORD)).length).toBeGreaterThan(20)
  })

  test('gives no permission that its maker lacks, and none that nobody knows', async () => {
    for (const scope of ['*', 'nonsense:query', 'add']) {
      const answer = await create({ name: 'x', permissions: ['connector:query', scope], days: 1 })
      expect([scope, answer.statusCode, answer.json().code]).toEqual([scope, 422, 'invalid.tokenScope'])
    }
    expect((await create({ name: 'x', permissions: [], days: 1 })).statusCode).toBe(422)
    expect((await create({ name: 'x', permissions: ['connector:query'], days: 366 })).statusCode).toBe(422)
    const role = (permissions: string) =>
      server.database.withTenant(server.a.tenantId, tx =>
        tx.execute(
          `update role set permissions = $1 where id in (select role_id from app_user where username = 'admin-a')`,
          [permissions.split(',')],
        ),
      )
    const { token } = await make(['connector:query', 'strategy:query'])
    await role('strategy:query')
    server.advance(6000)
    expect((await create({ name: 'x', permissions: ['connector:query'], days: 1 })).statusCode).toBe(422)
    // What the role has lost, its tokens have lost.
    expect((await connectors(token)).statusCode).toBe(405)
    await role('*')
    server.advance(6000)
    expect((await connectors(token)).statusCode).toBe(200)
  })

  test('ends at once when it is revoked, by its own date, and with its user', async () => {
    const [first, second] = [await make(['connector:query']), await make(['connector:query'], 2)]
    expect((await connectors(first.token)).statusCode).toBe(200)
    const about = { tenantId: server.a.tenantId, kind: 'token.expiring', objectId: first.item.id, text: 'x' } as const
    await server.database.withTenant(server.a.tenantId, tx => raiseNotice(tx, about))
    const readStatus = async () =>
      (await server.call('GET', '/api/dp/notice?kind=token.expiring', { token: signedIn })).json().content[0].status
    expect(await readStatus()).toBe('told')
    expect(
      (await server.call('DELETE', `/api/dp/account/token/${first.item.id}`, { token: signedIn })).statusCode,
    ).toBe(200)
    expect((await connectors(first.token)).statusCode).toBe(401)
    expect(await readStatus()).toBe('settled')
    const status = (word: string) =>
      server.database.withTenant(server.a.tenantId, tx =>
        tx.execute('update app_user set status = $1 where username = $2', [word, 'admin-a']),
      )
    await status('disabled')
    expect((await connectors(second.token)).statusCode).toBe(401)
    await status('active')
    expect((await connectors(second.token)).statusCode).toBe(200)
    server.advance(2 * DAY_MS)
    expect((await connectors(second.token)).statusCode).toBe(401)
    signedIn = await server.signIn('admin-a', PASSWORD)
    const states = new Map((await list()).map(row => [row.id, row.state]))
    expect([states.get(first.item.id), states.get(second.item.id)]).toEqual(['revoked', 'expired'])
  })

  test('does not get around what its user owes first: a new password, a second factor', async () => {
    const { token } = await make(['connector:query'])
    const inTenant = (sql: string) => server.database.withTenant(server.a.tenantId, tx => tx.execute(sql))
    const duties = [
      ['update app_user set must_change_password = true', 'update app_user set must_change_password = false'],
      [
        'insert into sign_in_policy (require_totp) values (true) on conflict (tenant_id) do update set require_totp = true',
        'update sign_in_policy set require_totp = false',
      ],
    ] as const
    for (const [owe, settle] of duties) {
      await inTenant(owe)
      server.advance(6000)
      expect((await create({ name: 'x', permissions: ['connector:query'], days: 1 })).statusCode).toBe(405)
      expect((await connectors(token)).statusCode).toBe(405)
      await inTenant(settle)
      server.advance(6000)
      expect((await connectors(token)).statusCode).toBe(200)
    }
  })

  test('leaves its name in the operation log: at its first use from an address, and at every change', async () => {
    const { token, item } = await make(['connector:query', 'process:add'])
    await connectors(token)
    server.advance(61_000)
    await server.call('POST', '/api/dh/lessee/process', { token, body: { name: 'p', concurrency: 1 } })
    const uses = await logRows('account.useToken')
    expect(uses.at(-1)).toMatchObject({ username: 'admin-a', via: 'ci', ip: '127.0.0.1' })
    const count = uses.length
    expect(await logRows('process.create')).toMatchObject([{ username: 'admin-a', via: 'ci' }])
    expect((await logRows('account.createToken')).at(-1)).toMatchObject({
      via: null,
      after: { permissions: ['connector:query', 'process:add'] },
    })
    server.advance(6000)
    await server.call('GET', '/api/dh/lessee/connector', { token, ip: '10.9.8.7' })
    expect((await logRows('account.useToken')).length).toBe(count + 1)
    expect((await list()).find(row => row.id === item.id)).toMatchObject({ last_ip: '10.9.8.7' })
    const activity = (await server.call('GET', '/api/dp/account/activity', { token: signedIn })).json().content
    expect(activity[0]).toMatchObject({ action: 'account.useToken', via: 'ci' })
  })

  test('nobody has more than twenty that live', async () => {
    await server.database.withTenant(server.a.tenantId, tx => tx.execute('delete from access_token'))
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => create({ name: 'many', permissions: ['connector:query'], days: 1 })),
    )
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(20)
    expect(answers.filter(answer => answer.statusCode === 409)).toHaveLength(2)
  })

  test('of another person can be neither seen nor ended', async () => {
    const stranger = await server.signIn('admin-b', PASSWORD)
    const [mine] = await list()
    expect(await list(stranger)).toEqual([])
    expect((await server.call('DELETE', `/api/dp/account/token/${mine!.id}`, { token: stranger })).statusCode).toBe(404)
  })
})
