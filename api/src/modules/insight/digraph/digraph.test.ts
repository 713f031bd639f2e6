import { figureNames } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newStrategy, startedStrategy } from '../../../testing/objects.ts'
import { unique, type World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Dashboard } from './contract.ts'
import type { FigureReading } from './figure-contract.ts'

let server: TestServer
let world: World
const BASE = '/api/dp/digraph'

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  await newStrategy(world)
  await startedStrategy(world)
})
afterAll(() => server.drop())

const call = (method: string, path: string, body?: unknown, token = world.token) =>
  server.call(method, path, { token, body })
const create = (template = 'operations') => world.post<Dashboard>(BASE, { name: unique('wall'), template })
const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))

/** What is read now, whatever was read before. */
async function readAll(token?: string): Promise<Map<string, FigureReading>> {
  server.advance(6000)
  const answer = await call('POST', '/api/dp/digraph-figures', { names: figureNames }, token)
  expect(answer.statusCode, answer.body).toBe(200)
  return new Map(
    answer.json<{ content: { figures: FigureReading[] } }>().content.figures.map(figure => [figure.name, figure]),
  )
}

test('every template makes a design that can be saved again and shows figures that can be read', async () => {
  for (const template of ['blank', 'operations', 'commerce', 'finance', 'gateway']) {
    const made = await create(template)
    const { id, name, version, refresh_seconds, design } = made
    const saved = await call('PUT', `${BASE}/${id}`, { name, version, refresh_seconds, design })
    expect(saved.statusCode, `${template}: ${saved.body}`).toBe(200)
    const { figures } = (await call('GET', `${BASE}/${id}/reading`)).json().content
    expect(figures.filter((figure: FigureReading) => figure.state !== 'ok')).toEqual([])
    expect(figures).toHaveLength(new Set(design.components.flatMap(component => component.sources)).size)
  }
})

test('who saves from an older version hears who was first, and nothing of it is kept', async () => {
  const { id, name, version, refresh_seconds, design } = await create()
  const save = (components: unknown[]) =>
    call('PUT', `${BASE}/${id}`, { name, version, refresh_seconds, design: { ...design, components } })
  expect((await save([])).statusCode).toBe(200)
  const second = await save(design.components.slice(0, 1))
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({ code: 'conflict.version', content: [{ version: 2, username: '管理员' }] })
  const now: Dashboard = (await call('GET', `${BASE}/${id}`)).json().content
  expect([now.version, now.design.components]).toEqual([2, []])
  const renamed = await call('PUT', `${BASE}/${id}/name`, { name: unique('other'), version: 1 })
  expect(renamed.statusCode).toBe(409)
})

test('a file of a dashboard makes the same one again, and a copy takes a free name', async () => {
  const made = await create('finance')
  const document = (await call('GET', `${BASE}/${made.id}/content`)).json()
  expect((await call('POST', '/api/dp/digraph-import', document)).json()).toMatchObject({ code: 'conflict.name' })
  const imported = await call('POST', '/api/dp/digraph-import', { ...document, name: unique('again') })
  expect(imported.json().content.design).toEqual(made.design)
  const copies = [await call('POST', `${BASE}/${made.id}/copy`), await call('POST', `${BASE}/${made.id}/copy`)]
  expect(copies.map(answer => answer.json().content.name)).toEqual([`${made.name} (2)`, `${made.name} (3)`])
  const found = (await call('GET', `${BASE}?keyword=${encodeURIComponent(made.name)}&sort=name`)).json()
  expect([found.total, found.content.length]).toEqual([3, 3])
  const lines = (await call('GET', `/api/dp/digraph-export?keyword=${encodeURIComponent(made.name)}`)).body
  expect(lines.trimEnd().split('\n')).toHaveLength(4)
})

