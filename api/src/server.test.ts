import { type RouteDef, walkRoutes } from '@sluice/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from './contracts.ts'
import { CANARY, createSamples, type Sample, type World } from './testing/samples.ts'
import { PASSWORD, startTestServer, type TestServer } from './testing/start-test-server.ts'

const routes = [...walkRoutes(contracts)]
let server: TestServer
let worldA: World
let worldB: World
let samples: ReturnType<typeof createSamples>
/** Signed in, with a role that holds nothing. */
let powerless: string
const answers: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  worldA = await openWorld('admin-a', server.a.tenantId)
  worldB = await openWorld('admin-b', server.b.tenantId)
  powerless = await signInPowerless()
})
afterAll(() => server.drop())

async function openWorld(username: string, tenantId: string): Promise<World> {
  const token = await server.signIn(username, PASSWORD)
  const profile = (await server.call('GET', '/api/user', { token })).json().content
  return {
    token,
    tenantId,
    userId: profile.user_id,
    async post(path, body) {
      const answer = await server.call('POST', path, { token, body })
      if (answer.statusCode !== 200) throw new Error(`preparing ${path}: ${answer.body}`)
      return answer.json().content
    },
  }
}

async function signInPowerless(): Promise<string> {
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into role (id, name) values ('00000000-0000-7000-8000-000000000001', 'none')")
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select '00000000-0000-7000-8000-000000000002', 'powerless', '', password_hash, '00000000-0000-7000-8000-000000000001'
        from app_user where username = 'admin-a'`)
  })
  return server.signIn('powerless', PASSWORD)
}

function send(route: RouteDef, sample: Sample, token?: string): Promise<LightMyRequestResponse> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? 'x'))
  const query = new URLSearchParams(sample.query)
  const url = query.size === 0 ? path : `${path}?${query}`
  const options = { ...(token === undefined ? {} : { token }) }
  if (sample.file === undefined)
    return server.call(route.method, url, { ...options, ...(sample.body ? { body: sample.body } : {}) })
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="../../一.csv"\r\n\r\n${sample.file}\r\n--x--\r\n`
  return server.call(route.method, url, {
    ...options,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}

const countAudit = (tenantId: string, action: string) =>
  server.database.withTenant(tenantId, async tx => {
    const rows = await tx.query<{ count: number }>(
      'select count(*)::int as count from operation_log where action = $1',
      [action],
    )
    return rows[0]!.count
  })

/** Everything a tenant owns, as text. Sessions and the log are written by reading, too. */
const TABLES = ['connector', 'strategy', 'strategy_version', 'run', 'record_state', 'file', 'app_user', 'role'] as const
const snapshot = (tenantId: string) =>
  server.database.withTenant(tenantId, async tx => {
    const rows: unknown[] = []
    for (const table of TABLES) rows.push(await tx.query(`select * from ${table} order by 1, 2, 3`))
    return JSON.stringify(rows)
  })

/**
 * Proved in their modules' own tests: sign-in needs a cipher, a password the old one. Renewing a token every quarter of
 * an hour is no operation of a person, so it alone leaves no row; signing in does.
 */
const answersForItself = ['passport.login', 'passport.refresh', 'system.setPassword']

test('every route of the contract has a sample, so no route escapes these tests', () => {
  expect(routes.map(([name]) => name).filter(name => !samples[name])).toEqual([])
})

test('the router serves exactly what the OpenAPI document says', async () => {
  const document = (await server.call('GET', '/api/openapi.json')).json<{ paths: Record<string, object> }>()
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(routes.map(([, route]) => `${route.method} ${route.path}`).sort())
  const routed = server.app.printRoutes({ commonPrefix: false, includeHooks: false })
  const known = new Set(routes.map(([, route]) => `${route.method} ${route.path}`))
  for (const [, route] of routes) {
    const url = route.path.replace(/\{(\w+)\}/g, ':$1')
    expect([route.path, server.app.hasRoute({ method: route.method, url })]).toEqual([route.path, true])
  }
  expect(known.size).toBe(routes.length)
  // Beside the contract: the document, its page, and the console by GET and HEAD
  expect(routed.match(/\((?:GET|POST|PUT|DELETE|HEAD|OPTIONS|, )+\)/g)!.flatMap(group => group.split(',')).length).toBe(
    routes.length + 4,
  )
})

test('the documentation page needs nothing from elsewhere', async () => {
  const page = await server.call('GET', '/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('/api/dh/lessee/strategy/searchv2')
  expect(page.body).not.toMatch(/<script|https?:\/\/|@import/)
})

const isPublic = (route: RouteDef) => route.permission === 'public'

describe.each(routes.filter(([, route]) => !isPublic(route)))('%s', (name, route) => {
  test('refuses a caller without a token (401)', async () => {
    const answer = await send(route, await samples[name]!(worldA))
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.missing'])
    expect((await send(route, {}, 'forged-token-forged-token-forged')).statusCode).toBe(401)
  })
})

describe.each(routes.filter(([, route]) => !isPublic(route) && route.permission !== null))('%s', (_name, route) => {
  test('refuses a role without the permission (405)', async () => {
    const before = await snapshot(server.a.tenantId)
    const answer = await send(route, {}, powerless)
    expect([answer.statusCode, answer.json().code]).toEqual([405, 'permission'])
    expect(await snapshot(server.a.tenantId)).toBe(before)
  })
})

// An event stream does not end by itself: http.test.ts opens one as a stranger. A logout is one's own by nature.
const forStrangers = routes.filter(
  ([name, route]) => !isPublic(route) && route.content !== 'sse' && name !== 'passport.logout',
)
describe.each(forStrangers)('%s', (name, route) => {
  test('shows a stranger nothing and lets them change nothing (404 or empty)', async () => {
    const sample = await samples[name]!(worldA)
    const before = await snapshot(server.a.tenantId)
    const answer = await send(route, sample, worldB.token)
    expect(await snapshot(server.a.tenantId)).toBe(before)
    for (const id of [...Object.values(sample.params ?? {}), worldA.tenantId, worldA.userId]) {
      if (id.length === 36) expect(answer.body).not.toContain(id)
    }
    if (sample.strangerGets === 'own') return expect(answer.statusCode).toBe(200)
    if (sample.strangerGets === 'empty') return expect(answer.json().content).toEqual([])
    if (sample.strangerGets === 'refusedRows')
      return expect(answer.json().content).toMatchObject([{ ok: false, code: 'notFound.strategy' }])
    expect(answer.statusCode).toBe(404)
  })
})

describe.each(routes.filter(([name, route]) => route.content !== 'sse' && !answersForItself.includes(name)))(
  '%s',
  (name, route) => {
    test('answers the happy call and logs what changes', async () => {
      const sample = await samples[name]!(worldA)
      const before = await countAudit(server.a.tenantId, name)
      const token = name === 'passport.logout' ? await server.signIn('admin-a', PASSWORD) : worldA.token
      const answer = await send(route, sample, token)
      answers.push(answer.body)
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
      if (route.content !== 'file') expect(answer.json()).toMatchObject({ success: true, code: 0 })
      const isLogged = route.audit !== 'query'
      expect(await countAudit(server.a.tenantId, name)).toBe(isLogged ? before + 1 : before)
    })
  },
)

// Settings are free names by contract.
describe.each(routes.filter(([name, route]) => route.body && name !== 'user.saveSettings'))('%s', (name, route) => {
  test('refuses a body with a field it does not know (422)', async () => {
    const sample = await samples[name]!(worldA)
    for (const field of ['unexpected', 'tenant_id', 'lessee_id', 'created_by']) {
      const answer = await send(route, { ...sample, body: { ...sample.body, [field]: 'x' } }, worldA.token)
      expect([field, answer.statusCode]).toEqual([field, 422])
      expect(answer.json().content).toMatchObject([{ field }])
    }
  })

  test('answers no strange value with a 500', async () => {
    const sample = await samples[name]!(worldA)
    for (const field of Object.keys(sample.body ?? {})) {
      for (const value of strangeValues) {
        const answer = await send(route, { ...sample, body: { ...sample.body, [field]: value } }, worldA.token)
        expect([field, value, answer.statusCode < 500 ? '' : answer.body]).toEqual([field, value, ''])
      }
    }
  })
})

const strangeValues = [
  null,
  '',
  -1,
  1e308,
  [],
  {},
  ['x'],
  true,
  '\u202e\ud800',
  `'; drop table "run" --`,
  '9'.repeat(19),
  '0000-01-01T00:00:00Z',
]

describe.each(routes.filter(([, route]) => route.query && route.content !== 'sse'))('%s', (name, route) => {
  test('answers no strange query with a 500', async () => {
    const sample = await samples[name]!(worldA)
    const known = ['page', 'pageSize', 'keyword', 'from', 'to', 'strategy_id', 'platform_id', 'sort', 'state', 'action']
    for (const field of known) {
      for (const value of [
        '',
        '-1',
        '9007199254740991',
        '%',
        '\\',
        "'",
        '\u0000',
        '0000-01-01T00:00:00Z',
        'x'.repeat(3000),
      ]) {
        const answer = await send(route, { ...sample, query: { ...sample.query, [field]: value } }, worldA.token)
        expect([field, value, answer.statusCode < 500 ? '' : answer.body]).toEqual([field, value, ''])
      }
    }
  })
})

test('a nested unknown field is refused with its path', async () => {
  const sample = await samples['strategy.create']!(worldA)
  const config = sample.body!['config'] as { source: object }
  const body = { ...sample.body, config: { ...config, source: { ...config.source, lessee_id: 'x' } } }
  const answer = await server.call('POST', '/api/dh/lessee/strategy', { token: worldA.token, body })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().content).toMatchObject([{ field: 'config.source.lessee_id' }])
})

test('no planted secret comes back in any answer, log line or row', async () => {
  const shown = JSON.stringify(answers) + server.readLog()
  const rows = await server.database.withTenant(server.a.tenantId, async tx => [
    await tx.query('select * from operation_log'),
    await tx.query('select * from connector'),
    await tx.query('select * from strategy_version'),
  ])
  const stored = JSON.stringify(rows)
  for (const form of [CANARY, Buffer.from(CANARY).toString('base64').replace(/=+$/, ''), encodeURIComponent(CANARY)]) {
    expect(shown.includes(form)).toBe(false)
    expect(stored.includes(form)).toBe(false)
  }
  expect(answers.join('')).not.toMatch(/v1\.\d+\.[A-Za-z0-9_-]{20,}/)
})
