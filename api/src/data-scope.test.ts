import { type RouteDef, walkRoutes } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from './server/contracts.ts'
import { openColleague, openWorld } from './testing/drive.ts'
import type { Sample, World } from './testing/sample.ts'
import { createSamples } from './testing/samples.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

/** May do everything, but sees only the strategies of a group in which there are none. */
let colleague: string
let server: TestServer
let world: World
let samples: ReturnType<typeof createSamples>

beforeAll(async () => {
  server = await startTestServer()
  samples = createSamples(server)
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  colleague = (await openColleague(server, 'colleague', { permissions: ['*'], groups: ['elsewhere'] })).token
})
afterAll(() => server.drop())

const inTenant = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]): Promise<T> =>
  server.database.withTenant(server.a.tenantId, work)

/** Everything that belongs to a strategy, by which an answer would give it away. */
const listIds = async (): Promise<string[]> => {
  const rows = await inTenant(tx =>
    tx.query<{ id: string }>(
      `select id::text from strategy where group_name <> 'elsewhere' union select id::text from run union select id::text from archive_file union select id::text from storage_job`,
    ),
  )
  return rows.map(row => row.id)
}

/** What only whoever sees a strategy knows of it. A name or code that the caller has sent itself is not told. */
const listNames = async (): Promise<string[]> => {
  const rows = await inTenant(tx =>
    tx.query<{ name: string }>(
      `select unnest(array[name, code]) as name from strategy where group_name <> 'elsewhere'`,
    ),
  )
  return rows.map(row => row.name)
}
const isWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replace(/[^\w\s-]/g, '\\$&')}(?![\\w-])`).test(text)

const TABLES = [
  'strategy',
  'strategy_version',
  'strategy_cursor',
  'run',
  'record_state',
  'push_endpoint',
  'retention',
] as const
/** A mark for each table, which any change of any row changes: rows of all samples are too many to be fetched twice a route. */
const snapshot = (): Promise<Record<string, string>> =>
  inTenant(async tx => {
    const asked = TABLES.map(
      name =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as mark from ${name} t`,
    )
    const marks = await tx.query<{ name: string; mark: string }>(asked.join(' union all '))
    return Object.fromEntries(marks.map(({ name, mark }) => [name, mark]))
  })

function send(route: RouteDef, sample: Sample) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? 'x'))
  const query = new URLSearchParams(sample.query)
  const url = query.size === 0 ? path : `${path}?${query}`
  return server.call(route.method, url, { token: colleague, ...(sample.body ? { body: sample.body } : {}) })
}

const routes = [...walkRoutes(contracts)].filter(
  ([name, route]) =>
    route.permission !== 'public' && route.content !== 'sse' && !route.upload && name !== 'passport.logout',
)

test('a strategy is not put where its maker does not see: neither when it is made nor when it is moved', async () => {
  const sample = await samples['strategy.create']!(world)
  const make = (group: string) =>
    server.call('POST', '/api/dh/lessee/strategy', {
      token: colleague,
      body: { ...sample.body, name: `s-${group}`, group },
    })
  const refused = await make('sales')
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid.groupScope'])
  expect((await make('elsewhere')).statusCode).toBe(200)
  const found = await server.call('POST', '/api/dh/lessee/strategy/searchv2', { token: colleague, body: {} })
  expect(found.json().content.map((row: { name: string }) => row.name)).toEqual(['s-elsewhere'])
})

test('the log of a role with a scope: what the user did and what was done to the strategies they see, nothing else', async () => {
  const sample = await samples['strategy.create']!(world)
  const make = async (name: string, group: string) =>
    ((await world.post('/api/dh/lessee/strategy', { ...sample.body, name, group })) as { id: string }).id
  const seen = await make('seen in the log', 'elsewhere')
  const hidden = await make('hidden in the log', 'sales')
  const ask = (path: string) => server.call('GET', `/api/dp/system/log${path}`, { token: colleague })
  await server.call('PUT', '/api/dp/account/settings', { token: colleague, body: { theme: 'dark' } })
  const { content, total } = (await ask('?pageSize=500')).json()
  expect(content).toHaveLength(total)
  const ids = content.map((row: { object_id: string }) => row.object_id)
  expect([ids.includes(seen), ids.includes(hidden)]).toEqual([true, false])
  const others = content.filter((row: { username: string }) => row.username !== 'colleague')
  expect(others.map((row: { object_id: string }) => row.object_id)).toEqual([seen])
  expect(content.map((row: { action: string }) => row.action)).toContain('user.saveSettings')
  const file = (await ask('/export')).body
  expect([file.includes(seen), file.includes(hidden)]).toEqual([true, false])
  const wholeFile = await ask('/export?format=jsonl')
  const body = { before: '2020-01-01T00:00:00Z' }
  const cleaned = await server.call('POST', '/api/dp/system/dellog', { token: colleague, body })
  for (const refused of [wholeFile, cleaned])
    expect([refused.statusCode, refused.json().message]).toEqual([405, expect.stringContaining('涉及全部数据')])
  // The console asks the same contract, and hides what would be refused.
  const profile = (await server.call('GET', '/api/user', { token: colleague })).json().content
  expect(profile.role.is_scoped).toBe(true)
  const refusedRoutes = [...walkRoutes(contracts)].filter(([, route]) => route.needsWhole !== undefined)
  // Programs of others are the tenant's: whoever sets them up sees all strategies.
  const whole = /^(tenantEnd|personData|application|callLog|plan|portal|webhook)\./
  expect(refusedRoutes.map(([name]) => name).filter(name => !whole.test(name))).toEqual([
    'system.exportLog',
    'system.deleteLog',
  ])
})

