import { join } from 'node:path'
import { fillBooks, runFlow, teachBill, workOnBooks } from './messy-books.ts'
import { openDatabase } from './open-database.ts'
import type { Api, Product } from './product.ts'
import { waitForCalm } from './run-strategy.ts'
import { type DashboardIds, shareDashboard } from './tour-dashboards.ts'
import { createGuarded } from './tour-gate.ts'
import { prepareGateway } from './tour-gateway.ts'
import { type MarketIds, prepareMarket } from './tour-market.ts'
import { shareTable } from './tour-table.ts'

/** What the pages of the tour are about. */
export interface TourIds extends MarketIds, DashboardIds {
  readonly strategy: string
  /** One behind a publish gate, with a draft that was rehearsed. */
  readonly guarded: string
  /** One that two people change, and what the other of them does. */
  readonly shared: string
  readonly changeShared: () => Promise<void>
  /** One whose expression looks into that. */
  readonly finding: string
  /** A connector whose test failed, and one that works. */
  readonly failing: string
  readonly shop: string
  readonly pool: string
  /** Records: written, and refused. */
  readonly good: string
  readonly bad: string
  /** A group of errors. */
  readonly cause: string
  readonly report: string
  /** Path of a table for people without an account. */
  readonly share: string
  /** Path of an application's portal. */
  readonly portal: string
  readonly mapping: string
  readonly platform: string
  readonly collection: string
  readonly asset: string
  readonly adapter: string
  readonly script: string
  readonly statement: string
}

/** A demo that has run, a connector whose test failed, and one of everything else. Names are what users write. */
export async function prepareData(product: Product, directory: string): Promise<TourIds> {
  const api = await product.signIn()
  const strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  const { content: connectors } = await api.connector.list({ query: {} })
  for (const { id } of connectors) await api.connector.test({ params: { id } })
  const failing = await createFailing(api)
  const file = await createFile(api, directory)
  const guarded = await createGuarded(api, file)
  await createPeople(api)
  await createAlerts(api, strategy)
  await setObjective(api, strategy)
  await runFlow(api, await fillBooks(product, api))
  await teachBill(api)
  await workOnBooks(api)
  const portal = await prepareGateway(api, product.url, strategy)
  await api.exportJob.create({ params: { strategy }, body: { format: 'xlsx', expand: 'lines' } })
  const recordOf = async (status: 2 | 3) =>
    (await api.strategyData.search({ params: { strategy }, body: { status: [status], pageSize: 1 } })).content.rows[0]
      ?.id ?? ''
  return {
    strategy,
    guarded,
    ...(await createShared(api, file)),
    failing,
    shop: connectors.find(connector => connector.platform_id === 'sandbox-shop')?.id ?? '',
    pool: (await api.process.list({ query: {} })).content[0]?.id ?? '',
    good: await recordOf(2),
    bad: await recordOf(3),
    cause: (await api.errorGroup.search({ body: {} })).content[0]?.id ?? '',
    report: await createReport(api, strategy),
    share: await shareTable(api, strategy),
    portal,
    ...(await shareDashboard(api)),
    mapping: await createMapping(api),
    ...(await prepareMarket(api, strategy)),
    ...(await createAssets(api)),
  }
}

/** A pivot with a chart, computed over every record. */
/** Held to success, and to the first field that holds business dates. */
async function setObjective(api: Api, strategy: string): Promise<void> {
  const params = { id: strategy }
  const fresh_field = (await api.monitor.dates({ params })).content[0]?.field ?? null
  const fresh =
    fresh_field === null ? { fresh_minutes: null, fresh_percent: null } : { fresh_minutes: 60, fresh_percent: 99 }
  await api.monitor.save({ params, body: { days: 28, success_percent: 99.5, fresh_field, ...fresh, version: 0 } })
}

async function createReport(api: Api, strategy: string): Promise<string> {
  const { content } = await api.aggregate.create({
    params: { strategy },
    body: {
      name: '每月金额',
      is_shared: true,
      definition: {
        group_by: [
          { field: { of: 'data', name: 'created_at' }, granularity: 'month' },
          { field: { of: 'record', name: 'status' } },
        ],
        metrics: [{ op: 'count', alias: 'n' }],
        pivot: true,
        chart: { type: 'bar', metric: 0 },
      },
    },
  })
  const params = { id: content.id }
  await api.aggregate.compute({ params })
  while ((await api.aggregate.get({ params })).content.computed_at === null)
    await new Promise(resolve => setTimeout(resolve, 200))
  return content.id
}

async function createFailing(api: Api): Promise<string> {
  const params = { host: '127.0.0.1', port: 1, database: 'orders', username: 'reader', password: 'none' }
  const { content } = await api.connector.create({ body: { platform_id: 'postgresql', name: '订单库', params } })
  await api.connector.test({ params: { id: content.id } })
  return content.id
}

/** A file with a table and room for its copy; its connector. */
async function createFile(api: Api, directory: string): Promise<string> {
  const database = openDatabase(join(directory, 'stock.db'))
  for (const table of ['stock', 'stock_copy'])
    database.exec(`create table ${table} (sku text primary key, name text not null, qty integer, price decimal(10,2))`)
  const insert = database.prepare('insert into stock values (?, ?, ?, ?)')
  for (let row = 1; row <= 40; row += 1) insert.run(`SKU-${row}`, `商品 ${row}`, row * 3, row * 1.5)
  database.close()
  const params = { place: 'directory', directory, name: 'stock.db' }
  return (await api.connector.create({ body: { platform_id: 'sqlite', name: 'stock', params } })).content.id
}

