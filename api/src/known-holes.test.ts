import { bodyBytesOf, type RouteDef, walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openWorld } from './testing/drive.ts'
import { newConnector } from './testing/objects.ts'
import type { World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { PASSWORD, startTestServer, type TestServer } from './testing/start-test-server.ts'

// Holes that products of this kind had, tried on every route where they could be. Each is named by its number.

const routes = [...walkRoutes(contracts)]
let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>
beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
})
afterAll(() => server.drop())

const isPublic = (route: RouteDef): boolean => route.permission === 'public'
const plainPath = (route: RouteDef): string => route.path.replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000001')

describe('CVE-2026-27880, CVE-2026-22641: another spelling of a path passes the guard', () => {
  const spell: readonly ((path: string) => string)[] = [
    path => `/${path}`,
    path => path.replace('/api/', '/api//'),
    path => path.replaceAll('/', '//'),
    path => path.replace(/\/([^/]+)$/, '/./$1'),
    path => path.replace(/\/([^/]+)$/, '/x/../$1'),
    path => path.replace(/\/([^/]+)$/, '%2f$1'),
    path => path.replace(/\/([^/]+)$/, '/%2e%2e/$1'),
    path => path.replace(/\/([^/]+)$/, '\\$1'),
    path => path.replace(/^\/([a-z]+)/i, (_, first: string) => `/${first.toUpperCase()}`),
    path => `${path}/`,
    path => `${path};x=1`,
    path => `/api/health/live;/../..${path.replace('/api', '')}`,
    path => `/api/health/..%2f${path.slice(5)}`,
  ]
  test.each(routes.filter(([, route]) => !isPublic(route)))('%s', async (_name, route) => {
    for (const spelled of spell.map(each => each(plainPath(route)))) {
      const { statusCode, body } = await server.call(route.method, spelled)
      expect([spelled, statusCode, body.includes('"success":true')]).toEqual([
        spelled,
        expect.toBeOneOf([400, 401, 404, 405, 415]),
        false,
      ])
    }
  })
})

// CVE-2023-22894, CVE-2026-27886: what nobody may read is guessed letter by letter, by a filter or an order over it.
const asked = [
  'password_hash',
  'password',
  'token_hash',
  'secret',
  'params',
  'filters[password][$contains]',
  '$where',
  'where',
]
describe.each(routes.filter(([, route]) => route.query && route.content !== 'sse'))('%s', (name, route) => {
  test('filters and sorts by what its contract names alone', async () => {
    const sample = isPublic(route) ? {} : await samples[name]!(world)
    const path = route.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(sample.params?.[part] ?? 'x'))
    const tries = [
      ...asked.map(field => [field, 'a'] as const),
      ['sort', 'password_hash'],
      ['sort', '-params'],
      ['sort', '(select 1)'],
    ] as const
    for (const [field, value] of tries) {
      const query = new URLSearchParams({ ...sample.query, [field]: value })
      const answer = await server.call(route.method, `${path}?${query}`, isPublic(route) ? {} : { token: world.token })
      // A push to no strategy is refused before anything else of it is looked at.
      expect([field, answer.statusCode]).toEqual([field, name === 'push.receive' ? 404 : 422])
    }
  })
})

// CVE-2019-18818: a code that is no text was taken for the right one.
describe.each(routes.filter(([, route]) => isPublic(route) && route.body))('%s', (name, route) => {
  test('takes nothing but texts for texts', async () => {
    const body = (await samples[name]!(world)).body ?? {}
    const fields = new Set([...Object.keys(body), 'encodedata', 'ticket', 'code', 'refresh_token', 'state', 'token'])
    for (const value of [{}, [], [''], true, null, 0, { $ne: '' }, { $gt: '' }]) {
      const all = Object.fromEntries([...fields].map(field => [field, value]))
      for (const sent of [all, ...[...fields].map(field => ({ ...body, [field]: value }))]) {
        const answer = await server.call(route.method, plainPath(route), { body: sent })
        expect([value, answer.statusCode, answer.body.includes('access_token')]).toEqual([
          value,
          expect.toBeOneOf([400, 401, 404, 409, 422, 429]),
          false,
        ])
      }
    }
  })
})

// CVE-2021-21297: a name of every object is set for all of them.
describe.each(routes.filter(([, route]) => route.body && bodyBytesOf(route) > 100))('%s', (_name, route) => {
  test('sets nothing that every object inherits', async () => {
    for (const body of [
      '{"__proto__":{"owned":true}}',
      '{"constructor":{"prototype":{"owned":true}}}',
      '{"a":{"b":[{"__proto__":{"owned":true}}]}}',
    ]) {
      const answer = await server.call(route.method, plainPath(route), {
        ...(isPublic(route) ? {} : { token: world.token }),
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect([body, answer.statusCode]).toEqual([body, expect.toBeOneOf([400, 401, 404, 409, 413, 415, 422, 429])])
      expect(({} as Record<string, unknown>)['owned']).toBeUndefined()
    }
  })
})

test('CVE-2026-21858: a file that JSON says is there is none', async () => {
  const file = { filepath: '/etc/passwd', path: '/etc/passwd', originalFilename: 'a.csv', mimetype: 'text/csv' }
  let tried = 0
  for (const [name, route] of routes) {
    if (isPublic(route) || (await samples[name]!(world)).file === undefined) continue
    tried += 1
    const path = plainPath(route)
    for (const body of [{ file }, { files: { file } }, { files: [file] }]) {
      const answer = await server.call(route.method, path, { token: world.token, body })
      expect([name, answer.statusCode]).toEqual([name, expect.toBeOneOf([404, 415])])
      expect(answer.body).not.toContain('root:')
    }
  }
  expect(tried).toBeGreaterThan(1)
})

test('CVE-2021-39226: the name of a placeholder is no key', async () => {
  for (const key of [':key', '{key}', '*', '%00', 'null', 'undefined']) {
    const answer = await server.call('GET', `/api/tenant-end/${encodeURIComponent(key)}`)
    expect([key, answer.statusCode]).toEqual([key, 404])
  }
})

test('GHSA-48x3-9ph2-p9gj: a description of interfaces fetches nothing that it names', async () => {
  const targets = ['file:///etc/passwd', 'http://127.0.0.1:1/x.json', '//169.254.169.254/latest', '../../../etc/passwd']
  for (const target of targets) {
    const schema = { $ref: target }
    const paths = {
      '/a': { $ref: target },
      '/b': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } },
    }
    const text = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 't', version: '1' },
      servers: [{ url: 'https://a.test' }],
      paths,
    })
    const answer = await server.call('POST', '/api/dh/lessee/api-asset/parse', { token: world.token, body: { text } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toMatch(/root:|ECONN|egress/)
  }
})