const component = { id: 'a', kind: 'text', x: 0, y: 0, width: 100, height: 100 }
const kpi = { ...component, kind: 'kpi', sources: ['strategies.all'] }
const hostile: readonly (readonly [what: string, field: string, component: object])[] = [
  ['a script as a link', 'options.link', { ...component, options: { link: 'javascript:alert(1)' } }],
  ['a colour that is CSS', 'options.colour', { ...component, options: { colour: 'red;background:url(//x)' } }],
  ['a title that turns the line around', 'title', { ...component, title: 'safe \u202Egpj.exe' }],
  ['a title of two lines', 'title', { ...component, title: 'a\nb' }],
  ['an unknown key', 'onClick', { ...component, onClick: 'x' }],
  ['a figure that there is none of', 'sources.0', { ...kpi, sources: ['__proto__'] }],
  ['a figure that it cannot draw', 'sources.0', { ...kpi, sources: ['picture.flow'] }],
  ['no figure', 'sources', { ...kpi, sources: [] }],
  ['a place beyond the sheet', 'width', { ...component, x: 1900 }],
  ['a size that nobody sees', 'height', { ...component, height: 1 }],
  ['half a pixel', 'x', { ...component, x: 0.5 }],
  ['a name that is a path', 'id', { ...component, id: '../../a' }],
]

test.each(hostile)('an import with %s is refused at its field', async (_what, field, each) => {
  const answer = await call('POST', '/api/dp/digraph-import', {
    ...{ format: 'sluice-dashboard', edition: 1, name: unique('evil'), refresh_seconds: 30 },
    design: { width: 1920, height: 1080, components: [each] },
  })
  expect(answer.statusCode).toBe(422)
  expect(JSON.stringify(answer.json().content)).toContain(`design.components.0.${field}`)
})

test('two components of one name and more than there is room for are refused', async () => {
  const send = (components: object[]) =>
    call('POST', '/api/dp/digraph-import', {
      ...{ format: 'sluice-dashboard', edition: 1, name: unique('evil'), refresh_seconds: 30 },
      design: { width: 1920, height: 1080, components },
    })
  expect((await send([component, component])).body).toContain('design.components.1.id')
  expect((await send(Array.from({ length: 41 }, (_, n) => ({ ...component, id: `c${n}` })))).statusCode).toBe(422)
})

const lists: Readonly<Record<string, readonly [method: string, path: string, body?: object]>> = {
  'strategies.all': ['POST', '/api/dh/lessee/strategy/searchv2', {}],
  'strategies.running': ['POST', '/api/dh/lessee/strategy/searchv2', { status: 'running' }],
  'strategies.errors': ['POST', '/api/dh/lessee/strategy/searchv2', { hasErrors: true }],
  'connectors.all': ['GET', '/api/dh/lessee/connector'],
  'connectors.failed': ['GET', '/api/dh/lessee/connector?status=failed'],
  'runs.today': ['GET', '/api/dh/lessee/run?from={since}'],
  'causes.open': ['POST', '/api/dh/lessee/error-group/searchv2', { status: ['open', 'progress'] }],
  'alerts.open': ['GET', '/api/dh/lessee/alert/event?open=1'],
  'gateway.calls.today': ['GET', '/api/dh/lessee/gateway/log?from={since}'],
  'gateway.failed.today': ['GET', '/api/dh/lessee/gateway/log?from={since}&result=failed'],
  'bills.loaded': ['GET', '/api/dh/lessee/reconciliation/file?state=loaded'],
  'bills.rejected': ['GET', '/api/dh/lessee/reconciliation/file?state=rejected'],
}

async function plant(): Promise<void> {
  const [strategy] = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ id: string }>('select id from strategy order by id limit 1'),
  )
  const id = strategy!.id // made before
  await execute(`insert into record_count (strategy_id, status, count) values ($1, 3, 7), ($1, 2, 40), ($1, 0, 5)`, [
    id,
  ])
  await execute(
    `insert into strategy_tally (strategy_id, at, read, written, errors) values ($1, date_bin('15 minutes', now(), 'epoch'), 50, 40, 10)`,
    [id],
  )
  await execute(
    `insert into run (id, strategy_id, version, trigger, state, finished_at) select gen_random_uuid(), $1, 1, 'manual', 'failed', now()
       from generate_series(1, 3)`,
    [id],
  )
  await execute(
    `insert into gateway_call (id, application_id, application_name, operation, method, ip, status, code, duration_ms)
     select gen_random_uuid(), '00000000-0000-7000-8000-00000000000a', 'shop', 'query', 'GET', '10.0.0.1', 200, n % 3, 5
       from generate_series(0, 6) n`,
  )
}

