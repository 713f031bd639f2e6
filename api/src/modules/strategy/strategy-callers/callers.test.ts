import { type FieldSpec, newId, StrategyConfig } from '@sluice/contract'
import { createGateway, type Gateway } from '@sluice/gateway'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useRealStrategies } from '../../../testing/real-strategies.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Callers } from './contract.ts'

/** Applications call a real gateway; what they did there is what changes are held against. */
let server: TestServer
let gateway: Gateway
let app: FastifyInstance
let token: string
let pushed: string
let read: string
let configs: Record<'pushed' | 'read', StrategyConfig>

type Columns = Readonly<Record<string, FieldSpec['type'] | null>>
/** What tables of the far system have otherwise than the first; null: not at all. */
const tables: Readonly<Record<string, Columns>> = {
  ...{
    orders: {},
    wider: { more: 'json' },
    noPhone: { phone: null },
    noAmount: { amount: null },
    noShop: { shop: null },
  },
  ...{ amountText: { amount: 'string' }, idNumber: { id: 'int' }, phoneNumber: { phone: 'int' } },
}
const columns = { id: 'string', no: 'string', amount: 'decimal', phone: 'string', shop: 'string' } as const
const fieldsOf = (changed: Columns): FieldSpec[] =>
  Object.entries({ ...columns, ...changed }).flatMap(([name, type]) => (type === null ? [] : [{ name, type }]))

const sent = [
  { at: 1, amount: '12.50', qty: 3, note: 'abc' },
  { at: 2, amount: '7', qty: 2, note: 'hello' },
].map(({ at, ...order }) => ({
  ...{ ...order, id: `A${at}`, no: `N${at}`, day: `2026-11-0${at}` },
  ...{ customer: { code: `C${at}` }, lines: [{ sku: `S${at}`, qty: at }] },
}))
type Fields = StrategyConfig['mapping']['fields']
const as = (target: string, template: string, more: object = {}) =>
  ({ target, value: { kind: 'template', template }, ...more }) as Fields[number]
const by = (target: string, expression: string) =>
  ({ target, value: { kind: 'expression', expression } }) as Fields[number]
const mapped: Fields = [as('id', '{{id}}'), as('amount', '{{amount}}', { type: 'decimal' }), as('note', '{{note}}')]

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  useRealStrategies(server)
  server.engine.engine.connections.describe = async (_tenant, _connector, resource) => {
    if (!tables[resource]) throw new Error('no such table')
    return {
      id: resource,
      label: resource,
      kind: 'table',
      direction: 'source',
      fields: fieldsOf(tables[resource]),
      key: ['id'],
    }
  }
  app = Fastify()
  const { engine } = server.engine
  gateway = await createGateway({
    ...{ database: server.database, vault: server.vault, tokenKey: Buffer.alloc(32, 1), now: Date.now },
    ...{ records: engine.records, assets: engine.connections, log: { error() {}, warn() {} } },
    runs: { request: async () => ({ runId: newId(), alreadyRunning: false }) },
  })
  gateway.mount(app)
  const connector = newId()
  const target = { connector_id: connector, resource: 'target' }
  configs = {
    pushed: StrategyConfig.parse({
      source: {
        connector_id: connector,
        resource: 'passive.receive',
        options: { inbox: 'callers' },
        key: ['id'],
        number: 'no',
      },
      ...{ target, mapping: { fields: mapped } },
    }),
    read: StrategyConfig.parse({
      source: { connector_id: connector, resource: 'orders', key: ['id'], number: 'no' },
      ...{ target, mapping: { copyAll: true, fields: [] } },
    }),
  }
  ;[pushed, read] = await server.database.withTenant(server.a.tenantId, async tx => {
    await tx.execute("insert into connector (id, platform_id, name) values ($1, 'self', 'self')", [connector])
    const ids = []
    for (const [name, config] of Object.entries(configs)) {
      const id = newId()
      ids.push(id)
      await tx.execute(
        "insert into strategy (id, code, name, status, source_connector_id) values ($1, $2, $2, 'running', $3)",
        [id, name, connector],
      )
      await tx.execute('insert into strategy_version (strategy_id, version, config) values ($1, 1, $2)', [
        id,
        JSON.stringify(config),
      ])
    }
    return ids as [string, string]
  })
  await callAll()
})
afterAll(async () => {
  await app.close()
  await gateway.stop()
  await server.drop()
})

