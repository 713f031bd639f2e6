import { newId } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPublisherKey, signPackage, writePackage } from '../../../packaging/index.ts'
import { caller, maker } from '../../../testing/config-world.ts'
import { connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { InstallationDetail, UpgradePlan } from './contract.ts'
import { type ShopVersion, shopOne, shopPackage } from './testing/shop-package.ts'

let server: TestServer
let call: ReturnType<typeof caller>
let connectors: { readonly shop: string; readonly erp: string }
const publisher = { name: 'Publisher', secret: createPublisherKey().secret }
const one: ShopVersion = {
  ...shopOne,
  gateways: { Portal: ['no', 'price'] },
  reconFlows: { Shop: 24 },
  bills: { Wallet: 'Sum' },
}

beforeAll(async () => {
  server = await startTestServer()
  call = caller(server, await server.signIn('admin-a', PASSWORD))
  const make = maker(call)
  const shop = await make('/connector', { ...connectorBody(), name: 'Shop' })
  const erp = await make('/connector', { ...connectorBody(), name: 'ERP' })
  connectors = { shop: shop.id, erp: erp.id }
})
afterAll(() => server.drop())

async function ok<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call(method, path, body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ content: T }>().content
}
const upload = async (version: ShopVersion): Promise<string> => {
  const text = writePackage(signPackage(shopPackage(version), publisher))
  return (await ok<{ ref: string }>('POST', '/market/upload', { text })).ref
}
interface Plan {
  readonly hash: string
  readonly problems: readonly unknown[]
  readonly changes: readonly { readonly kind: string; readonly notes: readonly string[] }[]
}
async function install(version: ShopVersion, prefix: string) {
  const wish = { ref: await upload(version), prefix, connectors, params: { warehouse: 'W9' } }
  const planned = await ok<Plan>('POST', '/installation/plan', wish)
  expect(planned.problems).toEqual([])
  return { planned, here: await ok<InstallationDetail>('POST', '/installation', { ...wish, hash: planned.hash }) }
}
async function upgradeTo(version: ShopVersion, id: string, choices: object = {}) {
  const wish = { ref: await upload(version), choices }
  const planned = await ok<UpgradePlan>('POST', `/installation/${id}/upgrade/plan`, wish)
  expect(planned.problems).toEqual([])
  const after = await ok<InstallationDetail>('POST', `/installation/${id}/upgrade`, { ...wish, hash: planned.hash })
  return { planned, after }
}
interface Application {
  readonly name: string
  readonly remark: string
  readonly is_enabled: boolean
  readonly version: number
  readonly secrets: readonly unknown[]
  readonly rate_per_minute: number
  readonly ip_allow: readonly string[]
  readonly scopes: readonly {
    readonly strategy_id: string
    readonly fields: readonly string[]
    readonly masks: object
    readonly row_filter: readonly object[]
    readonly version: number
  }[]
  readonly maps: readonly { readonly id: string }[]
}
interface Flow {
  readonly config: { readonly rules: readonly { readonly id: string; readonly before_hours?: number }[] }
  readonly accounts: readonly unknown[]
  readonly version: number
}
const readApplication = (id: string) => ok<Application>('GET', `/gateway/application/${id}`)
const readFlow = (id: string) => ok<Flow>('GET', `/reconciliation/flow/${id}`)
const hoursOf = ({ config }: Flow) => config.rules.find(each => each.id === 'near')?.before_hours
/** What the page sends to change an application. */
const changeApplication = async (id: string, change: object) => {
  const { name, remark, ip_allow, scopes, version, rate_per_minute } = await readApplication(id)
  const plain = scopes.map(({ strategy_id, fields, masks, row_filter }) => ({
    ...{ strategy_id, fields, masks, row_filter },
    operations: ['query', 'find'],
  }))
  const limits = { quota_per_day: null, quota_per_month: null, concurrency: null, plan_id: null, burst: 60 }
  const body = { name, remark, ip_allow, expires_at: null, ...limits, rate_per_minute, scopes: plain, version }
  return ok<Application>('PUT', `/gateway/application/${id}`, { ...body, ...change })
}

