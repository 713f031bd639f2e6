import { readFileSync } from 'node:fs'
import { bodyBytesOf, type RouteDef, walkRoutes } from '@sluice/contract'
import { takeTurn } from '@sluice/contract/testing'
import type { Tx } from '@sluice/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contracts } from './server/contracts.ts'
import { openWorld, sendSample } from './testing/drive.ts'
import { CANARY } from './testing/objects.ts'
import type { Sample, World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { makeSieve } from './testing/sieve.ts'
import { PASSWORD, startTestServer, type TestServer } from './testing/start-test-server.ts'
import { strangeTexts, strangeValues } from './testing/strange-values.ts'

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
  worldA = await openWorld(server, 'admin-a', server.a.tenantId)
  worldB = await openWorld(server, 'admin-b', server.b.tenantId)
  powerless = await signInPowerless()
})
afterAll(() => server.drop())

async function signInPowerless(): Promise<string> {
  await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into role (id, name) values ('00000000-0000-7000-8000-000000000001', 'none')")
    await tx.execute(`insert into app_user (id, username, nickname, password_hash, role_id)
      select '00000000-0000-7000-8000-000000000002', 'powerless', '', password_hash, '00000000-0000-7000-8000-000000000001'
        from app_user where username = 'admin-a'`)
  })
  return server.signIn('powerless', PASSWORD)
}

const send = (route: RouteDef, sample: Sample, token?: string) => sendSample(server, route, sample, token)

const countAudit = (tenantId: string, action: string) =>
  server.database.withTenant(tenantId, async tx => {
    const rows = await tx.query<{ count: number }>(
      'select count(*)::int as count from operation_log where action = $1',
      [action],
    )
    return rows[0]!.count
  })

/** Everything a tenant owns, as text. Sessions and the log are written by reading, too. */
const TABLES = [
  'connector',
  'strategy',
  'strategy_version',
  'run',
  'record_state',
  'file',
  'app_user',
  'role',
  'process_pool',
  'access_token',
  'notice_preference',
] as const
const snapshot = (tenantId: string) => fingerprint(tenantId, TABLES)

/** A mark for each table of the tenant, which any change of any row changes. */
async function fingerprint(tenantId: string, tables?: readonly string[]): Promise<Record<string, string>> {
  return server.database.withTenant(tenantId, async tx => {
    const asked = (tables ?? (await listTables(tx))).map(
      name =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as mark from ${name} t where tenant_id = app_tenant()`,
    )
    const marks = await tx.query<{ name: string; mark: string }>(asked.join(' union all '))
    return Object.fromEntries(marks.map(({ name, mark }) => [name, mark]))
  })
}

let known: string[] | undefined
async function listTables(tx: Tx): Promise<string[]> {
  if (known) return known
  const rows = await tx.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  known = rows.map(({ name }) => name)
  return known
}

/**
 * Writes whose valid call needs more than a sample: a cipher, the old password, a code that was sent. The test that is
 * named makes it and asks for the row, which is the named action's.
 */
const loggedBeside: Readonly<Record<string, readonly [test: string, row: string]>> = {
  'passport.login': ['identity/passport/passport.test.ts', 'passport.login'],
  'passport.secondFactor': ['identity/totp/totp.test.ts', 'passport.login'],
  'passport.confirmPhone': ['identity/passport/phone.test.ts', 'passport.confirmPhone'],
  'totp.confirm': ['identity/totp/totp.test.ts', 'totp.confirm'],
  'totp.renewRecovery': ['identity/totp/totp.test.ts', 'totp.renewRecovery'],
  'totp.disable': ['identity/totp/totp.test.ts', 'totp.disable'],
  'session.endOthers': ['identity/session/session.test.ts', 'session.endOthers'],
  'sso.complete': ['identity/sso/sso.test.ts', 'passport.login'],
  'sso.beginLink': ['identity/sso/sso.test.ts', 'sso.beginLink'],
  'stepUp.beginSso': ['identity/sso/sso.test.ts', 'stepUp.beginSso'],
  'stepUp.completeSso': ['identity/sso/sso.test.ts', 'stepUp.completeSso'],
  'account.confirmEmail': ['identity/account/email.test.ts', 'account.confirmEmail'],
  'sso.link': ['identity/sso/sso.test.ts', 'sso.link'],
  'register.create': ['identity/register/register.test.ts', 'register.create'],
  'system.setPassword': ['admin/system/system.test.ts', 'system.setPassword'],
}

/** Each object that comes, changes or goes with it has its row beside its own. */
const makesMany: ReadonlySet<string> = new Set([
  'installation.create',
  'installation.upgrade',
  'installation.rollback',
  'installation.adjust',
  'installation.remove',
])

/** Writes that leave no row when all is well, and why. */
const unlogged: Readonly<Record<string, string>> = {
  'passport.refresh':
    'every open tab renews every quarter of an hour without anybody doing anything, which would bury what people did; the sign-in has its row, its list shows the last renewal, and a token used twice leaves a row (passport.test.ts)',
  'push.receive':
    'a record is no operation of a person; every hour in which something came leaves one row (push.test.ts)',
  'strategyTable.openShare':
    'a reader has no name; the share counts how often it was opened, and making and ending it have their rows',
  'digraph.openShare': 'the same of a dashboard',
  'portal.open': 'the same of the portal of an application',
  'sso.begin': 'nobody is known yet, so there is no tenant to write to; the sign-in it leads to has its row',
  'notice.read': 'what one has read is no operation on the data of the tenant',
  'notice.readAll': 'what one has read is no operation on the data of the tenant',
  'connector.test':
    'what the far system answered is remembered beside the connector: a measurement, nothing that anybody set',
  'connectorEnv.test': 'the same of an environment',
  'catalogue.refresh': 'what the far system holds is listed again: a measurement, nothing that anybody set',
  'catalogue.cancel': 'the same, ended',
}

const answersForItself = (name: string): boolean =>
  name in loggedBeside || ['passport.refresh', 'push.receive', 'sso.begin'].includes(name)

test('a write whose row is proved beside is asked for there, and every exception is a route that is there', () => {
  for (const [name, [file, row]] of Object.entries(loggedBeside)) {
    const text = readFileSync(new URL(`modules/${file}`, import.meta.url), 'utf8')
    expect([name, new RegExp(`['=]${row}\\b`).test(text) && /operation_log|system\/log/.test(text)]).toEqual([
      name,
      true,
    ])
  }
  const names = routes.map(([name]) => name)
  expect([...Object.keys(loggedBeside), ...Object.keys(unlogged)].filter(name => !names.includes(name))).toEqual([])
})

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
  // Beside the contract: the document, its page, security.txt, and the console by GET and HEAD
  expect(routed.match(/\((?:GET|POST|PUT|DELETE|HEAD|OPTIONS|, )+\)/g)!.flatMap(group => group.split(',')).length).toBe(
    routes.length + 5,
  )
})

