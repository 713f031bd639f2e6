import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  signInAtProvider,
  startOidcProvider,
  TEST_CLIENT,
  type TestProvider,
} from '../../../testing/start-oidc-provider.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

const CALLBACK = 'http://localhost:8080/user/sso'
let server: TestServer
let idp: TestProvider
let token: string
let providerId: string
const settings = {
  label: '公司账号',
  client_id: TEST_CLIENT.id,
  client_secret: TEST_CLIENT.secret,
  redirect_uri: CALLBACK,
}

beforeAll(async () => {
  server = await startTestServer()
  idp = await startOidcProvider([CALLBACK])
  token = await server.signIn('admin-a', PASSWORD)
  providerId = (await call('POST', '/api/dp/system/sso-provider', { ...settings, issuer: idp.issuer })).json().content
    .id
})
afterAll(async () => {
  await idp.close()
  await server.drop()
})
beforeEach(() => server.database.withSystem(tx => tx.execute('delete from throttle')))

const call = (method: string, path: string, body?: unknown, by: string | null = token) =>
  server.call(method, path, { ...(by === null ? {} : { token: by }), ...(body === undefined ? {} : { body }) })
const begin = async (provider = providerId) =>
  (await call('POST', '/api/passport/sso/begin', { provider_id: provider }, null)).json().content
/** What the browser carries from the provider to us. */
const arrive = async (went: { url: string; binding: string }, login: string) => {
  const back = await signInAtProvider(went.url, login)
  return { ...Object.fromEntries(back.searchParams), binding: went.binding } as Record<string, string>
}
const complete = (body: object) => call('POST', '/api/passport/sso', body, null)
const linkAs = async (login: string, by = token) => {
  const went = (await call('POST', '/api/dp/account/identities/begin', { provider_id: providerId }, by)).json().content
  return call('POST', '/api/dp/account/identities', await arrive(went, login), by)
}

test('the departure has PKCE, state, nonce and the registered callback; its secrets differ each time', async () => {
  const [first, second] = [await begin(), await begin()]
  const query = new URL(first.url).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    client_id: TEST_CLIENT.id,
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(query.get(name)!.length).toBeGreaterThan(40)
    expect(new URL(second.url).searchParams.get(name)).not.toBe(query.get(name))
  }
  expect(first.url).not.toContain(TEST_CLIENT.secret)
})

test('a subject that nobody has linked signs in to nothing, not even with a known mail address', async () => {
  const answer = await complete(await arrive(await begin(), 'admin-a'))
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.ssoUnlinked'])
})

test('a linked identity signs in, and only to its account', async () => {
  const linked = await linkAs('alice')
  expect(linked.json().content).toEqual({ provider_label: '公司账号', name: expect.stringContaining('alice') })
  const answer = await complete(await arrive(await begin(), 'alice'))
  expect(answer.statusCode).toBe(200)
  const profile = await call('GET', '/api/user', undefined, answer.json().content.access_token)
  expect(profile.json().content.username).toBe('admin-a')
  expect((await complete(await arrive(await begin(), 'bob'))).json().code).toBe('auth.ssoUnlinked')
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query("select 1 from operation_log where action = 'passport.login' and after->>'method' = 'sso'"),
  )
  expect(log).toHaveLength(1)
  for (const action of ['sso.beginLink', 'sso.link'])
    expect((await call('GET', `/api/dp/system/log?action=${action}`)).json().content).toMatchObject([
      { action, username: 'admin-a', object_type: 'identity', result: 'ok' },
    ])
})

test('a fresh sign-in at the provider proves who sits there, one of another identity does not', async () => {
  const prove = async (login: string) => {
    const went = (await call('POST', '/api/dp/account/step-up/sso', { provider_id: providerId })).json().content
    expect(new URL(went.url).searchParams.get('prompt')).toBe('login')
    return call('POST', '/api/dp/account/step-up/sso/complete', await arrive(went, login))
  }
  expect((await prove('bob')).json().code).toBe('invalid.ssoOther')
  expect((await prove('alice')).json().content).toEqual({ minutes: 10 })
  const log = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query(
      "select action, result from operation_log where action in ('stepUp.beginSso', 'stepUp.completeSso') order by 1, 2",
    ),
  )
  expect(log).toEqual([
    { action: 'stepUp.beginSso', result: 'ok' },
    { action: 'stepUp.beginSso', result: 'ok' },
    { action: 'stepUp.completeSso', result: 'ok' },
    { action: 'stepUp.completeSso', result: 'refused' },
  ])
})

