import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../testing/drive.ts'
import { newConnector } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { HistoryPicture, LineageOrigins, LineageTrace } from './contract.ts'

let server: TestServer
let world: World
let shop: string
let erp: string
const ids: Record<string, string> = {}
const BASE = '/api/dp/lineage'

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  shop = (await newConnector(world)).id
  erp = (await newConnector(world)).id
  await plant()
})
afterAll(() => server.drop())

const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })

async function strategy(name: string, from: object, to: object, mapping: object, group = ''): Promise<string> {
  const source = { connector_id: shop, resource: 'orders', key: ['id'], ...from }
  const target = { connector_id: erp, resource: 'bills', ...to }
  const config = { source, target, mapping: { fields: [], ...mapping } }
  ids[name] = (await world.post<{ id: string }>('/api/dh/lessee/strategy', { name, group, config })).id
  return ids[name]
}

/** orders → bills → reports; one that looks up, one that groups, one that copies, one with a script, and one that reads none of it. */
async function plant(): Promise<void> {
  await strategy('orders', {}, {}, { fields: [template('no', '{{order_no | trim}}'), template('who', '{{customer}}')] })
  await strategy('onward', { connector_id: erp, resource: 'bills' }, { resource: 'copies' }, { copyAll: true })
  await strategy('scripted', {}, { resource: 'made' }, { script: { code: 'export function beforeMapping() {}' } })
  const group = { by: ['order_no'], calculate: [{ name: 'lines_total', op: 'sum', field: 'amount' }] }
  const records = { connector_id: shop, resource: `strategy.query/${ids['orders']}`, key: ['order_no'], group }
  await strategy('grouped', records, { resource: 'totals' }, { fields: [template('total', '{{lines_total}}')] })
  const find = {
    kind: 'find',
    strategy_id: ids['orders'],
    field: 'amount',
    where: [{ field: '$key', equals: '{{ref}}' }],
  }
  await strategy(
    'asking',
    { resource: 'refunds' },
    { resource: 'refunded' },
    { fields: [{ target: 'paid', value: find }] },
  )
  await strategy(
    'texts',
    {},
    { resource: 'texts' },
    {
      fields: [{ target: 'note', value: { kind: 'expression', expression: '"order_no" + row.remark // row.amount' } }],
    },
    'secret',
  )
}

async function trace(query: Record<string, string>, token = world.token): Promise<LineageTrace> {
  const answer = await server.call('GET', `${BASE}?${new URLSearchParams(query)}`, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ content: LineageTrace }>().content
}
const told = ({ entries }: LineageTrace) =>
  entries
    .filter(({ kind }) => kind === 'strategy')
    .map(({ name, use, reads, field, is_sure }) => `${name} ${use} ${reads} > ${field}${is_sure ? '' : '?'}`)

test('a field goes on through mappings, copies, groups and look-ups, and nowhere else', async () => {
  const order = await trace({ strategy: ids['orders'] ?? '', field: 'order_no' })
  expect(told(order)).toEqual([
    'orders map order_no > no',
    'grouped record order_no > order_no',
    'grouped record order_no > lines[].order_no',
    'onward record no > no',
    'grouped key order_no > null',
    'onward copy  > no',
  ])
  expect(order.lit).toEqual([
    { strategy_id: ids['orders'], is_sure: true },
    { strategy_id: ids['onward'], is_sure: true },
  ])
  const amount = await trace({ strategy: ids['orders'] ?? '', field: 'amount' })
  expect(told(amount)).toEqual([
    'asking find amount > paid',
    'grouped record amount > lines_total',
    'grouped record amount > lines[].amount',
    'grouped map lines_total > total',
  ])
  expect(told(await trace({ strategy: ids['orders'] ?? '', field: 'id' }))).toEqual([
    'orders key id > null',
    'asking findBy $key > null',
    'grouped record id > lines[].id',
  ])
})

test('a whole that is handed on hands on what lies in it; a script may read anything and says so', async () => {
  const name = await trace({ connector: shop, resource: 'orders', field: 'customer.name' })
  expect(told(name)).toEqual(
    expect.arrayContaining(['orders map customer > who.name', 'onward copy  > who.name', 'scripted script  > ?']),
  )
  expect(name.lit).toContainEqual({ strategy_id: ids['scripted'], is_sure: false })
  // A text and a comment read nothing.
  expect(told(await trace({ connector: shop, resource: 'orders', field: 'amount' })).join()).not.toContain('texts map')
  expect(told(await trace({ connector: shop, resource: 'orders', field: 'remark' }))).toContain(
    'texts map remark > note',
  )
})

