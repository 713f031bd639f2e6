import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Grant } from '@sluice/connector-kit'
import { createTestContext, type TestContext } from '@sluice/connector-kit/conformance'
import { Failure, type ParamValues } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import imap from './index.ts'
import { account, type ImapServer, isInstalled, startImap } from './testing.ts'

/** Tells Dovecot which tokens are good, as an authorization server would. */
async function startIntrospection(good: ReadonlySet<string>) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const token =
      new URLSearchParams(body).get('token') ?? new URL(request.url ?? '', 'http://x').searchParams.get('token')
    const active = good.has(token ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(active ? { active, username: account.username } : { active }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

describe.runIf(isInstalled())('a mailbox entered by OAuth2', () => {
  const good = new Set<string>()
  let server: ImapServer
  let introspection: Awaited<ReturnType<typeof startIntrospection>>
  let context: TestContext
  let params: ParamValues
  beforeAll(async () => {
    introspection = await startIntrospection(good)
    server = await startImap(introspection.url)
    context = createTestContext()
    params = {
      host: '127.0.0.1',
      port: server.tlsPort,
      security: 'tls',
      ca: server.ca,
      username: account.username,
      auth: 'oauth2Code',
      authorization_url: 'https://login.example.com/authorize',
      token_url: 'https://login.example.com/token',
      client_id: 'sluice',
      client_secret: 'canary-oauth',
      scope: 'mail offline_access',
    }
  })
  afterAll(async () => {
    await context?.dispose()
    await server?.close()
    introspection?.close()
  })

  /** A host that gives out token after token; the one before is no good any more. */
  function makeGrant(): { grant: Grant; asked: (string | null)[] } {
    const asked: (string | null)[] = []
    const grant: Grant = {
      token: async (_client, stale) => {
        asked.push(stale)
        const value = `token-${asked.length}`
        good.clear()
        good.add(value)
        return { value, refreshAtMs: Date.now() + 3_600_000 }
      },
    }
    return { grant, asked }
  }
  const open = (grant?: Grant) => imap.open(params, { ...context, ...(grant ? { grant } : {}) })

  test('a granted token opens it, and many connections at once ask for one', async () => {
    const { grant, asked } = makeGrant()
    const lists = await Promise.all(Array.from({ length: 5 }, async () => (await open(grant)).discover()))
    expect(lists.map(list => list.map(({ id }) => id))).toEqual(Array(5).fill(['INBOX']))
    expect(asked).toEqual([null])
  })

  test('a token that the server refuses is exchanged once, and the host is told which', async () => {
    const { grant, asked } = makeGrant()
    const connection = await open(grant)
    // What the cache still holds from before is not good any more.
    good.clear()
    expect((await connection.discover()).map(({ id }) => id)).toEqual(['INBOX'])
    expect(asked).toEqual(['token-1'])
  })

  test('where the new token is refused too, the test names the sign-in', async () => {
    good.clear()
    const grant: Grant = { token: async () => ({ value: 'never good', refreshAtMs: Date.now() + 1 }) }
    const steps = []
    for await (const step of (await open(grant)).test()) steps.push(step)
    expect(steps.at(-1)).toMatchObject({ name: 'auth', ok: false })
    expect(JSON.stringify(steps)).not.toContain('never good')
  })

  test('without a grant it says what to do', async () => {
    const failure = await (await open()).discover().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ code: 'connector.notGranted' })
  })

  test('the terms of the grant are read from the form, and a password needs none', () => {
    expect(imap.readGrant?.(params)).toMatchObject({ clientId: 'sluice', scope: 'mail offline_access', style: 'body' })
    expect(imap.readGrant?.({ ...params, auth: 'password', password: 'x' })).toBeNull()
  })
})
