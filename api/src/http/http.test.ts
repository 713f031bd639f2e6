import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStrategy } from '../testing/objects.ts'
import type { World } from '../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let token: string
let world: World
let consoleDir: string
let origin: string

beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'sluice-console-'))
  await mkdir(join(consoleDir, 'assets'))
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>')
  await writeFile(join(consoleDir, 'assets', 'app-1a2b.js'), 'plain')
  await writeFile(join(consoleDir, 'assets', 'app-1a2b.js.br'), 'brotli')
  await writeFile(join(consoleDir, 'assets', 'app-1a2b.js.map'), '{}')
  server = await startTestServer({ consoleDir })
  token = await server.signIn('admin-a', PASSWORD)
  world = {
    token,
    tenantId: server.a.tenantId,
    userId: '',
    post: async (path, body) => (await server.call('POST', path, { token, body })).json().content,
  }
  origin = await server.listen('127.0.0.1', 0)
})
afterAll(async () => {
  await server.drop()
  await rm(consoleDir, { recursive: true, force: true })
})

const SEARCH = '/api/dh/lessee/strategy/searchv2'
const post = (body: string, headers: Record<string, string> = {}) =>
  server.call('POST', SEARCH, { token, body, headers: { 'content-type': 'application/json', ...headers } })

test('every answer carries the security headers, errors and pages too', async () => {
  for (const path of ['/', '/api/health/live', '/api/nothing', '/api/user', '/api/docs', '/assets/app-1a2b.js']) {
    const { headers } = await server.call('GET', path)
    expect(headers['content-security-policy']).toMatch(/default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  }
  expect((await server.call('GET', '/api/user', { token })).headers['cache-control']).toBe('no-store')
})

test('only JSON is read, and only whole, plain JSON', async () => {
  const cases: [string, Record<string, string>, number, string][] = [
    ['page=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'mediaType.json'],
    ['{}', { 'content-type': 'text/plain' }, 415, 'mediaType.json'],
    ['{', {}, 422, 'invalid.json'],
    ['{"__proto__":{"status":"running"}}', {}, 422, 'invalid.json'],
    ['[]', {}, 422, 'invalid.input'],
    ['"text"', {}, 422, 'invalid.input'],
    ['{"keyword":"a\\u0000b"}', {}, 422, 'invalid.text'],
    ['{"keyword":{"a":[{"\\u005f_proto__":1}]}}', {}, 422, 'invalid.json'],
    ['{"keyword":"\\\\\\"[[[","page":0}', {}, 422, 'invalid.input'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}, 422, 'invalid.json'],
    ['{"pageSize":501}', {}, 422, 'invalid.input'],
    ['{"pageSize":"20"}', {}, 422, 'invalid.input'],
    [`{"keyword":"${'x'.repeat(11 * 2 ** 20)}"}`, {}, 413, 'tooLarge.body'],
  ]
  for (const [body, headers, status, code] of cases) {
    const answer = await post(body, headers)
    expect([body.slice(0, 40), answer.statusCode, answer.json().code]).toEqual([body.slice(0, 40), status, code])
  }
})

test('a bad field is named with its path, in the language of the caller', async () => {
  const zh = (await post('{"page":0}')).json()
  expect(zh.content[0].field).toBe('page')
  expect(zh.message).toMatch(/^输入有误/)
  const en = (await post('{"page":0}', { 'accept-language': 'en-US,zh;q=0.5' })).json()
  expect(en.message).toMatch(/^Check the input: page/)
})

test('a GET that changes state refuses links and other sites; its POST twin works', async () => {
  const { id } = await newStrategy(world)
  const path = `/api/dh/lessee/strategy/${id}/start`
  for (const headers of [{ 'sec-fetch-mode': 'navigate' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await server.call('GET', path, { token, headers: headers as Record<string, string> })).statusCode).toBe(405)
  expect((await server.call('GET', path)).statusCode).toBe(401)
  const answer = await server.call('GET', path, { token })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
})

test('an unforeseen error tells its number and nothing else', async () => {
  const original = server.engine.engine.connections.platforms
  Object.assign(server.engine.engine.connections, {
    platforms: () => {
      throw new Error('connecting to postgres://secret@10.0.0.1')
    },
  })
  const answer = await server.call('GET', '/api/dh/lessee/platform?group=1', { token })
  Object.assign(server.engine.engine.connections, { platforms: original })
  expect(answer.statusCode).toBe(500)
  const { code, content } = answer.json()
  expect(code).toBe('internal')
  expect(content[0]).toMatchObject({ path: '/api/dh/lessee/platform', file: '', line: 0, trace: [] })
  expect(answer.body).not.toMatch(/secret|postgres|\.ts/)
  expect(server.readLog()).toContain(content[0].id)
})

test('the console: screens get index.html, assets stay for a year and go out compressed, maps and dot files do not', async () => {
  const screen = await server.call('GET', '/strategy/index?status=running')
  expect([screen.statusCode, screen.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(screen.body).toContain('<title>console</title>')
  const head = await server.call('HEAD', '/')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const plain = await server.call('GET', '/assets/app-1a2b.js')
  expect(plain.headers['cache-control']).toMatch(/max-age=31536000, immutable/)
  const packed = await server.call('GET', '/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br, gzip' } })
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['brotli', 'br'])
  for (const path of [
    '/assets/app-1a2b.js.map',
    '/assets/none.js',
    '/assets/..%2f..%2fetc/passwd',
    '/api/none',
    '/v2/limits',
  ])
    expect([path, (await server.call('GET', path)).statusCode]).toEqual([path, 404])
  // A path without an ending is a screen, whatever it is called.
  expect((await server.call('GET', '/.git/config')).body).toContain('<title>console</title>')
  for (const method of ['TRACE', 'OPTIONS', 'PATCH'])
    expect([method, (await server.call(method, '/api/user')).statusCode]).toEqual([method, 404])
})

test('live counters arrive as events, once per change, and end with the sign-in', async () => {
  const mine = await server.signIn('admin-a', PASSWORD)
  const { id } = await newStrategy(world)
  const stranger = await server.signIn('admin-b', PASSWORD)
  const foreign = readEvents(`/api/dh/lessee/strategy-live?ids=${id}`, stranger)
  const events = readEvents(`/api/dh/lessee/strategy-live?ids=${id}`, mine)
  const first = await events.next()
  expect(first).toMatchObject({ id, status: 'draft', counters: { records: [], run: null } })
  await world.post(`/api/dh/lessee/strategy/${id}/run`, {})
  expect(await events.next()).toMatchObject({ status: 'stopped', counters: { run: { state: 'queued' } } })
  await server.call('POST', '/api/account/logout', { token: mine })
  await events.ended
  expect(foreign.seen()).toEqual([])
  foreign.close()
})

function readEvents(path: string, bearer: string) {
  const queue: unknown[] = []
  let wake = () => {}
  let markEnd = () => {}
  const ended = new Promise<void>(resolve => {
    markEnd = resolve
  })
  const req = request(origin + path, { headers: { authorization: `Bearer ${bearer}` } }, res => {
    res.setEncoding('utf8')
    res.on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.startsWith('data: ')) queue.push(JSON.parse(line.slice(6)))
      wake()
    })
    res.on('end', markEnd)
  })
  req.on('error', () => undefined)
  req.end()
  return {
    ended,
    seen: () => queue,
    close: () => req.destroy(),
    async next(): Promise<unknown> {
      while (queue.length === 0) await new Promise<void>(resolve => (wake = resolve))
      return queue.shift()
    },
  }
}

test('closing under load breaks no request and ends open streams', async () => {
  const { id } = await newStrategy(world)
  const events = readEvents(`/api/dh/lessee/strategy-live?ids=${id}`, token)
  await events.next()
  let broken = 0
  let answered = 0
  let isOpen = true
  const workers = Array.from({ length: 8 }, async () => {
    while (isOpen) {
      try {
        const answer = await fetch(`${origin}/api/user`, { headers: { authorization: `Bearer ${token}` } })
        if (answer.status !== 200) broken++
        await answer.text()
        answered++
      } catch {
        broken++
      }
    }
  })
  while (answered < 20 && broken === 0) await new Promise(resolve => setTimeout(resolve, 10))
  const begin = performance.now()
  const closing = server.close({ waitMs: 1500 })
  // What a balancer does: it asks, is refused, and sends no more. Whoever ignores that meets a closed port.
  expect((await fetch(`${origin}/api/health/ready`)).status).toBe(503)
  isOpen = false
  await closing
  await Promise.all(workers)
  await events.ended
  expect(performance.now() - begin).toBeLessThan(8000)
  expect(broken).toBe(0)
})
