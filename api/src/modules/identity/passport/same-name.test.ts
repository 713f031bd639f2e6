import { afterAll, beforeAll, expect, test } from 'vitest'
import { countHashes } from '../../../testing/cheap-passwords.ts'
import { encodeCredentials, type LoginKey } from '../../../testing/encode-credentials.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { createTenant } from '../tenant/index.ts'

// What somebody of tenant B can learn of the names of tenant A: by making users, importing them, registering, signing in.

const USER = '/api/dp/system/lessee-user'
let server: TestServer
let tokens: { a: string; b: string }
let roles: { a: string; b: string }
beforeAll(async () => {
  server = await startTestServer()
  tokens = { a: await server.signIn('admin-a', PASSWORD), b: await server.signIn('admin-b', PASSWORD) }
  roles = { a: await roleOf('a'), b: await roleOf('b') }
})
afterAll(() => server.drop())

async function roleOf(tenant: 'a' | 'b'): Promise<string> {
  const { content } = (await server.call('GET', '/api/dp/system/role', { token: tokens[tenant] })).json()
  return content.find((role: { name: string }) => role.name === '只读').id
}
const make = async (tenant: 'a' | 'b', username: string) =>
  (
    await server.call('POST', `${USER}/store`, {
      token: tokens[tenant],
      body: { username, role_id: roles[tenant], password: PASSWORD, password2: PASSWORD },
    })
  ).json()