test('an application comes off and without a secret, of the strategies that were made; a flow without accounts', async () => {
  const { planned, here } = await install(one, 'A')
  expect(planned.changes.find(each => each.kind === 'gateway')?.notes).toHaveLength(1)
  expect(here.gateways).toMatchObject([{ name: 'A Portal', is_enabled: false, has_secret: false }])
  expect(here.recon_flows).toMatchObject([{ name: 'A Shop', accounts: 0 }])
  expect(here.bill_profiles).toMatchObject([{ name: 'A Wallet' }])
  const portal = await readApplication(here.gateways[0]?.id ?? '')
  const flow = here.flows.find(each => each.code === 'A-SO')
  expect(portal).toMatchObject({ is_enabled: false, secrets: [], maps: [{ id: here.maps[0]?.id }] })
  expect(portal.scopes).toMatchObject([
    {
      ...{ strategy_id: flow?.strategy_id, fields: ['no', 'price'], masks: { no: 'ends' } },
      row_filter: [{ field: 'warehouse', op: 'is', values: ['W9'] }],
    },
  ])
  const shop = here.recon_flows[0]?.id ?? ''
  const answer = await call('POST', `/reconciliation/flow/${shop}/run`, { mode: 'commit' })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.reconNoAccounts'])

  const removal = await ok<{ changes: readonly { kind: string; key: string; act: string }[] }>(
    'GET',
    `/installation/${here.id}/removal`,
  )
  const along = removal.changes.filter(each => ['gateway', 'recon-flow', 'bill-profile'].includes(each.kind))
  expect(along.map(({ key, act }) => [key, act])).toEqual([
    ['A Portal', 'delete'],
    ['A Shop', 'delete'],
    ['A Wallet', 'delete'],
  ])
  await ok('DELETE', `/installation/${here.id}`, {})
  expect((await call('GET', `/gateway/application/${here.gateways[0]?.id}`)).statusCode).toBe(404)
  expect((await call('GET', `/reconciliation/flow/${shop}`)).statusCode).toBe(404)
})

test('an upgrade changes what nobody touched, keeps what is of this tenant, and asks where both changed a rule', async () => {
  const { here } = await install(one, 'B')
  const [portal = '', shop = ''] = [here.gateways[0]?.id, here.recon_flows[0]?.id]
  await changeApplication(portal, { remark: 'Ours', ip_allow: ['10.0.0.0/8'] })
  await ok('PUT', `/gateway/application/${portal}/enabled`, { is_enabled: true })
  const account = await ok<{ id: string }>('POST', '/reconciliation/account', {
    ...{ code: 'SHOP1', name: 'Shop 1', platform: 'alipay' },
  })
  const before = await readFlow(shop)
  const rules = before.config.rules.map(each => (each.id === 'near' ? { ...each, before_hours: 36 } : each))
  const config = { ...before.config, rules }
  const body = { name: 'B Shop', account_ids: [account.id], config, version: before.version }
  await ok('PUT', `/reconciliation/flow/${shop}`, body)

  const two: ShopVersion = {
    ...{ ...one, version: '2.0.0' },
    ...{ gateways: { Portal: ['no', 'price', 'unit'] }, reconFlows: { Shop: 48 }, bills: { Wallet: 'Total' } },
  }
  const { planned, after } = await upgradeTo(two, here.id)
  expect(planned.conflicts.map(({ kind, key, path }) => [kind, key, path])).toEqual([
    ['recon-flow', 'B Shop', 'spec.rules[name=near]'],
  ])
  expect(after.recon_flows).toMatchObject([{ accounts: 1 }])
  expect(hoursOf(await readFlow(shop))).toBe(36)
  const changed = await readApplication(portal)
  expect(changed).toMatchObject({ remark: 'Ours', ip_allow: ['10.0.0.0/8'], is_enabled: true })
  expect(changed.scopes[0]?.fields).toEqual(['no', 'price', 'unit'])
  await ok('POST', `/installation/${here.id}/rollback`)
  expect((await readApplication(portal)).scopes[0]?.fields).toEqual(['no', 'price'])
  const again = await ok<UpgradePlan>('POST', `/installation/${here.id}/upgrade/plan`, { ref: await upload(two) })
  await upgradeTo(two, here.id, Object.fromEntries(again.conflicts.map(each => [each.id, 'theirs'])))
  expect(hoursOf(await readFlow(shop))).toBe(48)
  await ok('DELETE', `/installation/${here.id}`, {})
  expect(await ok<readonly unknown[]>('GET', '/reconciliation/flow')).toEqual([])
})

