import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docOf } from '../../../testing/asset-objects.ts'
import { openWorld } from '../../../testing/drive.ts'
import { newConnector } from '../../../testing/objects.ts'
import type { World } from '../../../testing/sample.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Impact } from './contract.ts'

/** What would miss something, told before it goes: each kind of it, to whom it may be told, and to nobody else. */
let server: TestServer
let world: World
let stranger: World
let shop: string
let erp: string
let books: string
const ids: Record<string, string> = {}
const configs: Record<string, Record<string, object>> = {}

const execute = (sql: string, values: unknown[] = []) =>
  server.database.withTenant(server.a.tenantId, tx => tx.execute(sql, values))
const template = (target: string, text: string) => ({ target, value: { kind: 'template', template: text } })

beforeAll(async () => {
  server = await startTestServer()
  world = await openWorld(server, 'admin-a', server.a.tenantId)
  stranger = await openWorld(server, 'admin-b', server.b.tenantId)
  shop = (await newConnector(world)).id
  erp = (await newConnector(world)).id
  books = (await newConnector(world)).id
  await plant()
  await plantReaders()
})
afterAll(() => server.drop())

async function strategy(name: string, from: object, to: object, mapping: object, group = ''): Promise<string> {
  const source = { connector_id: shop, resource: 'orders', key: ['id'], ...from }
  const target = { connector_id: erp, resource: 'bills', ...to }
  const config = { source, target, mapping: { fields: [], ...mapping } }
  configs[name] = config
  ids[name] = (await world.post<{ id: string }>('/api/dh/lessee/strategy', { name, group, config })).id
  return ids[name]
}

/** orders → bills → onward; one that looks it up, one of a hidden group that reads bills too, one that reads nothing of it. */
async function plant(): Promise<void> {
  const fields = [template('no', '{{order_no | trim}}'), template('amount', '{{amount}}'), template('who', '{{buyer}}')]
  await strategy('orders', {}, {}, { fields })
  const bills = { connector_id: erp, resource: 'bills' }
  await strategy('onward', bills, { resource: 'copies' }, { fields: [template('number', '{{no}}')] })
  await strategy('last', { connector_id: erp, resource: 'copies' }, { resource: 'end' }, { copyAll: true })
  await strategy('secret', bills, { resource: 'hidden' }, { fields: [template('number', '{{no}}')] }, 'secret')
  const where = [{ field: '$key', equals: '{{ref}}' }]
  const find = { kind: 'find', strategy_id: ids['orders'], field: 'buyer', where }
  await strategy(
    'asking',
    { resource: 'refunds' },
    { resource: 'refunded' },
    { fields: [{ target: 'of', value: find }] },
  )
  await strategy('alone', { resource: 'stock' }, { resource: 'kept' }, { fields: [template('sku', '{{sku}}')] })
  const lines = { connector_id: books, resource: 'reconciliation.a.push' }
  const line = [{ target: 'account', value: { kind: 'constant', value: 'main' } }, template('order_no', '{{order_no}}')]
  await strategy('lines', {}, lines, { fields: line })
  await execute(`update connector set platform_id = 'self' where id = $1`, [books])
}

async function plantReaders(): Promise<void> {
  const { orders } = ids
  const report = {
    ...{
      side: 'mapped',
      expand: null,
      group_by: [{ field: { of: 'data', name: 'who' } }],
      metrics: [],
      conditions: [],
    },
  }
  await execute(
    `insert into aggregate_report (id, strategy_id, name, definition, owner_id, is_shared)
     values (gen_random_uuid(), $1, 'by buyer', $2, gen_random_uuid(), true)`,
    [orders, JSON.stringify(report)],
  )
  await execute(
    `insert into table_share (id, strategy_id, title, token_hash, view, expires_at)
     values (gen_random_uuid(), $1, 'for the partner', sha256('x'), $2, now() + interval '1 day')`,
    [orders, JSON.stringify({ side: 'mapped', columns: [{ of: 'data', name: 'amount' }] })],
  )
  await execute(
    `with app as (insert into gateway_application (id, name, app_key, quota_per_day, rate_per_minute, burst)
                  values (gen_random_uuid(), 'partner', 'abcdefabcdef', 100, 60, 60) returning id)
     insert into gateway_scope (application_id, strategy_id, operations, fields) select id, $1, '{query}', '{buyer}' from app`,
    [orders],
  )
  await execute(
    `with account as (insert into recon_account (id, code, name, platform, currency)
                      values (gen_random_uuid(), 'main', 'Main', 'alipay', 'CNY') returning id),
          flow as (insert into recon_flow (id, name, config)
                   values (gen_random_uuid(), 'month', '{"rules": [{"id": "r1", "keys": ["order"]}]}') returning id)
     insert into recon_flow_account (flow_id, account_id) select flow.id, account.id from flow, account`,
  )
  const component = { id: 'k', kind: 'kpi', x: 0, y: 0, width: 200, height: 200, sources: ['records.errors'] }
  await world.post('/api/dp/digraph-import', {
    ...{ format: 'sluice-dashboard', edition: 1, name: 'wall', refresh_seconds: 5 },
    design: { width: 1280, height: 720, components: [component] },
  })
}