test('reports, published APIs, shared tables, matching rules and dashboards are told with what they read', async () => {
  const orders = ids['orders'] ?? ''
  await execute(
    `insert into aggregate_report (id, strategy_id, name, definition, owner_id, is_shared)
     select gen_random_uuid(), $1, n, $2, gen_random_uuid(), n = 'shared' from unnest('{shared,own}'::text[]) n`,
    [
      orders,
      JSON.stringify({
        ...{ side: 'source', expand: null, group_by: [{ field: { of: 'data', name: 'customer.city' } }], metrics: [] },
        conditions: [[{ field: 'state', logic: 'eq' }]],
      }),
    ],
  )
  await execute(
    `with app as (insert into gateway_application (id, name, app_key, quota_per_day, rate_per_minute, burst) values (gen_random_uuid(), 'partner', 'abcdefabcdef', 100, 60, 60) returning id)
     insert into gateway_scope (application_id, strategy_id, operations, fields, row_filter)
     select id, $1, '{query}', '{customer}', '[{"field": "state", "op": "is", "values": ["1"]}]' from app`,
    [orders],
  )
  const city = await trace({ strategy: orders, field: 'customer.city' })
  const others = ({ entries }: LineageTrace) =>
    entries
      .filter(({ kind }) => kind !== 'strategy')
      .map(({ kind, name, use, reads }) => `${kind} ${name} ${use} ${reads}`)
  expect(others(city)).toEqual(
    expect.arrayContaining([
      'report shared group customer.city',
      'report  group customer.city',
      'gateway partner published customer',
    ]),
  )
  expect(others(await trace({ strategy: orders, field: 'state' }))).toEqual(
    expect.arrayContaining(['report shared filter state', 'gateway partner filter state']),
  )
})

test('who sees some strategies is told of them alone, and that there may be more', async () => {
  await execute(
    `insert into role (id, name, permissions, groups) values
       ('00000000-0000-7000-8000-000000000021', 'some', '{strategy:query}', '{secret}')`,
  )
  await execute(
    `insert into app_user (id, username, nickname, password_hash, role_id)
     select gen_random_uuid(), 'some-lineage', '', password_hash, '00000000-0000-7000-8000-000000000021'
       from app_user where username = 'admin-a'`,
  )
  const token = await server.signIn('some-lineage', PASSWORD)
  const found = await trace({ connector: shop, resource: 'orders', field: 'remark' }, token)
  expect(new Set(found.entries.map(({ name }) => name))).toEqual(new Set(['texts']))
  expect(found).toMatchObject({ is_partial: true, unseen: ['share', 'gateway', 'reconciliation', 'dashboard'] })
  const hidden = await server.call('GET', `${BASE}?strategy=${ids['orders']}&field=id`, { token })
  expect(hidden.statusCode).toBe(404)
})

test('fields are those that something names, a place tells whose they are, and the list is a file', async () => {
  const get = async <T>(path: string) =>
    (await server.call('GET', `${BASE}${path}`, { token: world.token })).json<{ content: T }>().content
  expect(await get<string[]>(`/fields?strategy=${ids['orders']}`)).toEqual(
    expect.arrayContaining(['customer', 'id', 'order_no']),
  )
  expect(await get<string[]>(`/fields?connector=${erp}&resource=bills`)).toEqual(expect.arrayContaining(['no', 'who']))
  const { places } = await get<{ places: { resource: string; strategies: number }[] }>('/places')
  expect(places.find(({ resource }) => resource === 'orders')).toMatchObject({ strategies: 3 })
  const file = await server.call('GET', `${BASE}/export?strategy=${ids['orders']}&field=order_no`, {
    token: world.token,
    headers: { 'accept-language': 'en' },
  })
  expect(file.body).toContain('orders,orders,Mapped field,order_no,no,reads')
})

test('each day and hour of the picture adds up to what was kept of it, and says where nothing was', async () => {
  const { orders = '', onward = '' } = ids
  const at = (ago: string) => `date_bin('15 minutes', now() - interval '${ago}', 'epoch')`
  await execute(
    `insert into strategy_tally (strategy_id, at, read, written, errors, runs, failed_runs) values
       ($1, ${at('0 days')}, 9, 5, 0, 1, 0), ($1, ${at('3 days')}, 50, 40, 4, 2, 0), ($2, ${at('3 days')}, 8, 6, 2, 1, 0),
       ($2, ${at('40 days')}, 1, 1000, 0, 1, 0)`,
    [orders, onward],
  )
  const read = async (query = '') =>
    (await server.call('GET', `${BASE}/picture${query}`, { token: world.token })).json<{ content: HistoryPicture }>()
      .content
  const days = await read()
  expect(days.frames).toHaveLength(30)
  const of = (picture: HistoryPicture, id: string) => picture.edges.find(edge => edge.id === id)?.moments ?? []
  expect(of(days, orders).map(({ frame, written, level }) => [frame, written, level])).toEqual([
    [26, 40, 'watch'],
    [29, 5, 'healthy'],
  ])
  expect(of(days, onward).map(({ frame, written, level }) => [frame, written, level])).toEqual([[26, 6, 'abnormal']])
  expect(of(days, ids['texts'] ?? '')).toEqual([])
  // The analysis sums the same.
  const month = (await server.call('GET', '/api/dp/analysis?span=30d', { token: world.token })).json().content
  const sum = days.edges.flatMap(({ moments }) => moments).reduce((all, { written }) => all + written, 0)
  expect(sum).toBe(month.now.written)
  const start = new Date(Date.parse(days.frames[26] ?? '') + 12 * 3_600_000).toISOString().slice(0, 10)
  const hours = await read(`?day=${start}`)
  expect([hours.frames.length, hours.frames[0]]).toEqual([24, days.frames[26]])
  expect(of(hours, orders).reduce((all, { written }) => all + written, 0)).toBe(40)
  expect((await read('?day=2099-01-01')).frames).toEqual([])
  expect((await server.call('GET', `${BASE}/picture?day=2026-02-31`, { token: world.token })).statusCode).toBe(422)
})

