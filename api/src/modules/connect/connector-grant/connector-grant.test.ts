import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GrantChildOrder } from '../../../testing/grant-child.ts'
import {
  signInAtProvider,
  startOidcProvider,
  TEST_CLIENT,
  type TestProvider,
} from '../../../testing/start-oidc-provider.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let idp: TestProvider
let token: string
let refreshes = 0
const REDIRECT = 'http://127.0.0.1:9/connector/grant'
const PATH = '/api/dh/lessee/connector'

beforeAll(async () => {
  idp = await startOidcProvider([REDIRECT], { accessSeconds: 600, onRefresh: () => (refreshes += 1) })
  server = await startTestServer()
  server.engine.seen.grant = {
    ...clientOf(),
    authorizationUrl: `${idp.issuer}/auth`,
    scope: 'openid offline_access',
  }
  token = await server.signIn('admin-a', PASSWORD)
})
afterAll(async () => {
  await server.drop()
  await idp.close()
})

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body })
const clientOf = () => ({
  tokenUrl: `${idp.issuer}/token`,
  clientId: TEST_CLIENT.id,
  clientSecret: TEST_CLIENT.secret,
  style: 'basic' as const,
})

async function newConnector(): Promise<string> {
  const id = newId()
  const { tenantId } = server.a
  const secret = await server.vault.seal(tenantId, `connector/${id}/client_secret`, TEST_CLIENT.secret)
  const params = {
    base_url: idp.issuer,
    auth: 'oauth2Code',
    authorization_url: `${idp.issuer}/auth`,
    token_url: '/token',
    client_id: TEST_CLIENT.id,
    client_secret: secret,
    client_style: 'basic',
    scope: 'openid offline_access',
  }
  await server.database.withTenant(tenantId, tx =>
    tx.execute(`insert into connector (id, platform_id, name, params) values ($1, 'http', $1::uuid::text, $2)`, [
      id,
      JSON.stringify(params),
    ]),
  )
  return id
}

/** A person grants access: at the real server, by its own pages. */
async function grant(id: string): Promise<URL> {
  const begun = await call('POST', `${PATH}/${id}/grant`, { redirect_uri: REDIRECT })
  return signInAtProvider(begun.json().content.authorize_url, 'zhang', '/connector/grant')
}
const finish = (back: URL) =>
  call('POST', `${PATH}/grant/finish`, { state: back.searchParams.get('state'), code: back.searchParams.get('code') })
const granted = async (): Promise<string> => {
  const id = await newConnector()
  expect((await finish(await grant(id))).statusCode).toBe(200)
  return id
}
const lend = (id: string) => server.grants.lend(server.a.tenantId, id, 'production')
/** As it is after some time: the token must be refreshed now. */
const makeDue = (id: string) =>
  server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(`update connector_grant set refresh_at = now() - interval '1 second' where connector_id = $1`, [id]),
  )

test('the authorization request carries PKCE and a state, and the server refuses an unknown redirect', async () => {
  const id = await newConnector()
  const begun = await call('POST', `${PATH}/${id}/grant`, { redirect_uri: REDIRECT })
  const url = new URL(begun.json().content.authorize_url)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: TEST_CLIENT.id,
    code_challenge_method: 'S256',
    scope: 'openid offline_access',
  })
  expect(url.searchParams.get('state')!.length).toBeGreaterThan(40)
  const elsewhere = await call('POST', `${PATH}/${id}/grant`, { redirect_uri: 'http://127.0.0.1:9/other' })
  expect(elsewhere.statusCode).toBe(422)
})

test('a granted connector has a token, sealed at rest and in no answer', async () => {
  const id = await granted()
  const { value } = await lend(id).token(clientOf(), null)
  const [row] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ tokens: string }>('select tokens from connector_grant where connector_id = $1', [id]),
  )
  expect(row!.tokens).toMatch(/^v1\./)
  const status = await call('GET', `${PATH}/${id}/grant`)
  expect(status.json().content).toMatchObject({ state: 'granted', granted_by: 'admin-a', scope: expect.any(String) })
  expect(`${status.body}${server.readLog()}`).not.toContain(value)
  expect(server.readLog()).not.toContain(TEST_CLIENT.secret)
})

test('what was granted to one environment is not lent to another', async () => {
  const id = await granted()
  expect((await server.grants.lend(server.a.tenantId, id, 'production').token(clientOf(), null)).value).not.toBe('')
  await expect(server.grants.lend(server.a.tenantId, id, 'test').token(clientOf(), null)).rejects.toMatchObject({
    code: 'connector.notGranted',
  })
})

test('a state is good for one use, for who began, and for ten minutes', async () => {
  const id = await newConnector()
  const back = await grant(id)
  const stranger = await server.signIn('admin-b', PASSWORD)
  const body = { state: back.searchParams.get('state'), code: back.searchParams.get('code') }
  const theirs = await server.call('POST', `${PATH}/grant/finish`, { token: stranger, body })
  expect([theirs.statusCode, theirs.json().code]).toEqual([404, 'notFound.grantState'])
  expect((await finish(back)).statusCode).toBe(200)
  expect((await finish(back)).json().code).toBe('notFound.grantState')
  const late = await grant(id)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute("update grant_request set expires_at = now() - interval '1 second'"),
  )
  expect((await finish(late)).json().code).toBe('notFound.grantState')
})