/** Each change takes the other of two rules for the same field; changed last, it is the first of the list. */
async function createShared(
  api: Api,
  connectorId: string,
): Promise<Pick<TourIds, 'shared' | 'changeShared' | 'finding'>> {
  const fields = ['sku', 'name', 'qty'].map(name => ({
    target: name,
    value: { kind: 'template' as const, template: `{{${name}}}` },
  }))
  const config = {
    source: { connector_id: connectorId, resource: 'stock', key: ['sku'] },
    target: { connector_id: connectorId, resource: 'stock_copy' },
    mapping: { fields },
  }
  const params = { id: (await api.strategy.create({ body: { name: '库存共享', config } })).content.id }
  const changeShared = async () => {
    const { version, config: now } = (await api.strategy.get({ params })).content
    const template = version % 2 === 1 ? '{{name | trim}}' : '{{name}}'
    const changed = now.mapping.fields.map(field =>
      field.target === 'name' ? { ...field, value: { kind: 'template' as const, template } } : field,
    )
    await api.strategy.update({
      params,
      body: { version, config: { ...now, mapping: { ...now.mapping, fields: changed } } },
    })
  }
  const value = { kind: 'expression' as const, expression: `find("${params.id}", "sku", row.sku)` }
  const looking = { ...config, mapping: { fields: [{ target: 'sku', value }] } }
  const { content } = await api.strategy.create({ body: { name: '库存查找', config: looking } })
  await changeShared()
  return { shared: params.id, changeShared, finding: content.id }
}

async function createPeople(api: Api): Promise<void> {
  const permissions = ['strategy:query', 'strategy:update', 'connector:query', 'user:query', 'role:query']
  const { content: role } = await api.role.create({ body: { name: '华东运维', permissions, groups: ['华东'] } })
  for (const [username, nickname] of [
    ['wang.li', '王莉'],
    ['carlos', 'Carlos Andrade Figueiredo'],
  ] as const)
    await api.subAccount.save({ body: { username, nickname, role_id: role.id } })
}

/** A channel that does not answer, rules that send to it, and what became of a test. */
async function createAlerts(api: Api, strategy: string): Promise<void> {
  const quiet = { windows: [{ days: [6, 7], from: '22:00', to: '07:00' }], timeZone: 'Asia/Shanghai' }
  const body = { name: '值班群', kind: 'webhook', language: 'zh-CN', url: 'http://127.0.0.1:1/alert', quiet } as const
  const { content: channel } = await api.alert.createChannel({ body })
  await api.alert.testChannel({ params: { id: channel.id } })
  await api.alert.createChannel({ body: { name: '控制台', kind: 'notice', language: 'zh-CN' } })
  const channel_ids = [channel.id]
  await api.alert.createRule({ body: { name: '连续失败', kind: 'failures', channel_ids } })
  const scope = { scope: 'strategy' as const, scope_values: [strategy] }
  await api.alert.createRule({ body: { name: '≥ 1', kind: 'backlog', threshold: 1, channel_ids, ...scope } })
}

async function createMapping(api: Api): Promise<string> {
  const { content: map } = await api.mapping.create({ body: { name: '单位对照' } })
  const pairs = [
    ['pcs', 'EA'],
    ['box', 'CASE'],
    ['kg', 'KGM'],
  ] as const
  const upsert = pairs.map(([a_value, b_value]) => ({ a_value, b_value }))
  await api.mapping.saveLines({ params: { id: map.id }, body: { version: map.version, upsert, remove: [] } })
  return map.id
}

async function createAssets(
  api: Api,
): Promise<Pick<TourIds, 'platform' | 'collection' | 'asset' | 'adapter' | 'script' | 'statement'>> {
  const { content: platform } = await api.platform.create({
    body: {
      base: 'http',
      code: 'own-shop',
      name: '自建商城',
      group: 'erp',
      icon: { text: 'M', color: '#13C2C2' },
      params: [
        { field: 'address', label: { zh: '网关', en: 'Gateway' }, type: 'text', is_required: true },
        {
          field: 'secret',
          label: { zh: '密匙', en: 'Shop secret' },
          type: 'password',
          is_required: true,
          encryption: true,
        },
      ],
      settings: { base_url: '{{address}}' },
      oauth2: null,
    },
  })
  const { content: collection } = await api.collection.create({ body: { platform_id: platform.id, name: '销售出库' } })
  const ids: string[] = []
  for (const name of ['销售出库单查询', '退货单查询']) {
    const doc = { name, type: 'QUERY' as const, method: 'GET' as const, api: '/api/orders', id: ['order_no'] }
    const { content } = await api.apiAsset.create({
      body: { platform_id: platform.id, collection_id: collection.id, doc },
    })
    ids.push(content.id)
  }
  const [asset = ''] = ids
  await api.apiAsset.publish({ params: { id: asset } })
  const { content: adapter } = await api.adapter.create({
    body: { platform_id: platform.id, doc: { name: '签名与登录' } },
  })
  const { content: script } = await api.adapter.create({
    body: {
      platform_id: platform.id,
      doc: { name: '签名脚本', kind: 'script', script: { code: 'export function beforeRequest(request, ctx) {\n}\n' } },
    },
  })
  const { content: statement } = await api.adapter.create({
    body: {
      platform_id: 'postgresql',
      doc: {
        name: '已付款订单',
        kind: 'sql',
        sql: {
          text: 'select id, amount from orders where state = {{state}}',
          key: ['id'],
          values: [{ name: 'state', default: 'paid' }],
        },
      },
    },
  })
  return {
    platform: platform.id,
    collection: collection.id,
    asset,
    adapter: adapter.id,
    script: script.id,
    statement: statement.id,
  }
}