test('a figure is the length of the list that it opens', async () => {
  await plant()
  const figures = await readAll()
  const shown: Record<string, unknown> = {}
  const listed: Record<string, unknown> = {}
  for (const [name, [method, path, body]] of Object.entries(lists)) {
    const figure = figures.get(name)
    shown[name] = figure?.value
    const answer = await call(method, path.replace('{since}', encodeURIComponent(figure?.since ?? '')), body)
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200)
    const { total, content } = answer.json()
    listed[name] = total ?? content.total ?? content.length
  }
  expect(shown).toEqual(listed)
  expect(shown).toMatchObject({
    'strategies.all': 2,
    'strategies.errors': 1,
    'runs.today': 3,
    'gateway.calls.today': 7,
    'gateway.failed.today': 4,
  })
})

test('hours of weekdays add up to what the analysis sums, and tell since when', async () => {
  const figures = await readAll()
  const { now, from } = (await call('GET', '/api/dp/analysis?span=30d')).json().content
  const sum = (name: string) => figures.get(name)?.cells.reduce((all, { value }) => all + value, 0)
  expect([sum('heat.written'), sum('heat.failed')]).toEqual([now.written, now.errors])
  expect(figures.get('heat.written')).toMatchObject({ since: from })
  expect(
    figures.get('heat.written')?.cells.every(({ day, hour }) => day >= 1 && day <= 7 && hour >= 0 && hour < 24),
  ).toBe(true)
})

test('parts add up to the number that they are parts of', async () => {
  const figures = await readAll()
  const value = (name: string) => figures.get(name)?.value
  const sum = (name: string) => figures.get(name)?.parts.reduce((all, part) => all + part.value, 0)
  const hours = (name: string) => figures.get(name)?.points.reduce((all, point) => all + point.value, 0)
  expect(sum('parts.strategies')).toBe(value('strategies.all'))
  expect(sum('parts.connectors')).toBe(value('connectors.all'))
  expect(sum('top.errors')).toBe(value('records.errors'))
  expect(sum('top.written')).toBe(value('records.written.today'))
  expect(sum('top.callers')).toBe(value('gateway.calls.today'))
  expect(sum('parts.records')).toBe(52)
  expect([hours('hourly.written'), hours('hourly.failed')]).toEqual([40, 10])
  expect(value('records.success.today')).toBe(80)
  const graph = figures.get('picture.flow')?.graph
  expect(graph?.edges).toHaveLength(2)
  expect(graph?.edges[0]).toMatchObject({ written: 40, lately: 40, errors: 7 })
})

test('who may see less is never answered with what others have read', async () => {
  await readAll()
  await execute(
    `insert into role (id, name, permissions, groups) values
       ('00000000-0000-7000-8000-000000000011', 'some', '{*}', '{elsewhere}'),
       ('00000000-0000-7000-8000-000000000012', 'looks', '{digraph:query}', null)`,
  )
  for (const [username, role] of [
    ['some', '11'],
    ['looks', '12'],
  ])
    await execute(
      `insert into app_user (id, username, nickname, password_hash, role_id)
       select gen_random_uuid(), $1, '', password_hash, ('00000000-0000-7000-8000-0000000000' || $2)::uuid
         from app_user where username = 'admin-a'`,
      [username, role],
    )
  const ask = async (username: string) => {
    const token = await server.signIn(username, PASSWORD)
    await call('POST', '/api/dp/digraph-figures', { names: figureNames })
    const answer = await call('POST', '/api/dp/digraph-figures', { names: figureNames }, token)
    return new Map(
      answer.json<{ content: { figures: FigureReading[] } }>().content.figures.map(figure => [figure.name, figure]),
    )
  }
  const some = await ask('some')
  expect(some.get('strategies.all')).toMatchObject({ state: 'ok', value: 0 })
  expect(some.get('picture.flow')?.graph).toEqual({ nodes: [], edges: [] })
  expect(some.get('gateway.calls.today')).toMatchObject({ state: 'forbidden', value: null })
  const looks = await ask('looks')
  expect([...looks.values()].map(({ state }) => state)).toEqual(figureNames.map(() => 'forbidden'))
})

test('a figure that cannot be read harms none beside it', async () => {
  const health = server.engine.engine.health as { read: unknown }
  const { read } = health
  health.read = () => Promise.reject(new Error('planted'))
  try {
    const figures = await readAll()
    expect(figures.get('picture.flow')).toMatchObject({ state: 'failed', graph: null })
    expect(figures.get('strategies.all')).toMatchObject({ state: 'ok', value: 2 })
  } finally {
    health.read = read
  }
})
