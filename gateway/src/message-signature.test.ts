import { execFile } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInput, writeSignatureBase } from './message-signature.ts'
import {
  countCalls,
  gateways,
  makeApp,
  pathOf,
  type Signed,
  send,
  startGateways,
  stopGateways,
  tokenOf,
} from './testing.ts'

beforeAll(startGateways)
afterAll(stopGateways)

test('the vector of RFC 9421, B.2.5', () => {
  const key = 'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=='
  const call = {
    ...{ method: 'POST', url: '/foo?param=Value&Pet=dog', scheme: 'https', authority: 'example.com', ip: '127.0.0.1' },
    certificate: null,
    headers: { date: ['Tue, 20 Apr 2021 02:07:55 GMT'], 'content-type': ['application/json'] },
  }
  const input = readInput('sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"')
  const base = writeSignatureBase(call, input)
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(base).digest('base64')
  expect(signature).toBe('pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=')
})

type App = Awaited<ReturnType<typeof makeApp>>

interface Choice {
  readonly covered?: readonly string[]
  readonly body?: string
  readonly method?: string
  /** Parameters that stand in place of the usual ones; null: left out. */
  readonly set?: Readonly<Record<string, string | null>>
}

const ALL = ['@method', '@target-uri', '@path', '@query', 'content-digest']
const digestOf = (body: string): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
const nowSeconds = (shift = 0): string => String(Math.floor(Date.now() / 1000) + shift)

/** By the words of the RFC, and not by those of the code that it tries. */
function signMessage(
  app: App,
  { covered = ALL, body = '{"pageSize":5}', method = 'POST', set = {} }: Choice = {},
): Signed {
  const [path, query] = [pathOf(app.strategyId, 'query'), '?b=2&a=1']
  const headers = { host: 'gateway.test:8080', 'content-type': 'application/json', 'content-digest': digestOf(body) }
  const known: Record<string, string> = {
    ...{ '@method': method, '@target-uri': `http://gateway.test:8080${path}${query}`, '@path': path, '@query': query },
    ...{ '@authority': 'gateway.test:8080', ...headers },
  }
  const values = {
    ...{ created: nowSeconds(), nonce: `"${randomBytes(12).toString('hex')}"`, keyid: `"${app.key}"` },
    ...{ alg: '"hmac-sha256"', ...set },
  }
  const tail = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [`;${name}=${value}`]))
  const params = `(${covered.map(name => `"${name}"`).join(' ')})${tail.join('')}`
  const base = [...covered.map(name => `"${name}": ${known[name]}`), `"@signature-params": ${params}`].join('\n')
  const signature = createHmac('sha256', app.secret).update(base).digest('base64')
  return {
    ...{ method: 'POST', url: path + query, body },
    headers: { ...headers, 'signature-input': `s=${params}`, signature: `s=:${signature}:` },
  }
}

const answerOf = async (call: Signed, process = 0) =>
  (await send({ ...call, headers: { 'accept-language': 'en', ...call.headers } }, process)).json<{
    code: number
    message: string
  }>()

test('a signed message is let in once, by whichever process; what must be signed is demanded by name', async () => {
  const app = await makeApp()
  const call = signMessage(app)
  expect(await answerOf(call)).toMatchObject({ code: 0 })
  expect(await answerOf(call, 1)).toMatchObject({ code: 40101, message: 'This signed call came before.' })
  for (const covered of [
    ['@method', '@target-uri', 'content-digest'],
    ['@path', '@query', '@method', 'content-digest', '@authority'],
  ])
    expect(await answerOf(signMessage(app, { covered }))).toMatchObject({ code: 0 })
  for (const [missing, choice] of [
    ['@method', { covered: ['@target-uri', 'content-digest'] }],
    ['@path', { covered: ['@method', '@query', 'content-digest'] }],
    ['@query', { covered: ['@method', '@path', 'content-digest'] }],
    ['content-digest', { covered: ['@method', '@target-uri'] }],
    ['x-absent', { covered: [...ALL, 'x-absent'] }],
    ['created', { set: { created: null } }],
    ['nonce', { set: { nonce: null } }],
    ['keyid', { set: { keyid: null } }],
  ] satisfies [string, Choice][])
    expect(await answerOf(signMessage(app, choice))).toMatchObject({
      ...{ code: 40101, message: `The signature must cover ${missing}.` },
    })
  for (const shift of [-303, 303]) {
    const { code, message } = await answerOf(signMessage(app, { set: { created: nowSeconds(shift) } }))
    expect([code, message]).toEqual([40101, expect.stringContaining('300 s')])
  }
  for (const shift of [-297, 297])
    expect(await answerOf(signMessage(app, { set: { created: nowSeconds(shift) } }))).toMatchObject({ code: 0 })
  expect(await answerOf(signMessage(app, { set: { expires: nowSeconds(-1) } }))).toMatchObject({ code: 40102 })
  expect(await countCalls(app)).toBe(5)
})

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