test('the documentation page needs nothing from elsewhere', async () => {
  const page = await server.call('GET', '/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('/api/dh/lessee/strategy/searchv2')
  expect(page.body).not.toMatch(/<script|https?:\/\/|@import/)
})

const isPublic = (route: RouteDef) => route.permission === 'public'

describe('refuses a role without the permission', () => {
  // Between these tests nobody writes.
  let untouched: Record<string, string>
  beforeAll(async () => {
    untouched = await snapshot(server.a.tenantId)
  })
  test.each(routes.filter(([, route]) => !isPublic(route) && route.permission !== null))(
    '%s (405)',
    async (_name, route) => {
      const answer = await send(route, {}, powerless)
      expect([answer.statusCode, answer.json().code]).toEqual([405, 'permission'])
    },
  )
  test('has changed nothing by any of them', async () => {
    expect(await snapshot(server.a.tenantId)).toEqual(untouched)
  })
})

/** They name nothing but oneself, so a stranger calling them is just somebody else. */
const ownByNature = [
  'passport.logout',
  'passport.confirmPhone',
  'totp.confirm',
  'totp.renewRecovery',
  'totp.disable',
  'sso.link',
  'stepUp.completeSso',
  'account.confirmEmail',
  'notice.testMail',
]
// An event stream does not end by itself: http.test.ts opens one as a stranger.
const isForStrangers = (name: string, route: RouteDef) => route.content !== 'sse' && !ownByNature.includes(name)

describe('refuses a caller without a token, and shows a stranger nothing', () => {
  const signedIn = routes.filter(([, route]) => !isPublic(route))
  /** Made before any of these tests, none of which changes what it names: so one look proves it of all. */
  const named = new Map<string, Sample>()
  let untouched: Record<string, string>
  beforeAll(async () => {
    for (const [name] of signedIn) named.set(name, await samples[name]!(worldA))
    untouched = await snapshot(server.a.tenantId)
  }, 400_000)

  test.each(signedIn)('%s: refuses a caller without a token (401)', async (name, route) => {
    const answer = await send(route, named.get(name)!)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth.missing'])
    expect((await send(route, {}, 'forged-token-forged-token-forged')).statusCode).toBe(401)
  })

  test.each(signedIn.filter(each => isForStrangers(...each)))(
    '%s: shows a stranger nothing (404 or empty)',
    async (name, route) => {
      const sample = named.get(name)!
      const answer = await send(route, sample, worldB.token)
      for (const id of [...Object.values(sample.params ?? {}), worldA.tenantId, worldA.userId]) {
        if (id.length === 36) expect(answer.body).not.toContain(id)
      }
      if (sample.strangerGets === 'own') return expect(answer.statusCode).toBe(200)
      if (sample.strangerGets === 'conflict') return expect(answer.statusCode).toBe(409)
      if (sample.strangerGets === 'empty') return expect(answer.json().content).toEqual([])
      if (sample.strangerGets === 'refusedRows')
        return expect(answer.json().content).toMatchObject([
          { ok: false, code: expect.stringMatching(/^notFound\.(strategy|connector)$/) },
        ])
      expect(answer.statusCode).toBe(404)
    },
  )

  test('none of them has changed anything', async () => {
    expect(await snapshot(server.a.tenantId)).toEqual(untouched)
  })
})

describe.each(routes.filter(([name, route]) => route.content !== 'sse' && !answersForItself(name)))(
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
      const rows = (await countAudit(server.a.tenantId, name)) - before
      if (makesMany.has(name)) expect(rows).toBeGreaterThan(1)
      else expect(rows).toBe(isLogged ? 1 : 0)
    })
  },
)

