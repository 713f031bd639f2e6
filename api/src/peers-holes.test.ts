import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RouteDef, walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openWorld, sendSample } from './testing/drive.ts'
import type { World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { PASSWORD, startTestServer, type TestServer } from './testing/start-test-server.ts'

// More holes that products of this kind had, beside those of known-holes.test.ts.

const routes = [...walkRoutes(contracts)]
const VERSION = '98.76.54-canary'
const OUTSIDE = 'what lies beside the console'
let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>
beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-holes-'))
  const consoleDir = join(directory, 'console')
  await mkdir(join(consoleDir, 'assets'), { recursive: true })
  const files = ['../outside.txt', '.env', 'assets/.hidden.js', 'assets/a.js.map']
  await Promise.all(files.map(name => writeFile(join(consoleDir, name), OUTSIDE)))
  await writeFile(join(consoleDir, 'index.html'), '<html></html>')
  await writeFile(join(consoleDir, 'assets/a.js'), '1')
  server = await startTestServer({ consoleDir, version: VERSION })
  samples = createSamples(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
})
afterAll(() => server.drop())

test('CVE-2025-53887: no stranger is told the version of the software', async () => {
  const open = routes.filter(([, route]) => route.permission === 'public' && route.method === 'GET')
  const paths = open.map(([, route]) => route.path.replace(/\{\w+\}/g, 'x'))
  expect(paths.length).toBeGreaterThan(5)
  for (const path of [...paths, '/', '/index.html', '/nowhere', '/api/nowhere', '/api/openapi.json', '/api/docs']) {
    const { headers, body } = await server.call('GET', path)
    expect([path, JSON.stringify(headers).includes(VERSION), body.includes(VERSION)]).toEqual([path, false, false])
    expect([path, headers['server'], headers['x-powered-by']]).toEqual([path, undefined, undefined])
  }
})

test('CVE-2026-22794: a link in a mail leads where the operator says, whatever the caller says of itself', async () => {
  const evil = 'evil.test'
  const headers = {
    host: evil,
    origin: `https://${evil}`,
    referer: `https://${evil}/`,
    'x-forwarded-host': evil,
    'x-forwarded-proto': 'https',
    'x-original-host': evil,
    forwarded: `host=${evil};proto=https`,
  }
  const token = await server.signIn('admin-a', PASSWORD)
  const call = (method: string, path: string, body?: object) => server.call(method, path, { token, headers, body })
  await call('PUT', '/api/dp/account/base', { nickname: 'A', email: 'me@example.test', phone: null })
  await call('POST', '/api/dp/account/email/code')
  const code = /\d{6}/.exec(server.mails.at(-1)?.text ?? '')?.[0]
  await call('POST', '/api/dp/account/email/confirm', { code })
  expect((await call('POST', '/api/dp/notice/mail/test')).statusCode).toBe(200)
  await call('PUT', '/api/dp/account/base', { nickname: 'A', email: 'other@example.test', phone: null })
  expect(server.mails.length).toBeGreaterThan(2)
  for (const mail of server.mails) expect(JSON.stringify(mail)).not.toContain(evil)
  const shown = await Promise.all(['/api/passport/options', '/api/setting/website', '/'].map(path => call('GET', path)))
  for (const { body, headers: said } of shown) expect(body + JSON.stringify(said)).not.toContain(evil)
})

describe('GHSA-qw9g-7549-7wg5: a name that only looks like another is another', () => {
  const names = [
    'ádmin-a',
    'ａdmin-a',
    'admin‐a',
    'admın-a',
    'аdmin-a',
    'admin-a\u200b',
    'admin-a\u0301',
    '\ufeffadmin-a',
    'admin-a%00',
  ]
  test.each(names)('%j signs nobody in', async name => {
    expect(await server.signIn(name, PASSWORD)).toBeUndefined()
  })
})

test('GHSA-632p-p495-25m5: no number of a query makes an error of ours, or an answer without end', {
  timeout: 240_000,
}, async () => {
  const numbers = [
    '-1',
    '1e9',
    '999999999999',
    'NaN',
    'Infinity',
    '0x7fffffff',
    '1.5',
    '9'.repeat(400),
    '',
    'null',
    '[1]',
  ]
  const asked = routes.filter(([, route]) => route.query && route.content !== 'sse' && route.method === 'GET')
  for (const [name, route] of asked) {
    const sample = await samples[name]!(world)
    const fields = Object.keys((route.query as unknown as { shape?: object }).shape ?? {})
    for (const field of fields)
      for (const number of numbers) {
        const query = { ...sample.query, [field]: number }
        const answer = await sendSample(server, route as RouteDef, { ...sample, query }, world.token)
        expect([name, field, number, answer.statusCode < 500]).toEqual([name, field, number, true])
        expect(answer.body.length).toBeLessThan(2_000_000)
      }
  }
})

test('CVE-2021-43798: files beside and below the console are nobody’s, however a path is spelled', async () => {
  expect((await server.call('GET', '/assets/a.js')).body).toBe('1')
  const climbs = [
    '..',
    '%2e%2e',
    '%2e.',
    '.%2e',
    '..%2f',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '..;',
    '%c0%ae%c0%ae',
    '%252e%252e',
    '....//',
    '..%00',
  ]
  const places = ['outside.txt', 'console/.env']
  const paths = [
    ...climbs.flatMap(climb =>
      places.flatMap(place => ['', 'assets/', 'assets/a.js/', 'x/../'].map(at => `/${at}${climb}/${place}`)),
    ),
    ...climbs.flatMap(climb => places.map(place => `/assets/${`${climb}/`.repeat(8)}${place}`)),
    ...[
      '/.env',
      '/assets/.hidden.js',
      '/assets/a.js.map',
      '//.env',
      '/./.env',
      '/%2eenv',
      '/assets%2f.hidden.js',
      '/assets/a.js%2emap',
    ],
  ]
  for (const path of paths) {
    const { statusCode, body } = await server.call('GET', path)
    expect([path, body.includes(OUTSIDE), statusCode < 500]).toEqual([path, false, true])
  }
})