test('a role that holds nothing learns of no object by what everybody may ask', async () => {
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into role (id, name) values ('00000000-0000-7000-8000-000000000001', 'none')")
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select '00000000-0000-7000-8000-000000000002', 'powerless', '', password_hash, '00000000-0000-7000-8000-000000000001'
        from app_user where username = 'admin-a'`)
  })
  const token = await server.signIn('powerless', PASSWORD)
  for (const name of ['strategy.start', 'run.get', 'connector.get', 'mapping.get']) await samples[name]!(world)
  const objects = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string }>(
      'select id::text from strategy union select id::text from run union select id::text from connector union select id::text from value_map',
    ),
  )
  expect(objects.length).toBeGreaterThan(3)
  const open = routes.filter(
    ([, route]) => route.permission === null && route.method === 'GET' && route.content !== 'sse',
  )
  // Whoever asks the assistant is told who gets the question.
  const told = 'assistant.provider'
  for (const [name, route] of open.filter(([each]) => each !== told)) {
    const query = name === 'search.find' ? '?q=a' : ''
    const { body } = await server.call('GET', plainPath(route) + query, { token })
    expect([name, objects.filter(({ id }) => body.includes(id))]).toEqual([name, []])
  }
})

test('who may look at strategies alone reads no row of a far system by a preview', async () => {
  await server.database.withTenant(server.a.tenantId, async tx => {
    const role = "'00000000-0000-7000-8000-000000000003'"
    await tx.execute(`insert into role (id, name, permissions) values (${role}, 'looks', '{strategy:query}')`)
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select '00000000-0000-7000-8000-000000000004', 'looks', '', password_hash, ${role} from app_user where username = 'admin-a'`)
  })
  const token = await server.signIn('looks', PASSWORD)
  const { source } = (await samples['strategy.create']!(world)).body!['config'] as { source: object }
  const preview = (body: object) => server.call('POST', '/api/dh/lessee/strategy/preview', { token, body })
  expect((await preview({ source, mapping: { fields: [] } })).statusCode).toBe(405)
  expect((await preview({ record: '{}', source, mapping: { fields: [] } })).statusCode).toBe(200)
})

test('who may look alone sends nothing of their own words through a connector, and asks no target by keys they make up', async () => {
  const token = await server.signIn('looks', PASSWORD)
  const call = (path: string, body: object) => server.call('POST', `/api/dh/lessee/${path}`, { token, body })
  const { id } = await newConnector(world)
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(`update role set permissions = '{strategy:query,connector:query}' where name = 'looks'`),
  )
  server.advance(6000)
  const { connections, strategies, replays } = server.engine.engine
  const body = { resource: 'x', options: {} }
  const doors = [
    ['sample', vi.spyOn(connections, 'sample'), () => call(`connector/${id}/resource/sample`, body)],
    ['look', vi.spyOn(connections, 'look'), () => call(`connector/${id}/resource/look`, body)],
    ['inferPaging', vi.spyOn(connections, 'inferPaging'), () => call(`connector/${id}/resource/paging`, body)],
    ['describe', vi.spyOn(connections, 'describe'), () => call(`connector/${id}/resource/describe`, body)],
    [
      'preview',
      vi.spyOn(strategies, 'preview'),
      () =>
        call('strategy/preview', {
          source: { connector_id: id, resource: 'x', key: ['id'] },
          mapping: { fields: [] },
        }),
    ],
  ] as const
  for (const [name, spy, knock] of doors) {
    const answer = await knock()
    const given = spy.mock.calls.map(args => args.at(-1) === true || JSON.stringify(args).includes('"isForeign":true'))
    expect([name, answer.statusCode, given]).toEqual([name, 200, [true]])
    spy.mockRestore()
  }
  const asked = vi.spyOn(replays, 'preview')
  const sample = await samples['replay.preview']!(world)
  expect((await call('replay/preview', sample.body as object)).statusCode).toBe(405)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

test('CVE-2023-38646: nobody makes a first administrator of an installation that has one', async () => {
  const options = await server.call('GET', '/api/passport/options')
  expect(options.json().content).not.toHaveProperty('setup_token')
  const names = routes.filter(([, route]) => isPublic(route)).map(([name]) => name)
  expect(names.filter(name => /setup|install|init|invit|reset/i.test(name))).toEqual([])
})