interface Answer {
  readonly status: number
  readonly content: Impact & { gone?: string[] }
}
async function ask(path: 'removal' | 'change', body: object, token = world.token): Promise<Answer> {
  const answer = await server.call('POST', `/api/dp/lineage/${path}`, { token, body })
  return { status: answer.statusCode, content: answer.json<{ content: Answer['content'] }>().content }
}
const told = ({ content }: Answer) =>
  content.dependants.map(({ kind, name, step, readings }) => `${kind} ${name} ${step} ${readings[0]?.use}`).toSorted()

/** `orders` with other fields. */
const without = (name: string, ...gone: string[]) => {
  const config = configs[name] as { mapping: { fields: { target: string }[] } }
  const fields = config.mapping.fields.filter(({ target }) => !gone.includes(target))
  return { id: ids[name], config: { ...config, mapping: { ...config.mapping, fields } } }
}

async function signIn(name: string, permissions: string[], groups: string[] | null): Promise<string> {
  const role = randomUUID()
  await execute('insert into role (id, name, permissions, groups) values ($1, $2, $3, $4)', [
    ...[role, name, permissions, groups],
  ])
  await execute(
    `insert into app_user (id, username, nickname, password_hash, role_id)
     select gen_random_uuid(), $1, '', password_hash, $2 from app_user where username = 'admin-a'`,
    [name, role],
  )
  return server.signIn(name, PASSWORD)
}

test('before a strategy is deleted everything that reads its records is told, the nearest first', async () => {
  const answer = await ask('removal', { kind: 'strategy', ids: [ids['orders']] })
  expect(told(answer)).toEqual([
    'dashboard wall 1 counts',
    'gateway partner 1 published',
    'report by buyer 1 group',
    'share for the partner 1 column',
    'strategy asking 1 find',
    'strategy last 3 record',
    'strategy onward 1 record',
    'strategy secret 1 record',
  ])
  expect(answer.content).toMatchObject({ hidden: 0, is_cut: false, unread: [] })
  expect(told(await ask('removal', { kind: 'strategy', ids: [ids['lines']] }))).toContain('reconciliation month 1 rule')
  // Those that go together do not miss each other.
  const both = await ask('removal', { kind: 'strategy', ids: [ids['orders'], ids['asking']] })
  expect(told(both).filter(each => each.startsWith('strategy'))).toEqual([
    'strategy last 3 record',
    'strategy onward 1 record',
    'strategy secret 1 record',
  ])
  const alone = await ask('removal', { kind: 'strategy', ids: [ids['alone']] })
  expect(told(alone)).toEqual(['dashboard wall 1 counts'])
})

test('a field that is written no more is told with its readers; what else is changed makes no noise', async () => {
  const number = await ask('change', without('orders', 'no'))
  expect([number.content.gone, told(number)]).toEqual([
    ['no'],
    ['strategy last 3 record', 'strategy onward 1 record', 'strategy secret 1 record'],
  ])
  expect(told(await ask('change', without('orders', 'who')))).toContain('report by buyer 1 group')
  expect(told(await ask('change', without('orders', 'amount')))).toContain('share for the partner 1 column')
  expect(told(await ask('change', without('lines', 'order_no')))).toContain('reconciliation month 1 rule')
  // By another name it is gone under its old one.
  const { config } = without('orders', 'no')
  const renamed = { ...config, mapping: { fields: [...config.mapping.fields, template('bill', '{{order_no}}')] } }
  expect((await ask('change', { id: ids['orders'], config: renamed })).content.gone).toEqual(['no'])
  for (const change of [
    without('orders'),
    {
      ...without('orders'),
      config: { ...configs['orders'], source: { ...configs['orders']!['source'], pageSize: 5 } },
    },
    without('alone', 'sku'),
  ])
    expect((await ask('change', change)).content.dependants).toEqual([])
})

test('a strategy that is to write somewhere else is missed where it wrote, but not by reports on its records', async () => {
  const { config } = without('orders')
  const moved = await ask('change', {
    id: ids['orders'],
    config: { ...config, target: { connector_id: erp, resource: 'elsewhere' } },
  })
  expect(moved.content.gone).toEqual([''])
  expect(told(moved)).toEqual(['strategy last 3 record', 'strategy onward 1 record', 'strategy secret 1 record'])
})