// A route that says of itself that it only asks is called by a verb that may write: that it writes nothing is proved, too.
const askedByPost = routes.filter(
  ([name, route]) => route.method !== 'GET' && route.audit === 'query' && !(name in unlogged),
)
describe('asks, so it changes nothing and needs no row', () => {
  const named = new Map<string, Sample>()
  let untouched: Record<string, string>
  beforeAll(async () => {
    for (const [name] of askedByPost) named.set(name, await samples[name]!(worldA))
    untouched = await fingerprint(server.a.tenantId)
  }, 400_000)
  test.each(askedByPost)('%s', async (name, route) => {
    expect((await send(route, named.get(name)!, worldA.token)).statusCode).toBe(200)
  })
  test('none of them has changed anything', async () => {
    expect(await fingerprint(server.a.tenantId)).toEqual(untouched)
  })
})

const MANY = ['1', '[]', '""'].map(value => [value, `{"x":[${Array(200_001).fill(value).join()}]}`] as const)

// Before anything is built of a body, its bytes and values are counted: no caller's text holds the process.
describe.each(routes.filter(([, route]) => route.body))('%s', (_name, route) => {
  const most = bodyBytesOf(route)
  const post = (body: string) =>
    server.call(route.method, route.path.replace(/\{\w+\}/g, 'x'), {
      ...(isPublic(route) ? {} : { token: worldA.token }),
      headers: { 'content-type': 'application/json' },
      body,
    })
  test('reads no body of more bytes than its contract says (413)', async () => {
    const { statusCode, body } = await post(`{"x":"${'x'.repeat(most)}"}`)
    expect([statusCode, JSON.parse(body).code]).toEqual([413, 'tooLarge.body'])
    if (isPublic(route)) expect(most).toBeLessThanOrEqual(65_536)
  })

  test.runIf(most > 2 ** 19)('builds nothing of a body with hundreds of thousands of values (413)', async () => {
    for (const [value, many] of MANY) {
      const { statusCode, body } = await post(many)
      expect([value, statusCode, JSON.parse(body).code]).toEqual([value, 413, 'tooLarge.values'])
    }
  })
})

// Settings are free names by contract.
describe.each(routes.filter(([name, route]) => route.body && name !== 'user.saveSettings'))('%s', (name, route) => {
  test('refuses a body with a field it does not know (422)', async () => {
    const sample = await samples[name]!(worldA)
    const unknown = ['unexpected', 'tenant_id', 'lessee_id', 'created_by']
    const body = { ...sample.body, ...Object.fromEntries(unknown.map(field => [field, 'x'])) }
    const answer = await send(route, { ...sample, body }, worldA.token)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().content).toEqual(unknown.map(field => expect.objectContaining({ field })))
  })

  test('answers no strange value with a 500', async () => {
    const sample = await samples[name]!(worldA)
    const isNew = makeSieve(route.body)
    for (const [at, field] of Object.keys(sample.body ?? {}).entries()) {
      for (const value of takeTurn(strangeValues, at)) {
        const body = { ...sample.body, [field]: value }
        if (!isNew(body)) continue
        const answer = await send(route, { ...sample, body }, worldA.token)
        expect([field, value, answer.statusCode < 500 ? '' : answer.body]).toEqual([field, value, ''])
      }
    }
  })
})

describe.each(routes.filter(([, route]) => route.query && route.content !== 'sse'))('%s', (name, route) => {
  test('answers no strange query with a 500', async () => {
    const sample = await samples[name]!(worldA)
    // A route knows the fields of its own contract; of another one it knows nothing, whatever it says.
    const isNew = makeSieve(route.query)
    const known = [...Object.keys((route.query as z.ZodObject).shape), 'unexpected'] // every contract writes it as one
    for (const [at, field] of known.entries()) {
      for (const value of takeTurn(strangeTexts, at)) {
        const query = { ...sample.query, [field]: value }
        if (!isNew(query)) continue
        const answer = await send(route, { ...sample, query }, worldA.token)
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