test('a provider that remembers an earlier sign-in proves nothing', async () => {
  // Our clock is ahead: the sign-in that the provider tells of was longer ago than a proof lasts.
  const ahead = 10 * 60_000 + 2000
  server.advance(ahead)
  const went = (await call('POST', '/api/dp/account/step-up/sso', { provider_id: providerId })).json().content
  const answer = await call('POST', '/api/dp/account/step-up/sso/complete', await arrive(went, 'alice'))
  server.advance(-ahead)
  expect(answer.json().code).toBe('invalid.ssoStale')
})

test('an identity belongs to one account', async () => {
  await linkAs('carol')
  expect((await linkAs('carol')).json().code).toBe('conflict.identity')
})

test('a code or a way back that was used before is refused', async () => {
  const arrival = await arrive(await begin(), 'alice')
  expect((await complete(arrival)).statusCode).toBe(200)
  expect((await complete(arrival)).json().code).toBe('auth.sso')
  // The spent code behind a fresh departure.
  const fresh = await begin()
  const state = new URL(fresh.url).searchParams.get('state')!
  expect((await complete({ ...arrival, state, binding: fresh.binding })).json().code).toBe('auth.sso')
})

test('a wrong state, another browser, a foreign issuer, a missing code, an error: each is refused', async () => {
  const wrong = async (change: Record<string, string | undefined>) => {
    const body: Record<string, string | undefined> = { ...(await arrive(await begin(), 'alice')), ...change }
    return (await complete(JSON.parse(JSON.stringify(body)))).json().code
  }
  expect(await wrong({ state: 'made-up' })).toBe('auth.sso')
  expect(await wrong({ state: new URL((await begin()).url).searchParams.get('state')! })).toBe('auth.sso')
  expect(await wrong({ binding: 'another-browser' })).toBe('auth.sso')
  expect(await wrong({ iss: 'https://evil.test' })).toBe('auth.sso')
  expect(await wrong({ iss: undefined })).toBe('auth.sso') // this provider promises it
  expect(await wrong({ code: undefined })).toBe('auth.sso')
  expect(await wrong({ code: 'made-up' })).toBe('auth.sso')
  expect(await wrong({ code: undefined, error: 'access_denied' })).toBe('auth.sso')
})

test('an ID token for another nonce, subjectless or of another issuer is refused', async () => {
  const went = await begin()
  // The nonce we wait for is no longer the one the provider was told.
  await server.database.withTenant(server.a.tenantId, tx => tx.execute("update sso_state set nonce = 'another'"))
  expect((await complete(await arrive(went, 'alice'))).json().code).toBe('auth.sso')
  const second = await begin()
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute("update sso_state set verifier = repeat('x', 43)"),
  )
  expect((await complete(await arrive(second, 'alice'))).json().code).toBe('auth.sso')
})

test('a provider whose description names another issuer is not used', async () => {
  const other = { ...settings, label: 'mixed-up', issuer: idp.issuer.replace('127.0.0.1', 'localhost') }
  const { id } = (await call('POST', '/api/dp/system/sso-provider', other)).json().content
  expect((await call('POST', '/api/passport/sso/begin', { provider_id: id }, null)).json().code).toBe('auth.sso')
  expect((await call('POST', `/api/dp/system/sso-provider/${id}/check`)).json().content.ok).toBe(false)
  expect((await call('POST', `/api/dp/system/sso-provider/${providerId}/check`)).json().content).toMatchObject({
    ok: true,
    authorization_endpoint: `${idp.issuer}/auth`,
  })
  await call('DELETE', `/api/dp/system/sso-provider/${id}`)
})

test('a departure ends after ten minutes', async () => {
  const arrival = await arrive(await begin(), 'alice')
  server.advance(10 * 60_000 + 1000)
  expect((await complete(arrival)).json().code).toBe('auth.sso')
  token = await server.signIn('admin-a', PASSWORD)
})

test('a departure to link does not sign in, one to sign in does not link, and nobody ends another’s', async () => {
  const toLink = (await call('POST', '/api/dp/account/identities/begin', { provider_id: providerId })).json().content
  expect((await complete(await arrive(toLink, 'alice'))).json().code).toBe('auth.sso')
  expect((await call('POST', '/api/dp/account/identities', await arrive(await begin(), 'dave'))).json().code).toBe(
    'auth.sso',
  )
  const mine = (await call('POST', '/api/dp/account/identities/begin', { provider_id: providerId })).json().content
  const stranger = await server.signIn('admin-b', PASSWORD)
  const arrival = await arrive(mine, 'dave')
  expect((await call('POST', '/api/dp/account/identities', arrival, stranger)).json().code).toBe('auth.sso')
  const theirs = await call('POST', '/api/dp/account/identities/begin', { provider_id: providerId }, stranger)
  expect(theirs.statusCode).toBe(404)
})