const scopeOf = (strategyId: string, operations: readonly string[], more: object = {}) => ({
  ...{ strategy_id: strategyId, operations, fields: ['id', 'no', 'amount', 'phone'], masks: { phone: 'ends' } },
  ...more,
})

/** @returns what calls as it does */
async function makeCaller(name: string, scopes: readonly object[]) {
  const made = await server.call('POST', '/api/dh/lessee/gateway/application', {
    token,
    body: {
      ...{ name, remark: '', expires_at: null, ip_allow: [], plan_id: null, rate_per_minute: 6000, burst: 6000 },
      ...{ quota_per_day: null, quota_per_month: null, concurrency: null, scopes },
    },
  })
  const { app_key, app_secret } = made.json().content
  const post = (url: string, payload: object, bearer?: string) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      ...(bearer !== undefined && { headers: { authorization: `Bearer ${bearer}` } }),
    })
  const signIn = async () => (await post('/v2/oauth', { app_key, app_secret })).json().access_token
  await vi.waitUntil(signIn)
  const bearer = await signIn()
  return async (strategyId: string, operation: string, body: object) => {
    const answer = await post(`/v2/open-api/business/${strategyId}/${operation}`, body, bearer)
    expect(answer.json()).toMatchObject({ code: 0 })
  }
}