test('connectors, API assets and value maps are told with the strategies and applications that use them', async () => {
  const { id: assetId, resource } = await world.post<{ id: string; resource: string }>('/api/dh/lessee/api-asset', {
    ...{ platform_id: 'fake', doc: docOf({}) },
  })
  const connector = (await newConnector(world)).id
  expect((await ask('removal', { kind: 'asset', ids: [assetId] })).content.dependants).toEqual([])
  await execute(
    `insert into gateway_asset (application_id, asset_id, connector_id, fields)
     select id, $1, $2, '{id}' from gateway_application where name = 'partner'`,
    [assetId, connector],
  )
  expect(told(await ask('removal', { kind: 'connector', ids: [connector] }))).toEqual(['asset partner 1 published'])
  const map = await world.post<{ id: string }>('/api/dh/lessee/mapping', {
    ...{ name: 'cities', a_platform_id: 'fake', b_platform_id: 'fake' },
  })
  const field = { ...template('city', '{{city}}'), lookup: { map_id: map.id, direction: 'forward' } }
  await strategy('by asset', { connector_id: connector, resource }, { resource: 'made' }, { fields: [field] })
  for (const [kind, id, use] of [
    ['asset', assetId, 'source'],
    ['connector', connector, 'source'],
    ['mapping', map.id, 'lookup'],
  ])
    expect(told(await ask('removal', { kind, ids: [id] }))).toEqual([
      ...(kind === 'mapping' ? [] : ['asset partner 1 published']),
      `strategy by asset 1 ${use}`,
    ])
  expect(told(await ask('removal', { kind: 'connector', ids: [erp] }))).toContain('strategy orders 1 target')
})

test('who may not see a dependant is told how many there are, and not which', async () => {
  const orders = { kind: 'strategy', ids: [ids['orders']] }
  const scoped = await signIn('scoped', ['strategy:query', 'strategy:update', 'strategy:delete'], [''])
  const some = await ask('removal', orders, scoped)
  expect(told(some)).toEqual([
    'report by buyer 1 group',
    'strategy asking 1 find',
    'strategy last 3 record',
    'strategy onward 1 record',
  ])
  // The strategy of another group, the application, the shared table and the dashboard.
  expect(some.content.hidden).toBe(4)
  expect(JSON.stringify(some.content)).not.toMatch(/secret|partner|wall/)
  const field = await ask('change', without('orders', 'no'), scoped)
  expect([told(field), field.content.hidden]).toEqual([['strategy last 3 record', 'strategy onward 1 record'], 1])
  const blind = await signIn('blind', ['connector:delete', 'strategy:delete'], null)
  const none = await ask('removal', { kind: 'connector', ids: [shop] }, blind)
  expect([none.content.dependants, none.content.hidden]).toEqual([[], 4])
  expect((await ask('removal', { kind: 'mapping', ids: [shop] }, blind)).status).toBe(405)
  expect((await ask('removal', { kind: 'strategy', ids: [ids['secret']] }, scoped)).status).toBe(404)
})

test('nothing of another tenant is told, nor that it is there', async () => {
  expect((await ask('removal', { kind: 'strategy', ids: [ids['orders']] }, stranger.token)).status).toBe(404)
  expect((await ask('change', without('orders', 'no'), stranger.token)).status).toBe(404)
  const answer = await ask('removal', { kind: 'connector', ids: [erp] }, stranger.token)
  expect(answer).toMatchObject({ status: 200, content: { dependants: [], hidden: 0 } })
})

test('a strategy whose stored version is not whole can be asked about, and is named where nobody can tell', async () => {
  const broken = await strategy('not whole', { resource: 'other' }, { resource: 'nowhere' }, {})
  await execute(
    `insert into strategy_version (strategy_id, version, config)
     select strategy_id, version + 1, config - 'source' from strategy_version where strategy_id = $1`,
    [broken],
  )
  await execute('update strategy set version = version + 1 where id = $1', [broken])
  const answer = await ask('removal', { kind: 'strategy', ids: [broken] })
  expect(answer).toMatchObject({ status: 200, content: { dependants: [], unread: ['not whole'] } })
})

test('behind a gate a field is told as gone by the save that gives it up, not by those after it', async () => {
  const { config } = without('orders', 'no')
  await execute(
    `insert into strategy_gate (strategy_id, required, parts) values ($1, true, $2)
     on conflict (tenant_id, strategy_id) do update set required = true, parts = excluded.parts`,
    [ids['orders'], JSON.stringify({ mapping: config.mapping })],
  )
  expect((await ask('change', without('orders', 'no'))).content.gone).toEqual([])
  expect((await ask('change', without('orders', 'no', 'who'))).content.gone).toEqual(['who'])
  await execute('delete from strategy_gate where strategy_id = $1', [ids['orders']])
})

test('a field that went with a save is in no lineage any more, and by its new name it is', async () => {
  const fields = (name: string) => ({ fields: [template(name, '{{state}}')] })
  const id = await strategy('renaming', { resource: 'states' }, { resource: 'stated' }, fields('old_name'))
  const trace = async () =>
    (await server.call('GET', `/api/dp/lineage?strategy=${id}&field=state`, { token: world.token })).body
  expect(await trace()).toContain('"old_name"')
  const config = { ...configs['renaming'], mapping: fields('new_name') }
  const saved = await server.call('PUT', `/api/dh/lessee/strategy/${id}/update-v2`, {
    token: world.token,
    body: { version: 1, config },
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(await trace()).toContain('"new_name"')
  expect(await trace()).not.toContain('"old_name"')
})