test('one’s identities are listed and unlinked, and then sign in no longer', async () => {
  await linkAs('erin')
  const rows = (await call('GET', '/api/dp/account/identities')).json().content
  const erin = rows.find((row: { name: string }) => row.name.includes('erin'))
  expect(erin).toMatchObject({ provider_label: '公司账号', last_used_at: null })
  expect(JSON.stringify(rows)).not.toContain(idp.issuer)
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect((await call('DELETE', `/api/dp/account/identities/${erin.id}`, undefined, stranger)).statusCode).toBe(404)
  expect((await call('DELETE', `/api/dp/account/identities/${erin.id}`)).statusCode).toBe(200)
  expect((await complete(await arrive(await begin(), 'erin'))).json().code).toBe('auth.ssoUnlinked')
})

test('a disabled user or provider does not sign in', async () => {
  const setStatus = (status: string) =>
    server.database.withTenant(server.a.tenantId, tx =>
      tx.execute("update app_user set status = $1 where username = 'admin-a'", [status]),
    )
  await setStatus('disabled')
  expect((await complete(await arrive(await begin(), 'alice'))).json().code).toBe('auth.refused')
  await setStatus('active')
  const went = await begin()
  const change = { ...settings, issuer: idp.issuer, client_secret: '******' }
  expect(
    (await call('PUT', `/api/dp/system/sso-provider/${providerId}`, { ...change, is_enabled: false, version: 1 }))
      .statusCode,
  ).toBe(200)
  expect((await complete(await arrive(went, 'alice'))).json().code).toBe('auth.sso')
  expect((await call('POST', '/api/passport/sso/begin', { provider_id: providerId }, null)).statusCode).toBe(404)
  expect((await call('GET', '/api/passport/sso/providers?tenant=aa', undefined, null)).json().content).toEqual([])
  await call('PUT', `/api/dp/system/sso-provider/${providerId}`, { ...change, version: 2 })
  // The mask kept the secret, so it still works.
  expect((await complete(await arrive(await begin(), 'alice'))).statusCode).toBe(200)
})

test('providers of a tenant are found by its code in any case; an unknown code finds none', async () => {
  const find = async (tenant: string) =>
    (await call('GET', `/api/passport/sso/providers?tenant=${tenant}`, undefined, null)).json().content
  expect(await find('AA')).toEqual([{ id: providerId, label: '公司账号' }])
  expect(await find('bb')).toEqual([])
  expect(await find('nobody')).toEqual([])
})

test('settings that are not safe are refused at their field, and the secret never comes back', async () => {
  const cases: [object, string][] = [
    [{ issuer: 'http://id.example.com' }, 'issuer'],
    [{ issuer: 'ftp://id.example.com' }, 'issuer'],
    [{ issuer: 'https://u:p@id.example.com' }, 'issuer'],
    [{ issuer: 'nonsense' }, 'issuer'],
    [{ redirect_uri: 'https://console.example.com/elsewhere' }, 'redirect_uri'],
    [{ redirect_uri: 'http://console.example.com/user/sso' }, 'redirect_uri'],
    [{ scope: 'profile' }, 'scope'],
    [{ label: '' }, 'label'],
  ]
  for (const [change, field] of cases) {
    const body = { ...settings, label: 'x', issuer: idp.issuer, ...change }
    const answer = await call('POST', '/api/dp/system/sso-provider', body)
    expect([change, answer.statusCode, answer.json().content[0].field]).toEqual([change, 422, field])
  }
  const same = await call('POST', '/api/dp/system/sso-provider', { ...settings, issuer: idp.issuer })
  expect([same.statusCode, same.json().code]).toEqual([409, 'conflict.name'])
  const shown = (await call('GET', '/api/dp/system/sso-provider')).body
  expect(shown).not.toContain(TEST_CLIENT.secret)
  expect(JSON.parse(shown).content[0]).toMatchObject({ client_secret: '******', identities: expect.any(Number) })
  expect(server.readLog()).not.toContain(TEST_CLIENT.secret)
})

test('a provider at another issuer asks for the client’s secret again', async () => {
  const path = '/api/dp/system/sso-provider'
  const made = await call('POST', path, { ...settings, label: 'moving', issuer: 'https://id.example.com' })
  const { id } = made.json().content
  const save = (change: object) =>
    call('PUT', `${path}/${id}`, {
      ...settings,
      label: 'moving',
      issuer: 'https://id.example.com',
      version: 1,
      ...change,
    })
  const elsewhere = { issuer: 'https://collector.example.com' }
  for (const kept of [{ client_secret: '******' }, { client_secret: undefined }]) {
    const refused = await save({ ...elsewhere, ...kept })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid.secretAnew'])
    expect(refused.json().content).toMatchObject([{ field: 'client_secret' }])
  }
  expect((await save({ label: 'renamed', client_secret: '******' })).statusCode).toBe(200)
  expect((await save({ ...elsewhere, client_secret: 'entered-again', version: 2 })).statusCode).toBe(200)
})
