import { toJson } from '@sluice/contract'
import { afterEach, expect, test } from 'vitest'
import { signRequest, writeCanonical } from './hmac.ts'
import type { HttpAuth } from './http-plan.ts'
import { type Script, type Scripted, startScripted } from './testing.ts'

let running: Scripted | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

const oauth: HttpAuth = {
  kind: 'oauth2',
  tokenUrl: '/token',
  clientId: 'id',
  clientSecret: 'canary-secret',
  style: 'body',
}
const get = (scripted: Scripted) => ({ method: 'GET', url: scripted.client.resolveUrl('/x'), headers: {}, body: null })

/** A far system whose tokens are numbered; `valid` says which one it takes now. */
function tokenScript(state: { issued: number; valid: number }): Script {
  return ({ url, headers }) => {
    if (url.pathname.endsWith('/token')) {
      state.issued++
      state.valid = state.issued
      return { body: toJson({ access_token: `token-${state.issued}`, expires_in: 3600 }) }
    }
    return headers.authorization === `Bearer token-${state.valid}` ? { body: '{}' } : { status: 401, body: '{}' }
  }
}

test('a refused token is replaced once, however many requests meet the refusal', async () => {
  const state = { issued: 0, valid: 0 }
  running = await startScripted(tokenScript(state), { auth: oauth, maxConcurrent: 20 })
  const scripted = running
  await scripted.client.send(get(scripted))
  state.valid = 99
  const answers = await Promise.all(Array.from({ length: 20 }, () => scripted.client.send(get(scripted))))
  expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))
  expect(state.issued).toBe(2)
})

test('a token is shared by all clients of one connector and taken anew before it ends', async () => {
  const state = { issued: 0, valid: 0 }
  running = await startScripted(tokenScript(state), { auth: oauth })
  const scripted = running
  await scripted.client.send(get(scripted))
  await scripted.makeClient({}).send(get(scripted))
  expect(state.issued).toBe(1)
})

test('a token of one address is not shown to another', async () => {
  const state = { issued: 0, valid: 0 }
  running = await startScripted(tokenScript(state), { auth: oauth })
  await running.client.send(get(running))
  const other = running.makeClient({ baseUrl: `${running.url}/other` })
  await other.send({ method: 'GET', url: other.resolveUrl('/x'), headers: {}, body: null })
  expect(running.asked.map(({ url, headers }) => [url.pathname, headers.authorization])).toEqual([
    ['/token', undefined],
    ['/x', 'Bearer token-1'],
    ['/other/token', undefined],
    ['/other/x', 'Bearer token-2'],
  ])
})

test('wrong credentials end the sign-in with the far system’s words and without the secret', async () => {
  const script: Script = () => ({ status: 401, body: toJson({ error_description: 'canary-secret is wrong' }) })
  running = await startScripted(script, { auth: oauth })
  const failure = await running.client.send(get(running)).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'connector.auth', retry: 'never' })
  expect(String(failure)).toContain('*** is wrong')
})

test('a token server that stumbles is asked again', async () => {
  const state = { issued: 0, valid: 0 }
  const steady = tokenScript(state)
  const stumbles = [
    'drop',
    { status: 500, body: '' },
    { status: 429, body: '', headers: { 'retry-after': '2' } },
  ] as const
  let turn = 0
  running = await startScripted(asked => (asked.url.pathname === '/token' && stumbles[turn++]) || steady(asked), {
    auth: oauth,
  })
  expect((await running.client.send(get(running))).status).toBe(200)
  expect(running.slept).toEqual([300, 600, 2000])
})

test('a login token goes into its header; missing in the answer it is asked for by its path', async () => {
  const auth: HttpAuth = {
    kind: 'login',
    url: '/login',
    fields: { u: 'me', p: 'canary-pass' },
    tokenPath: 'data.t',
    header: 'X-Token',
    prefix: '',
  }
  running = await startScripted(
    ({ url, headers }) =>
      url.pathname === '/login'
        ? { body: '{"data":{"t":"abcd"}}' }
        : { body: toJson({ got: String(headers['x-token']) }) },
    { auth },
  )
  expect((await running.client.send(get(running))).text()).toBe('{"got":"abcd"}')
  await running.close()
  running = await startScripted(() => ({ body: '{"data":{}}' }), { auth })
  await expect(running.client.send(get(running))).rejects.toThrow(/no token at data\.t/)
})

test('the canonical text has seven lines and a strictly encoded, sorted query', () => {
  const url = new URL("http://h/p?b=2&a=%20x&a=!'()*&empty=")
  const request = { method: 'get', url, body: '', appKey: 'k', timestamp: '1', nonce: 'n' }
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(writeCanonical(request)).toBe(`GET\n/p\na=%20x&a=%21%27%28%29%2A&b=2&empty=\nk\n1\nn\n${empty}`)
  expect(signRequest(request, 's')).toMatch(/^[0-9a-f]{64}$/)
})

test('an interval between requests is kept', async () => {
  running = await startScripted(() => ({ body: '{}' }), { minIntervalMs: 1000, maxConcurrent: 1 })
  const scripted = running
  await Promise.all([1, 2, 3].map(() => scripted.client.send(get(scripted))))
  expect(scripted.slept).toHaveLength(2)
  expect(Math.max(...scripted.slept)).toBeGreaterThan(1500)
})
