import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeLogin } from './encode-login.ts'
import { type FarCall, type Nginx, startNginx } from './nginx.ts'
import { adminPassword, type Product, projectRoot, startProduct } from './product.ts'

// What docs/operations.md says of one machine, nginx and two tenants, as somebody finds it who has read nothing else:
// the server block and the settings are those of the page.

let product: Product
let nginx: Nginx
/** Ways to write an address of this machine or of its metadata. */
const spellings = (port: number): string[] =>
  [
    ...['127.0.0.1', 'localhost.', 'LOCALHOST', '127.0.0.1.', '2130706433', '0x7f.1', '017700000001', '127.0.1', '0'],
    ...['[::1]', '[::]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]'],
    ...['127。0。0。1', '１２７.0.0.1', '①②⑦.0.0.1', '%31%32%37.0.0.1', 'user@127.0.0.1', '127.0.0.5'],
  ].map(host => `http://${host}:${port}`)
const METADATA = ['http://169.254.169.254', 'http://[fd00:ec2::254]', 'http://2852039166', 'http://[::ffff:a9fe:a9fe]']

/** A place of the private network that the page's operator opens, and one beside it. */
const places: { server: ReturnType<typeof createServer>; port: number }[] = []
/** Of places beside the one that is opened: nobody may come. */
const visits: (string | undefined)[] = []