test('the code is worth nothing without the verifier that only the server holds', async () => {
  const id = await newConnector()
  const back = await grant(id)
  const stolen = await fetch(`${idp.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${TEST_CLIENT.id}:${TEST_CLIENT.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: createHash('sha256').update('guess').digest('base64url'),
    }).toString(),
  })
  expect(stolen.status).toBe(400)
})

test('many workers of several processes refresh once: single-use refresh tokens survive', async () => {
  const id = await granted()
  const first = (await lend(id).token(clientOf(), null)).value
  await makeDue(id)
  refreshes = 0
  const children = [1, 2].map(() => askChild({ connectorId: id, workers: 10 }))
  const here = Array.from({ length: 20 }, async () => (await lend(id).token(clientOf(), null)).value)
  const tokens = [...(await Promise.all(here)), ...(await Promise.all(children)).flat()]
  expect(tokens).toHaveLength(40)
  expect(new Set(tokens).size).toBe(1)
  expect(tokens[0]).not.toBe(first)
  expect(refreshes).toBe(1)
  // A refresh token used twice would have ended the grant at this server, and the next refresh would fail.
  await makeDue(id)
  const again = await Promise.all(
    Array.from({ length: 20 }, async () => (await lend(id).token(clientOf(), null)).value),
  )
  expect(new Set(again).size).toBe(1)
  expect(again[0]).not.toBe(tokens[0])
})

test('four processes that lose their tokens again and again use every refresh token once', async () => {
  const id = await granted()
  const first = (await lend(id).token(clientOf(), null)).value
  refreshes = 0
  const [processes, workers, rounds] = [4, 5, 6]
  const children = Array.from({ length: processes }, () => askChild({ connectorId: id, workers, rounds }))
  const tokens = (await Promise.all(children)).flat()
  expect(tokens.filter(token => token.startsWith('failed'))).toEqual([])
  expect(tokens).toHaveLength(processes * workers * rounds)
  // The server ends the grant when a refresh token comes twice; each use gave one token, and none got lost.
  const made = new Set(tokens.filter(token => token !== first))
  expect(made.size).toBeGreaterThanOrEqual(rounds - 1)
  expect(refreshes).toBe(made.size)
  expect((await lend(id).token(clientOf(), tokens.at(-1) ?? null)).value).toBeTypeOf('string')
})

test('a token refused by the far system is replaced once, however many saw the refusal', async () => {
  const id = await granted()
  const refused = (await lend(id).token(clientOf(), null)).value
  refreshes = 0
  const fresh = await Promise.all(
    Array.from({ length: 10 }, async () => (await lend(id).token(clientOf(), refused)).value),
  )
  expect(new Set(fresh).size).toBe(1)
  expect(fresh[0]).not.toBe(refused)
  expect(refreshes).toBe(1)
})

test('an ended grant says so, stays ended without asking again, and a new grant heals it', async () => {
  const id = await granted()
  await makeDue(id)
  const sealed = await server.vault.seal(
    server.a.tenantId,
    `connector/${id}/grant/production`,
    JSON.stringify({ access: 'old', refresh: 'no-such-token' }),
  )
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute('update connector_grant set tokens = $2 where connector_id = $1', [id, sealed]),
  )
  for (let tries = 0; tries < 2; tries++)
    await expect(lend(id).token(clientOf(), null)).rejects.toMatchObject({ code: 'connector.grantEnded' })
  expect((await call('GET', `${PATH}/${id}/grant`)).json().content).toMatchObject({ state: 'ended' })
  expect((await finish(await grant(id))).statusCode).toBe(200)
  expect((await lend(id).token(clientOf(), null)).value.length).toBeGreaterThan(10)
})

test('access that nobody can refresh is over when its time has come', async () => {
  const id = await granted()
  const status = async () => (await call('GET', `${PATH}/${id}/grant`)).json().content
  const endAt = (end: string) =>
    server.database.withTenant(server.a.tenantId, tx =>
      tx.execute(`update connector_grant set ends_at = now() + $2::interval where connector_id = $1`, [id, end]),
    )
  expect(await status()).toMatchObject({ state: 'granted', ends_at: null })
  await endAt('1 hour')
  expect(await status()).toMatchObject({ state: 'granted', ends_at: expect.any(String), failure: null })
  await endAt('-1 second')
  expect(await status()).toMatchObject({ state: 'ended', ends_at: expect.any(String), failure: null })
})

test('a refresher that died leaves a lease that ends', async () => {
  const id = await granted()
  await makeDue(id)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `update connector_grant set lease_id = $2, lease_until = clock_timestamp() + interval '400 milliseconds' where connector_id = $1`,
      [id, newId()],
    ),
  )
  expect((await lend(id).token(clientOf(), null)).value.length).toBeGreaterThan(10)
})

function askChild(order: Pick<GrantChildOrder, 'connectorId' | 'workers' | 'rounds'>): Promise<string[]> {
  const child = fork(new URL('../../../testing/grant-child.ts', import.meta.url), { execArgv: [] })
  child.send({
    ...order,
    databaseUrl: server.databaseUrl,
    masterKey: server.masterKey.toString('base64'),
    tenantId: server.a.tenantId,
    client: clientOf(),
    stale: null,
  } satisfies GrantChildOrder)
  return new Promise((resolve, reject) => {
    child.once('message', tokens => resolve(tokens as string[])) // what grant-child.ts sends
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`asking for a token in a child: it ended with ${code}`)))
  })
}