test('a strategy whose version is not whole is left out and told by its name, and the others are traced', async () => {
  const broken = await strategy('not whole', {}, { resource: 'nowhere' }, { fields: [template('no', '{{order_no}}')] })
  await execute(
    `insert into strategy_version (strategy_id, version, config)
     select strategy_id, version + 1, config - 'source' from strategy_version where strategy_id = $1`,
    [broken],
  )
  await execute('update strategy set version = version + 1 where id = $1', [broken])
  const found = await trace({ connector: shop, resource: 'orders', field: 'order_no' })
  expect(found.unread).toEqual(['not whole'])
  expect(found.entries.some(each => each.strategy_id === ids['orders'])).toBe(true)
})

test('of more places than a list holds the first are told, and the file has all of them', async () => {
  const fields = Array.from({ length: 1500 }, (_, at) => template(`f${at}`, '{{wide}}'))
  const wide = await strategy('wide', { resource: 'wide' }, { resource: 'widened' }, { fields })
  await strategy('wide on', { connector_id: erp, resource: 'widened' }, { resource: 'wider' }, { copyAll: true })
  const found = await trace({ strategy: wide, field: 'wide' })
  expect([found.entries.length, found.is_cut, found.is_short]).toEqual([2000, true, false])
  const file = await server.call('GET', `${BASE}/export?strategy=${wide}&field=wide`, { token: world.token })
  const filtered = await server.call(
    'GET',
    `${BASE}/export?strategy=${wide}&field=wide&keyword=f1499&kind=strategy&sure=true`,
    { token: world.token },
  )
  expect(filtered.body.split('\r\n').filter(line => line.includes('f1499'))).toHaveLength(3)
  expect(filtered.body).not.toContain('f1498')
  // Each field is mapped, read by the other, and copied; the last line names what is not whole.
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(1 + 3 * 1500 + 1)
})

test('what a file cannot tell stands in its last lines', async () => {
  const token = await server.signIn('some-lineage', PASSWORD)
  await execute(`update role set permissions = permissions || '{strategy:export}' where name = 'some'`)
  const query = new URLSearchParams({ connector: shop, resource: 'orders', field: 'remark' })
  const file = await server.call('GET', `${BASE}/export?${query}`, { token, headers: { 'accept-language': 'en' } })
  expect(file.body).toContain('You see some of the strategies')
  expect(file.body).toContain('You may not see, and not looked at: Shared table')
  const whole = await server.call('GET', `${BASE}/export?${query}`, { token: world.token })
  expect(whole.body).not.toContain('not looked at')
})

test('a field is traced back to what it is made of, through those who write it', async () => {
  const origins = async (name: string, field: string, side = 'mapped') => {
    const query = new URLSearchParams({ strategy: ids[name] ?? '', side, field })
    const answer = await server.call('GET', `${BASE}/origin?${query}`, { token: world.token })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
      .json<{ content: LineageOrigins }>()
      .content.origins.map(each => `${each.strategy_name} ${each.side} ${each.use} ${each.field}`)
  }
  expect(await origins('onward', 'who.name')).toEqual([
    'onward source copy who.name',
    'orders mapped record who.name',
    'orders source map customer.name',
  ])
  expect(await origins('asking', 'paid')).toEqual(['asking source map ref', 'orders source find amount'])
  expect(await origins('grouped', 'total')).toEqual(['grouped source map lines_total', 'orders source record amount'])
  expect(await origins('grouped', 'lines[].state', 'source')).toEqual(['orders source record state'])
  expect(await origins('texts', 'nothing')).toEqual([])
  const other = await openWorld(server, 'admin-b', server.b.tenantId)
  const query = new URLSearchParams({ strategy: ids['orders'] ?? '', field: 'no' })
  expect((await server.call('GET', `${BASE}/origin?${query}`, { token: other.token })).statusCode).toBe(404)
})