let address = 0
async function login(username: string, password = PASSWORD) {
  const key = (await server.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
  const encodedata = encodeCredentials(key, { username, password })
  const answer = await server.call('POST', '/api/passport/login', { body: { encodedata }, ip: `10.9.0.${++address}` })
  const { code, content } = answer.json()
  if (code !== 0) return code
  const profile = (await server.call('GET', '/api/user', { token: content.access_token })).json().content
  return `${profile.username} of ${profile.lessee.name}`
}

test('a name taken in another tenant is free in this one, by the form and by a file', async () => {
  await make('a', 'hidden.one')
  for (const name of ['hidden.one', 'HIDDEN.one', 'never.seen']) {
    const { code, content } = await make('b', name)
    expect([name, code, content.id]).toEqual([name, 0, expect.any(String)])
    await server.call('DELETE', `${USER}/${content.id}`, { token: tokens.b })
  }
  const rows = ['hidden.one', 'never.seen.2'].map(username => ({ username, role: '只读' }))
  const preview = await server.call('POST', `${USER}/import/preview`, { token: tokens.b, body: { rows } })
  expect(preview.json().content.map((line: { faults: unknown[] }) => line.faults)).toEqual([[], []])
  const done = await server.call('POST', `${USER}/import`, { token: tokens.b, body: { rows } })
  expect(done.json().content).toMatchObject({ created: [{ line: 1 }, { line: 2 }], refused: [] })
})

test('within a tenant a name is taken once, whatever its case', async () => {
  await make('b', 'only-once')
  expect(await make('b', 'ONLY-once')).toMatchObject({ code: 'conflict.username' })
})

test('two of one name sign in as name@code, the name alone is that of the first tenant, taken elsewhere or not', async () => {
  await make('b', 'twin')
  expect(await login('twin@bb')).toBe('twin of B')
  expect(await login('twin')).toBe('auth.refused')
  await make('a', 'twin')
  for (const name of ['twin', 'TWIN', 'twin@aa']) expect([name, await login(name)]).toEqual([name, 'twin of A'])
  expect(await login('Twin@BB')).toBe('twin of B')
  for (const name of ['twin@cc', 'twin@', '@bb', '@aa', 'twin@bb@bb', 'twin@aa@bb'])
    expect([name, await login(name)]).toEqual([name, 'auth.refused'])
})

test('the list and every one-time password say the name somebody signs in with', async () => {
  const body = { username: 'told', role_id: roles.b }
  const made = await server.call('POST', `${USER}/store`, { token: tokens.b, body })
  expect(made.json().content.sign_in_name).toBe('told@bb')
  const { content } = (await server.call('GET', `${USER}?keyword=told`, { token: tokens.b })).json()
  expect(content).toMatchObject([{ username: 'told', sign_in_name: 'told@bb' }])
  expect(await login('told@bb', made.json().content.one_time_password)).toBe('told of B')
  const own = (await server.call('GET', `${USER}?keyword=admin-a`, { token: tokens.a })).json().content
  expect(own).toMatchObject([{ sign_in_name: 'admin-a' }])
})

test('a name that could be read as name@code of another tenant is refused whoever exists', async () => {
  for (const username of ['twin@bb', 'nobody@nowhere', 'x@y.z@bb', 'nobody@'])
    expect([username, (await make('a', username)).content[0]?.field]).toEqual([username, 'username'])
  expect((await make('a', 'li@example.com')).code).toBe(0)
  expect(await login('li@example.com')).toBe('li@example.com of A')
  expect(await login('li@example.com@aa')).toBe('li@example.com of A')
})

test('the operator’s administrators keep their name alone where it is free, and are told what to type', async () => {
  const wanted = { name: 'C', password: 'Given-Pass-1' }
  const free = await createTenant(server.database, { ...wanted, code: 'cc', adminUsername: 'captain' })
  const taken = await createTenant(server.database, { ...wanted, code: 'dd', adminUsername: 'captain' })
  expect([free.username, taken.username]).toEqual(['captain', 'captain@dd'])
  expect(await login('captain', 'Given-Pass-1')).toBe('captain of C')
  expect(await login('captain@dd', 'Given-Pass-1')).toBe('captain of C')
})

test('guesses at one are not counted for the other', async () => {
  await make('a', 'guessed')
  await make('b', 'guessed')
  for (let n = 0; n < 4; n++) await login('guessed@bb', 'Wrong-Pass-1')
  expect(await login('guessed@bb')).toBe('auth.captchaNeeded')
  expect(await login('guessed')).toBe('guessed of A')
  const { content } = (await server.call('GET', `${USER}?keyword=guessed`, { token: tokens.b })).json()
  await server.call('POST', `${USER}/${content[0].id}/unlock`, { token: tokens.b })
  expect(await login('guessed@bb')).toBe('guessed of B')
})

/** Names that somebody has, of whatever kind, and such that nobody has. */
const names = async () => {
  const third = { code: 'asleep', name: 'Asleep', adminUsername: 'admin-c', password: PASSWORD }
  const { tenantId } = await createTenant(server.database, third)
  await server.database.withSystem(tx => tx.execute("update tenant set status = 'disabled' where id = $1", [tenantId]))
  await make('b', 'sleeper')
  await server.database.withTenant(server.b.tenantId, tx =>
    tx.execute("update app_user set status = 'disabled' where username = 'sleeper'"),
  )
  return {
    known: ['admin-a', 'ADMIN-A', 'admin-a@aa', 'admin-b@bb', 'admin-c@asleep', 'sleeper@bb'],
    unknown: [
      'nobody',
      'nobody@aa',
      'nobody@bb',
      'admin-a@bb',
      'admin-b@nowhere',
      'nobody@asleep',
      '@bb',
      'admin-b@',
      'a@b@bb',
    ],
  }
}

test('a wrong password is answered by the same words, status and work for every name, taken or not, here or elsewhere', async () => {
  const { known, unknown } = await names()
  const answers = new Map<string, string[]>()
  for (const username of [...known, ...unknown]) {
    await server.database.withSystem(tx => tx.execute('delete from throttle'))
    const before = countHashes()
    const key = (await server.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
    const encodedata = encodeCredentials(key, { username, password: 'Wrong-Horse-9' })
    const { statusCode, headers, body } = await server.call('POST', '/api/passport/login', {
      ...{ body: { encodedata }, ip: `10.9.1.${++address}` },
    })
    const said = JSON.stringify([statusCode, Object.keys(headers).toSorted(), body, countHashes() - before])
    answers.set(said, [...(answers.get(said) ?? []), username])
  }
  expect([...answers.values()]).toHaveLength(1)
})

test('a registration says the same of a name that others have and of one that nobody has', async () => {
  const PATH = '/api/passport/register'
  const said: unknown[] = []
  for (const [code, username] of [
    ['reg-one', 'admin-a'],
    ['reg-two', 'admin-b'],
    ['reg-three', 'nobody-yet'],
  ]) {
    const key = (await server.call('GET', '/api/passport/login-key')).json<{ content: LoginKey }>().content
    const form = { company: 'New', code, username, password: PASSWORD, password2: PASSWORD }
    const encodedata = encodeCredentials(key, { ...form, captcha: await server.solve('register') }, PATH)
    const answer = await server.call('POST', PATH, { body: { encodedata }, ip: `10.9.2.${++address}` })
    said.push([answer.statusCode, answer.json().content.username === `${username}@${code}`])
  }
  expect(said).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ])
})