test('every element of a signed message counts, and every malformed field is refused', async () => {
  const app = await makeApp()
  const token = await tokenOf(app)
  const withHeader = (name: string, change: (text: string) => string) => (call: Signed) => ({
    ...call,
    headers: { ...call.headers, [name]: change(call.headers[name] ?? '') },
  })
  const input = (from: string | RegExp, to: string) => withHeader('signature-input', text => text.replace(from, to))
  const changes: ((call: Signed) => Signed)[] = [
    call => ({ ...call, method: 'PUT' }),
    call => ({ ...call, url: call.url.replace('a=1', 'a=2') }),
    call => ({ ...call, url: call.url.replace('b=2&a=1', 'a=1&b=2') }),
    call => ({ ...call, url: call.url.replace('/query', '/store') }),
    call => ({ ...call, body: `${call.body} ` }),
    withHeader('host', () => 'other.test:8080'),
    withHeader('content-digest', () => digestOf('{}')),
    withHeader('content-digest', text => text.toUpperCase()),
    withHeader('content-digest', text => text.replaceAll(':', '')),
    withHeader('content-digest', text => `${text}, ${text}`),
    withHeader('content-digest', text => text.replace('sha-256', 'sha-512')),
    input(/created=\d+/, `created=${nowSeconds(-9)}`),
    input(/nonce="./, 'nonce="z'),
    input(/nonce="[^"]*"/, 'nonce="short"'),
    input(app.key, 'nobody000000'),
    input('hmac-sha256', 'ed25519'),
    input('"@method" ', ''),
    input('"@path" "@query"', '"@query" "@path"'),
    input('"@method"', '"@method" "@method"'),
    input('"@method"', '"@method";req'),
    input('"@method" ', '"@method"  '),
    input('"@method"', '"@Method"'),
    input('"@method"', '@method'),
    input('(', ''),
    input(')', ''),
    input(/$/, ';'),
    input(/$/, ';other=1'),
    input(/$/, ';tag="x"'),
    input(/$/, ';created=1'),
    input(/$/, ', t=("@method")'),
    input(/^s=/, 't='),
    input(/^s=/, 'S='),
    input(/^s=/, ''),
    input(/created=/, 'created=-'),
    input(/created=(\d+)/, 'created="$1"'),
    input(/created=(\d+)/, 'created=$1.0'),
    input(/keyid="(\w+)"/, 'keyid=$1'),
    input(/.*/, ''),
    withHeader('signature', text => text.replaceAll(':', '')),
    withHeader('signature', text => text.replace('=:', '=')),
    withHeader('signature', text => `${text};a=1`),
    withHeader('signature', text => `${text}, ${text}`),
    withHeader('signature', () => ''),
    // The same bytes in another spelling.
    withHeader('signature', text => text.replace(/(.)=:$/, (_, last) => `${letters[letters.indexOf(last) + 1]}=:`)),
    ...Array.from({ length: 42 }, (_, at) =>
      withHeader('signature', text => text.slice(0, at + 3) + (text[at + 3] === 'A' ? 'B' : 'A') + text.slice(at + 4)),
    ),
    call => ({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }),
    call => ({ ...call, headers: { ...call.headers, 'x-app-key': app.key } }),
    ...['signature', 'signature-input', 'content-digest'].map(name => (call: Signed) => {
      const { [name]: _, ...headers } = call.headers
      return { ...call, headers }
    }),
  ]
  for (const [at, change] of changes.entries()) {
    const answer = await send(change(signMessage(app)))
    // No address takes another method: that is said before who calls is asked.
    expect([at, answer.statusCode]).toEqual([at, at === 0 ? 404 : 401])
  }
  expect((await send(signMessage(app, { method: 'GET' }))).statusCode).toBe(401)
  expect(await countCalls(app)).toBe(0)
})

test('the example of the README calls', async () => {
  const app = await makeApp()
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, script = ''] = /```bash\n(.*?)```/s.exec(readme) ?? []
  const host = await gateways[0]!.app.listen({ port: 0, host: '127.0.0.1' })
  const env = { PATH: process.env['PATH'], APP_KEY: app.key, APP_SECRET: app.secret }
  const url = `${host}${pathOf(app.strategyId, 'query')}`
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env: { ...env, URL: url } })
  expect(JSON.parse(stdout)).toMatchObject({ code: 0, content: { items: [] } })
})