const check = async (id: string, config: unknown): Promise<Callers> => {
  const answer = await server.call('POST', `/api/dh/lessee/strategy/${id}/caller-check`, { token, body: { config } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().content
}
const name = (callers: Callers) =>
  callers.callers
    .flatMap(each => each.breaks.map(({ what, name, count }) => `${each.application_name}: ${what} ${name} ${count}`))
    .toSorted()

async function callAll() {
  const everything = ['query', 'find', 'link', 'store']
  const shopRule = [{ field: 'shop', op: 'is', values: ['A'] }]
  const reader = await makeCaller('reader', [
    scopeOf(pushed, ['query']),
    scopeOf(read, ['query'], { row_filter: shopRule }),
  ])
  const sender = await makeCaller('sender', [scopeOf(pushed, ['store'])])
  // What is published to it breaks nobody: it never called.
  await makeCaller('quiet', [scopeOf(pushed, everything), scopeOf(read, ['query', 'find', 'link'])])
  for (const body of [{ CONTENT_no: 'N1' }, { CONTENT_no: 'N2' }, { CONTENT_id: 'A1' }, { pageSize: 5 }]) {
    await reader(pushed, 'query', body)
    await reader(read, 'query', body)
  }
  await sender(pushed, 'store', { content: sent })
}

const source = (more: object) => ({ ...configs.pushed, source: { ...configs.pushed.source, ...more } })
const fields = (...list: Fields) => ({ ...configs.pushed, mapping: { ...configs.pushed.mapping, fields: list } })
const table = (resource: string, more: object = {}) => ({
  ...configs.read,
  source: { ...configs.read.source, resource, ...more },
})
const where = [{ field: 'id', equals: '{{id}}' }]
const missed = { kind: 'find' as const, strategy_id: newId(), field: 'id', where, onMiss: 'error' as const }

/** What is changed, and what it breaks for whom. */
const planted: readonly [string, () => [string, object], readonly string[]][] = [
  ['another key', () => [pushed, source({ key: ['no'] })], ['reader: filter id 1', 'reader: key no 4']],
  [
    'a key that nobody sends',
    () => [pushed, source({ key: ['order_id'] })],
    ['reader: filter id 1', 'reader: key order_id 4', 'sender: required order_id 2'],
  ],
  ['a key of two', () => [pushed, source({ key: ['id', 'qty'] })], ['reader: filter id 1', 'reader: key id, qty 4']],
  [
    'a key of two that nobody sends',
    () => [pushed, source({ key: ['id', 'line'] })],
    ['reader: filter id 1', 'reader: key id, line 4', 'sender: required line 2'],
  ],
  ['no number', () => [pushed, source({ number: undefined })], ['reader: filter no 2', 'reader: number id 4']],
  ['another number', () => [pushed, source({ number: 'note' })], ['reader: filter no 2', 'reader: number note 4']],
  [
    'key and number',
    () => [pushed, source({ key: ['qty'], number: 'note' })],
    ['reader: filter id 1', 'reader: filter no 2', 'reader: key qty 4', 'reader: number note 4'],
  ],
  [
    'records are read and not sent any more',
    () => [pushed, source({ resource: 'orders', options: {} })],
    ['sender: closed  1'],
  ],
  [
    'a filter that leaves one out',
    () => [pushed, source({ filter: [[{ field: 'qty', logic: 'gt', value: '2' }]] })],
    ['sender: dropped  1'],
  ],
  [
    'a filter that leaves all out',
    () => [pushed, source({ filter: [[{ field: 'shop', logic: 'eq', value: 'A' }]] })],
    ['sender: dropped  2'],
  ],
  [
    'a field that is required and not sent',
    () => [pushed, fields(...mapped, as('city', '{{city}}', { required: true }))],
    ['sender: refused city 2'],
  ],
  [
    'a field that must be there',
    () => [pushed, fields(...mapped, as('city', '{{city}}', { whenMissing: 'error' }))],
    ['sender: refused city 2'],
  ],
  [
    'a text as a number',
    () => [pushed, fields(...mapped, as('note', '{{note}}', { type: 'decimal' }))],
    ['sender: refused note 2'],
  ],
  [
    'cents as whole numbers',
    () => [pushed, fields(as('id', '{{id}}'), as('amount', '{{amount}}', { type: 'int' }))],
    ['sender: refused amount 1'],
  ],
  [
    'a text as a date',
    () => [pushed, fields(as('id', '{{id}}'), as('note', '{{note}}', { type: 'date' }))],
    ['sender: refused note 2'],
  ],
  [
    'a text as yes or no',
    () => [pushed, fields(as('id', '{{id}}'), as('note', '{{note}}', { type: 'bool' }))],
    ['sender: refused note 2'],
  ],
  ['an id as a number', () => [pushed, fields(as('id', '{{id}}', { type: 'int' }))], ['sender: refused id 2']],
  [
    'an expression over what is not sent',
    () => [pushed, fields(...mapped, by('total', 'row.price * 2'))],
    ['sender: refused total 2'],
  ],
  [
    'an expression that divides by what becomes 0',
    () => [pushed, fields(...mapped, by('part', '10 / (row.qty - 3)'))],
    ['sender: refused part 1'],
  ],
  [
    'an expression over the wrong type',
    () => [pushed, fields(...mapped, by('part', 'row.customer + 1'))],
    ['sender: refused part 2'],
  ],
  [
    'a line that is required and not sent',
    () => [
      pushed,
      fields(...mapped, {
        target: 'rows',
        value: { kind: 'lines', source: 'lines', fields: [as('unit', '{{unit}}', { required: true })] },
      }),
    ],
    ['sender: refused rows[].unit 2'],
  ],
  [
    'lines of what is no list',
    () => [
      pushed,
      fields(...mapped, { target: 'rows', value: { kind: 'lines', source: 'note', fields: [as('sku', '{{sku}}')] } }),
    ],
    ['sender: refused rows 2'],
  ],
  [
    'an object with a field that is not sent',
    () => [
      pushed,
      fields(...mapped, {
        target: 'who',
        value: { kind: 'object', fields: [as('name', '{{customer.name}}', { required: true })] },
      }),
    ],
    ['sender: refused who.name 2'],
  ],
  [
    'a look-up that finds nothing',
    () => [pushed, fields(...mapped, { target: 'found', value: missed })],
    ['sender: refused found 2'],
  ],
  ['a mapping that cannot run', () => [pushed, fields(...mapped, by('bad', 'row.'))], ['sender: refused bad 2']],
  ['a table without a field', () => [read, table('noAmount')], ['reader: field amount 4']],
  ['a table without a masked field', () => [read, table('noPhone')], ['reader: field phone 4']],
  ['a table without the field that rows are shown by', () => [read, table('noShop')], ['reader: rows shop 4']],
  ['an amount that is a text', () => [read, table('amountText')], ['reader: type amount 4']],
  ['an id that is a number', () => [read, table('idNumber')], ['reader: type id 4']],
  [
    'another table and another key',
    () => [read, table('amountText', { key: ['no'] })],
    ['reader: filter id 1', 'reader: key no 4', 'reader: type amount 4'],
  ],
]

test.each(planted)('%s is told with whose calls it breaks', async (_name, change, expected) => {
  const [id, config] = change()
  expect(name(await check(id, config))).toEqual([...expected].toSorted())
})

test('as many were planted as were promised', () => expect(planted.length).toBeGreaterThanOrEqual(30))

test.each<[string, () => [string, object]]>([
  ['nothing', () => [pushed, configs.pushed]],
  ['another name of a target field', () => [pushed, fields(as('id', '{{id}}'), as('total', '{{amount}}'))]],
  ['a field more', () => [pushed, fields(...mapped, as('customer', '{{customer.code}}'))]],
  ['a field less', () => [pushed, fields(as('id', '{{id}}'))]],
  [
    'a required field that is sent',
    () => [pushed, fields(...mapped, as('day', '{{day}}', { required: true, type: 'date' }))],
  ],
  [
    'a required field with a fallback',
    () => [pushed, fields(...mapped, as('city', '{{city}}', { required: true, fallback: '-' }))],
  ],
  ['another type that all values have', () => [pushed, fields(...mapped, as('qty', '{{qty}}', { type: 'decimal' }))]],
  ['a filter that takes all', () => [pushed, source({ filter: [[{ field: 'qty', logic: 'gt', value: '1' }]] })]],
  ['copies of all', () => [pushed, { ...configs.pushed, mapping: { copyAll: true, fields: [] } }]],
  [
    'another schedule',
    () => [pushed, { ...configs.pushed, schedule: { ...configs.pushed.schedule, cron: '0 3 * * *' } }],
  ],
  ['other pages', () => [pushed, source({ pageSize: 10, idCheck: true })]],
  ['another target', () => [pushed, { ...configs.pushed, target: { ...configs.pushed.target, resource: 'other' } }]],
  ['a wider table', () => [read, table('wider')]],
  ['another type of a masked field', () => [read, table('phoneNumber')]],
  [
    'a filter of what is read',
    () => [read, table('orders', { filter: [[{ field: 'shop', logic: 'eq', value: 'A' }]] })],
  ],
])('%s breaks nobody', async (_name, change) => {
  const [id, config] = change()
  expect(name(await check(id, config))).toEqual([])
})

test('differences are shown with an example, what nobody can say is said, and what is asked about is not saved', async () => {
  const changed = await check(pushed, fields(as('id', '{{id}}'), as('amount', '{{amount}}'), as('note', 'x{{note}}')))
  expect(changed).toMatchObject({ calls: 5, records: 2, untried: 0, is_untold: false })
  expect(changed.callers).toMatchObject([
    {
      application_name: 'sender',
      breaks: [],
      changed: [
        { field: 'amount', count: 2 },
        {
          field: 'note',
          count: 2,
          before: expect.stringMatching(/^"(abc|hello)"$/),
          after: expect.stringMatching(/^"x/),
        },
      ],
    },
  ])
  expect(await check(read, table('nowhere'))).toMatchObject({ is_untold: true, callers: [] })
  expect(await check(pushed, source({ flatten: ['lines'] }))).toMatchObject({ untried: 2, records: 0 })
  const rows = await server.database.withTenant(server.a.tenantId, tx =>
    tx.query<{ n: number }>('select count(*)::int as n from strategy_version where strategy_id = any($1)', [
      [pushed, read],
    ]),
  )
  expect(rows).toEqual([{ n: 2 }])
})

test('the check of a draft tells it, in the language of who asks; a stranger finds no such strategy', async () => {
  const path = `/api/dh/lessee/strategy/${pushed}`
  await server.database.withTenant(server.a.tenantId, tx => tx.execute("update connector set platform_id = 'fake'"))
  await server.call('PUT', `${path}/gate`, { token, body: { required: true } })
  const body = { version: 1, config: source({ key: ['order_id'] }) }
  const saved = await server.call('PUT', `${path}/update-v2`, { token, body })
  expect(saved.statusCode, saved.body).toBe(200)
  const lines = (await server.call('GET', `${path}/draft/check-list`, { token })).json().content
  expect(lines.filter(({ item }: { item: string }) => item === 'source.callers')).toMatchObject([
    { level: 'warning', message: '应用“reader”最近 7 天的调用会受影响：不能再按 id 查询、返回的主键改为 order_id。' },
    { level: 'warning', message: '应用“sender”最近 7 天的调用会受影响：推送的数据缺少 order_id。' },
  ])
  const draft = await server.call('POST', `${path}/caller-check`, { token, body: {} })
  expect(name(draft.json().content)).toHaveLength(3)
  const stranger = await server.signIn('admin-b', PASSWORD)
  expect((await server.call('POST', `${path}/caller-check`, { token: stranger, body: {} })).json().code).toBe(
    'notFound.strategy',
  )
})