test('an API that somebody calls goes on as it did when the package takes a field of it away: the rest is its next version', async () => {
  const { here } = await install(one, 'C')
  const portal = here.gateways[0]?.id ?? ''
  const three: ShopVersion = { ...one, version: '3.0.0', gateways: { Portal: ['no'] } }
  const strategy = (await readApplication(portal)).scopes[0]?.strategy_id ?? ''
  await server.database.withTenant(server.a.tenantId, tx =>
    tx.execute(
      `insert into gateway_call (id, application_id, application_name, strategy_id, operation, method, ip, status, code, duration_ms)
       values ($1, $2, 'p', $3, 'query', 'POST', '127.0.0.1', 200, 0, 1)`,
      [newId(), portal, strategy],
    ),
  )
  const { after } = await upgradeTo(three, here.id)
  expect(after.gateways).toHaveLength(1)
  const versions = await ok<readonly { version: number; is_current: boolean; sunset_at: string | null }[]>(
    'GET',
    `/gateway/application/${portal}/versions`,
  )
  expect(versions.map(({ version, is_current }) => [version, is_current])).toEqual([
    [2, true],
    [1, false],
  ])
  await ok('DELETE', `/installation/${here.id}`, {})
})

test('an author takes an application, a flow and a kind of bill along: nothing that is of this tenant', async () => {
  const { here } = await install(one, 'D')
  const portal = here.gateways[0]?.id ?? ''
  await changeApplication(portal, { ip_allow: ['203.0.113.7'] })
  await ok('POST', `/gateway/application/${portal}/secret`, { keep_hours: 0 })
  const other = here.flows.find(each => each.code === 'D-STOCK')?.strategy_id ?? ''
  const so = here.flows.find(each => each.code === 'D-SO')?.strategy_id ?? ''
  type Made = { id: string; lock: number; document: { files: { path: string; text: string }[]; manifest: object } }
  type Row = { readonly kind: string; readonly key: string; readonly is_in: boolean }
  const make = (name: string, id: string) =>
    ok<Made>('POST', '/solution-package', { strategy_ids: [id], name, title: name })
  const listOf = async ({ id }: Made) =>
    (await ok<Row[]>('GET', `/solution-package/${id}/along`)).map(each => `${each.kind} ${each.key}`)
  // It is offered with the strategies that it publishes, and with them alone.
  expect(await listOf(await make('stock-only', other))).not.toContain('gateway D Portal')
  const made = await make('with-offers', so)
  expect(await listOf(made)).toEqual(['bill-profile D Wallet', 'recon-flow D Shop', 'gateway D Portal'])
  const along = [
    { kind: 'gateway', key: 'D Portal' },
    { kind: 'recon-flow', key: 'D Shop' },
    { kind: 'bill-profile', key: 'D Wallet' },
  ]
  const next = await ok<Made>('POST', `/solution-package/${made.id}/gather`, { lock: made.lock, along })
  expect(next.document.files.map(each => each.path)).toEqual(
    expect.arrayContaining([
      'objects/gateways/D Portal.yaml',
      'objects/recon-flows/D Shop.yaml',
      'objects/bill-profiles/D Wallet.yaml',
    ]),
  )
  const text = JSON.stringify(next.document)
  expect(text).not.toMatch(/203\.0\.113\.7|app_key|secret|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
  await ok('DELETE', `/installation/${here.id}`, {})
})

test('an application that names a strategy or a map of the tenant is not installed', async () => {
  const document = shopPackage({ ...one, version: '9.0.0' })
  const withSpec = (spec: object) => ({
    ...document,
    files: [
      ...document.files,
      {
        path: 'objects/gateways/x.yaml',
        text: JSON.stringify({ kind: 'gateway', version: 1, key: 'X', spec }),
      },
    ],
  })
  const plan = async (spec: object) => {
    const { ref } = await ok<{ ref: string }>('POST', '/market/upload', {
      text: writePackage(signPackage(withSpec(spec), publisher)),
    })
    const answer = await call('POST', '/installation/plan', { ref, prefix: 'E', connectors })
    await call('DELETE', `/market/upload/${ref.slice(ref.indexOf(':') + 1)}`)
    return answer.body
  }
  expect(await plan({ maps: ['theirs'] })).toContain('mapping theirs')
  const asset = { asset: 'fake/x', connector: 'fake/ERP', fields: [] }
  expect(await plan({ assets: [asset] })).toContain('api-asset fake/x')
  const id = '00000000-0000-7000-8000-000000000001'
  expect(await plan({ apis: [{ strategy_id: id, operations: ['query'], fields: [] }] })).toContain('strategy_id')
})