async function openPlace(): Promise<number> {
  const server = createServer(({ headers, socket }, answer) => {
    if (socket.localPort !== places[0]?.port) visits.push(headers.host)
    answer.end('{"reached": true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  places.push({ server, port })
  return port
}

beforeAll(async () => {
  const opened = await openPlace()
  await openPlace()
  product = await startProduct({
    isFirstStart: true,
    env: { TRUSTED_PROXIES: '127.0.0.1', EGRESS_ALLOW: `localhost:${opened}` },
  })
  nginx = await startNginx(Number(new URL(product.url).port))
})
afterAll(async () => {
  await nginx?.stop()
  await product?.dispose()
  for (const { server } of places) server.close()
})

async function login(options: FarCall = {}, username = 'admin', password = adminPassword) {
  const key = JSON.parse((await nginx.call('/api/passport/login-key', options)).body).content
  const body = JSON.stringify({ encodedata: encodeLogin(key, { username, password }) })
  const headers = { 'content-type': 'application/json', ...options.headers }
  return nginx.call('/api/passport/login', { ...options, method: 'POST', headers, body })
}
const tokenOf = async (...args: Parameters<typeof login>): Promise<string> =>
  JSON.parse((await login(...args)).body).content.access_token
const ask = async (token: string, path: string, options: FarCall = {}) => {
  const { body } = await nginx.call(path, {
    ...options,
    headers: { ...options.headers, authorization: `Bearer ${token}` },
  })
  return JSON.parse(body)
}

test('the log has the address of who came, whatever they write in front of it', async () => {
  const forged = ['9.9.9.9', '127.0.0.1', '9.9.9.9, 127.0.0.1', '::1', '<script>']
  for (const list of forged)
    expect(
      (await login({ headers: { 'x-forwarded-for': list, forwarded: 'for=8.8.8.8', 'x-real-ip': '7.7.7.7' } })).status,
    ).toBe(200)
  const token = await tokenOf({ from: '127.0.0.6' })
  const { content } = await ask(token, '/api/dp/system/log?pageSize=50', { from: '127.0.0.6' })
  const seen = content.filter((row: { action: string }) => row.action === 'passport.login')
  expect(seen.map((row: { ip: string }) => row.ip)).toEqual(['127.0.0.6', ...forged.map(() => '127.0.0.5')])
})

test('browsers are told to stay with https, behind the proxy only', async () => {
  expect((await nginx.call('/')).headers['strict-transport-security']).toContain('max-age=31536000')
  expect((await fetch(product.url)).headers.get('strict-transport-security')).toBeNull()
})

test('forwarded headers from elsewhere are ignored, and the log says so once', async () => {
  const { port } = new URL(product.url)
  const headers = { 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'https' }
  for (let tries = 0; tries < 3; tries++) {
    const sent = request({ host: '127.0.0.1', port, path: '/', localAddress: '127.0.0.5', headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  }
  expect(product.output().match(/headers of a proxy come from an address that is not trusted/g)).toHaveLength(1)
  expect(product.output()).not.toContain('9.9.9.9')
})

test('nothing but TLS of today is spoken', async () => {
  await expect(fetch(`http://127.0.0.1:${nginx.port}/`).then(answer => answer.status)).resolves.toBe(400)
  await expect(
    nginx.call('/', { tls: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } }),
  ).rejects.toThrow(/protocol version/)
  await expect(
    nginx.call('/', { tls: { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:AES256-GCM-SHA384' } }),
  ).rejects.toThrow(/handshake failure/)
})

test('the mark of a known browser is a cookie that only this host by TLS can set', async () => {
  const { headers } = await login({ from: '127.0.0.12' })
  expect(String(headers['set-cookie'])).toMatch(
    /^__Host-device-[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  )
})

test('one who guesses uses up their own tries, not those of others', async () => {
  const flood = await Promise.all(
    Array.from({ length: 40 }, () => login({ from: '127.0.0.7' }, 'nobody', 'Wrong-Pass-1')),
  )
  expect(flood.map(answer => answer.status)).toContain(429)
  expect((await login({ from: '127.0.0.8' })).status).toBe(200)
})

test('strangers find the sign-in, health and the documents of the API, nothing else', async () => {
  expect(JSON.parse((await nginx.call('/api/passport/options')).body).content.registration).toBe(false)
  expect(JSON.parse((await nginx.call('/api/passport/options')).body).content.sms).toBe(false)
  const open = ['/api/health/live', '/api/health/ready', '/api/docs', '/api/openapi.json', '/api/setting/website']
  for (const path of open) expect([path, (await nginx.call(path)).status]).toEqual([path, 200])
  for (const [path, word] of [
    ['live', 'live'],
    ['ready', 'ready'],
  ])
    expect(JSON.parse((await nginx.call(`/api/health/${path}`)).body).content).toEqual({ status: word })
  const closed = [
    '/api/health/figures',
    '/api/tenant-end/x',
    '/api/metrics',
    '/.well-known/security.txt',
    '/api/dh/lessee/run',
    '/api/dp/system/log',
  ]
  for (const path of closed)
    expect([path, (await nginx.call(path)).status]).toEqual([path, expect.toBeOneOf([401, 404])])
})

test('the gateway and shared links answer behind the proxy, and only to who has their secret', async () => {
  const refused = await nginx.call('/v2/limits', { headers: { 'x-forwarded-for': '127.0.0.1' } })
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, 40101])
  const id = crypto.randomUUID()
  for (const kind of ['table', 'portal']) {
    const page = await nginx.call(`/share/${kind}/${id}`, { headers: { accept: 'text/html' } })
    expect([kind, page.status, page.headers['referrer-policy']]).toEqual([kind, 200, 'no-referrer'])
    expect(page.headers['strict-transport-security']).toContain('max-age')
  }
  const headers = { 'content-type': 'application/json' }
  const token = 'x'.repeat(43)
  const doors = { 'gateway-portal': { token, origin: 'https://sluice.example.com' }, 'table-share': { token } }
  for (const [door, body] of Object.entries(doors)) {
    const answer = await nginx.call(`/api/open/${door}/${id}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([door, answer.status]).toEqual([door, 404])
  }
})

test('a body above what its route takes is refused by the product, in its words', async () => {
  const answer = await nginx.call('/api/passport/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ encodedata: 'x'.repeat(70_000) }),
  })
  expect([answer.status, JSON.parse(answer.body).success]).toEqual([413, false])
})

test('a file of the largest size goes through, a larger one is refused', async () => {
  const token = await tokenOf({ from: '127.0.0.9' })
  const send = (bytes: number) => {
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\ncontent-type: text/csv\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'a\n'), Buffer.from('\r\n--b--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` }
    return nginx.call('/api/dh/lessee/file', { method: 'POST', headers, body })
  }
  const most = 100 * 2 ** 20
  expect((await send(most)).status).toBe(200)
  const larger = await send(most + 1)
  expect([larger.status, JSON.parse(larger.body).success]).toEqual([413, false])
})

test('events arrive as they are made', async () => {
  const token = await tokenOf({ from: '127.0.0.10' })
  const path = `/api/dh/lessee/strategy-live?ids=${crypto.randomUUID()}`
  const headers = { authorization: `Bearer ${token}` }
  const answer = await nginx.call(path, { headers, firstBytes: true })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')])
})

test('two tenants reach public places and what the page’s operator opened, nothing of this machine', async () => {
  const added = spawnSync(
    process.execPath,
    [
      join(projectRoot, 'main/src/main.ts'),
      'tenant',
      'add',
      '--code',
      'acme',
      '--name',
      'Acme Ltd',
      '--admin',
      'acme-admin',
    ],
    { cwd: projectRoot, env: { ...process.env, DATA_DIR: product.dataDir }, encoding: 'utf8' },
  )
  expect(added.stderr).toBe('')
  const password = /one-time password\s+(\S+)/.exec(added.stdout)?.[1] ?? ''
  const first = await tokenOf({ from: '127.0.0.11' })
  const { port } = new URL(product.url)
  const acme = await tokenOf({ from: '127.0.0.12' }, 'acme-admin@acme', password)
  expect((await ask(acme, '/api/user')).content.lessee.name).toBe('Acme Ltd')
  const [opened, beside] = places.map(each => each.port)
  const reached = async (base: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ platform_id: 'http', name: base, params: { base_url: base } })
    const made = await ask(first, '/api/dh/lessee/connector', { method: 'POST', headers, body })
    const { content } = await ask(first, `/api/dh/lessee/connector/${made.content.id}/test`, { method: 'POST' })
    const step = content.find((each: { name: string }) => each.name === 'network')
    return step.ok || step.error.code
  }
  expect(await reached(`http://localhost:${opened}`)).toBe(true)
  const closed = [
    ...[
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '127.0.0.9',
    ].map(host => `http://${host}:${port}`),
    `https://127.0.0.1:${nginx.port}`,
    `http://127.0.0.1:${opened}`,
    `http://localhost:${beside}`,
    'http://169.254.169.254',
  ]
  for (const base of closed) expect([base, await reached(base)]).toEqual([base, expect.stringMatching(/^egress\./)])
})

test('by alerts, robots, webhooks and providers of sign-in nobody reaches this machine or its metadata either', async () => {
  const token = await tokenOf({ from: '127.0.0.13' })
  const send = (method: string, path: string, body?: object) =>
    ask(token, path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const bases = [
    ...spellings(places[1]!.port),
    ...spellings(Number(new URL(product.url).port)).slice(0, 3),
    ...METADATA,
  ]
  const channel = { language: 'en-US', token: 'x', secret: 'x' }
  const robots: boolean[] = []
  const providers: boolean[] = []
  for (const base of bases) {
    for (const form of [
      { kind: 'webhook', url: `${base}/hook` },
      { kind: 'dingtalk', base_url: base },
    ]) {
      const made = await send('POST', '/api/dh/lessee/alert/channel', { ...channel, ...form, name: form.kind })
      if (!made.success) continue
      const { content } = await send('POST', `/api/dh/lessee/alert/channel/${made.content.id}/test`)
      robots.push(content.ok)
      await send('DELETE', `/api/dh/lessee/alert/channel/${made.content.id}`)
    }
    const provider = {
      label: 'P',
      issuer: base.replace('http:', 'https:'),
      client_id: 'c',
      redirect_uri: 'https://sluice.example.com/user/sso',
    }
    const made = await send('POST', '/api/dp/system/sso-provider', provider)
    if (!made.success) continue
    providers.push((await send('POST', `/api/dp/system/sso-provider/${made.content.id}/check`)).content.ok)
    await send('DELETE', `/api/dp/system/sso-provider/${made.content.id}`)
  }
  expect([robots.length, providers.length].every(tries => tries > 10)).toBe(true)
  expect([robots.filter(Boolean), providers.filter(Boolean)]).toEqual([[], []])
  expect(visits).toEqual([])
})