test('records of a strategy outside the scope are reached by no look-up, no source and no object of a connector', async () => {
  const sample = await samples['strategy.create']!(world)
  const config = sample.body!['config'] as { source: object }
  const make = async (name: string, group: string) =>
    ((await world.post('/api/dh/lessee/strategy', { ...sample.body, name, group })) as { id: string }).id
  const [hidden, seen] = [await make('hidden records', 'sales'), await make('seen records', 'elsewhere')]
  const own = await make('of the colleague', 'elsewhere')
  const connector = (
    (await world.post('/api/dh/lessee/connector', {
      platform_id: 'fake',
      name: 'for records',
      params: { host: 'x.test', password: 'a-password' },
    })) as { id: string }
  ).id
  const call = async (method: string, path: string, body: object) => {
    const answer = await server.call(method, `/api/dh/lessee/${path}`, { token: colleague, body })
    return answer.statusCode === 404 ? answer.json().code : 'passed'
  }
  const find = (id: string) => ({
    fields: [{ target: 'x', value: { kind: 'expression', expression: `find("${id}", "sku", row.sku)` } }],
  })
  const spelled = (id: string) => find(`\\u00${id.charCodeAt(0).toString(16)}${id.slice(1)}`)
  const stored = (id: string) => ({ ...config.source, resource: `strategy.query/${id}` })
  let made = 0
  const save = (change: object) =>
    call('POST', 'strategy', {
      ...sample.body,
      name: `made ${++made}`,
      group: 'elsewhere',
      config: { ...config, ...change },
    })
  const ways: Readonly<Record<string, (id: string) => Promise<string>>> = {
    'a preview': id => call('POST', 'strategy/preview', { record: '{}', mapping: find(id) }),
    'a preview that spells it otherwise': id =>
      call('POST', 'strategy/preview', { record: '{}', mapping: spelled(id) }),
    'a source of a preview': id => call('POST', 'strategy/preview', { source: stored(id), mapping: { fields: [] } }),
    'a trial': id => call('POST', `strategy/${own}/mapping-trial`, { mapping: find(id), limit: 1 }),
    'a step by hand': id => call('POST', `strategy-debug/${own}/map`, { records: ['{}'], mapping: find(id) }),
    'a new look-up': id => save({ mapping: find(id) }),
    'a new source': id => save({ source: stored(id) }),
    'an object of a connector': id =>
      call('POST', `connector/${connector}/resource/describe`, { resource: `strategy.query/${id}` }),
    'rows of an object': id =>
      call('POST', `connector/${connector}/resource/sample`, { resource: `strategy.query/${id}` }),
  }
  for (const [way, go] of Object.entries(ways)) {
    expect([way, await go(hidden)]).toEqual([way, 'notFound.strategy'])
    expect([way, await go(seen)]).toEqual([way, 'passed'])
  }
})

let made: Promise<void> | undefined
const makeOfEverything = (): Promise<void> => {
  made ??= (async () => {
    for (const [name] of asked) await samples[name]!(world)
  })()
  return made
}

test('a package made of a strategy outside the scope is not there', async () => {
  const sample = await samples['strategy.create']!(world)
  const make = async (name: string, group: string) => {
    const { id } = await world.post<{ id: string }>('/api/dh/lessee/strategy', { ...sample.body, name, group })
    const wanted = { strategy_ids: [id], name: `of-${group}`, title: name }
    return (await world.post<{ id: string }>('/api/dh/lessee/solution-package', wanted)).id
  }
  const ids = { sales: await make('packed and hidden', 'sales'), elsewhere: await make('packed and seen', 'elsewhere') }
  const get = async (path: string) =>
    (await server.call('GET', `/api/dh/lessee/solution-package/${path}`, { token: colleague })).statusCode
  expect([await get(ids.sales), await get(ids.elsewhere)]).toEqual([404, 200])
  const list = await server.call('POST', '/api/dh/lessee/solution-package/searchv2', { token: colleague, body: {} })
  expect([list.body.includes(ids.sales), list.body.includes(ids.elsewhere)]).toEqual([false, true])
})

/** The default retention is the tenant's: whoever may touch it touches all of it. */
const ofTheTenant = ['storage.keep']

/** What ends the sign-in by which the samples are prepared comes when all others have been asked. */
const endsSignIn = ([name]: (typeof routes)[number]): number => (name === 'system.setPassword' ? 1 : 0)
const asked = routes
  .filter(([name]) => !ofTheTenant.includes(name))
  .toSorted((one, other) => endsSignIn(one) - endsSignIn(other))

describe.each(asked)('%s', (name, route) => {
  // Lists are asked when there is something of every kind in them.
  beforeAll(makeOfEverything)

  test('shows a role nothing of strategies outside its groups, and lets it change nothing of them', async () => {
    const sample = await samples[name]!(world)
    const ids = await listIds()
    const before = await snapshot()
    const answer = await send(route, sample)
    const sent = JSON.stringify([sample.params, sample.query, sample.body])
    expect(await snapshot()).toEqual(before)
    // An id that was sent may come back in its own refusal; nothing else may.
    const shown = ids.filter(id => answer.body.includes(id))
    expect(shown.filter(id => !(answer.body.includes('"ok":false') && sent.includes(id)))).toEqual([])
    const told = (await listNames()).filter(name => isWord(answer.body, name) && !isWord(sent, name))
    expect(told).toEqual([])
    const names = ids.some(id => sent.includes(id))
    // What is of the whole tenant is refused to such a role, whatever it names.
    const isRefused = route.needsWhole !== undefined && answer.statusCode === 405
    if (names && !isRefused && !answer.body.includes('"ok":false') && sample.strangerGets === undefined)
      expect([answer.statusCode, answer.statusCode === 404 ? '' : answer.body]).toEqual([404, ''])
  })
})
