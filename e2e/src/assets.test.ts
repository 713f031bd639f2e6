import type { AdapterInput } from '@sluice/contract'
import { type Sandbox, startSandbox, type Vendor, vendors } from '@sluice/sandbox'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, type Visit, visit, waitForRest } from './browser.ts'
import { listChoices } from './choices.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { startQuirkyApi } from './quirky-api.ts'
import { runNewStrategy } from './run-strategy.ts'

const ORDERS = 60
let product: Product
let sandbox: Sandbox
let browser: Browser
let api: Api
let seen: Visit

beforeAll(async () => {
  sandbox = await startSandbox({ orders: ORDERS, faults: 'none' })
  product = await startProduct({ env: { EGRESS_ALLOW: 'private' } })
  browser = await openBrowser()
  api = await product.signIn()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' } })
})
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
  await sandbox.stop()
})

const words = (text: string) => ({ zh: text, en: text })

/** A platform of one's own over the connector for any HTTP endpoint; a person only gives an address and a secret. */
const platformOf = (code: string, settings: Record<string, string>, oauth = false) => ({
  base: 'http',
  code,
  name: `My ${code}`,
  group: 'erp' as const,
  icon: { text: 'M', color: '#13C2C2' },
  params: [
    { field: 'address', label: words('Address'), type: 'text' as const, is_required: true },
    { field: 'client_id', label: words('App'), type: 'text' as const, is_required: true },
    {
      field: 'client_secret',
      label: words('Secret'),
      type: 'password' as const,
      is_required: true,
      encryption: true,
    },
  ],
  settings: { base_url: '{{address}}', ...settings },
  oauth2: oauth ? { token_url: '/oauth/token' } : null,
})

/** A signed sign-in, a signature over every request, paging and refusals inside a 200. */
const quirky: AdapterInput = {
  name: 'Quirky',
  auth: {
    steps: [
      {
        name: 'token',
        path: '/token',
        bodyKind: 'form',
        body: [
          { name: 'key', value: '{{app.key}}' },
          { name: 'time', value: '{{timestamp}}' },
          { name: 'sign', value: '{{calc.sign}}' },
        ],
        calculations: [
          {
            name: 'sign',
            function: 'md5',
            text: '{{param.client_secret}}{{allJoined}}{{param.client_secret}}',
            encoding: 'HEX',
          },
        ],
        success: { path: 'code', values: ['0'], messagePath: 'msg' },
        values: [{ name: 'token', path: 'data.token' }],
        expiresPath: 'data.ttl',
      },
    ],
  },
  request: {
    query: [{ name: 'token', value: '{{auth.token}}' }],
    headers: [{ name: 'X-Sign', value: '{{calc.sign}}' }],
    calculations: [
      { name: 'sign', function: 'hmac-sha256', text: '{{queryJoined}}{{body}}', key: '{{param.client_secret}}' },
    ],
  },
  pagination: { mode: 'page', pageField: 'p', sizeField: 'n', pageSize: 10, totalPath: 'total' },
  success: { path: 'code', values: ['0'], messagePath: 'msg' },
  errors: [{ kind: 'credential', path: 'code', values: ['41'] }],
}

test('interfaces written down on own platforms move the orders of a shop into an ERP', async () => {
  const shop = (await api.platform.create({ body: platformOf('shop', {}, true) })).content
  const erp = (await api.platform.create({ body: platformOf('erp', {}, true) })).content
  const connect = async (platform_id: string, address: string, client_id: string, client_secret: string) =>
    (
      await api.connector.create({
        body: { platform_id, name: platform_id, params: { address, client_id, client_secret } },
      })
    ).content
  const from = await connect(shop.id, sandbox.shop.url, sandbox.clientId, sandbox.clientSecret)
  const to = await connect(erp.id, sandbox.erp.url, sandbox.erpAppId, sandbox.erpAppSecret)

  const read = (
    await api.apiAsset.create({
      body: {
        platform_id: shop.id,
        doc: {
          name: 'Orders',
          type: 'QUERY',
          method: 'GET',
          api: '/api/orders',
          id: ['order_no'],
          listPath: 'data.list',
          success: { path: 'code', values: ['0'], messagePath: 'message' },
          pagination: {
            mode: 'page',
            pageField: 'page',
            sizeField: 'page_size',
            totalPath: 'data.total',
            pageSize: 20,
          },
        },
      },
    })
  ).content
  const tried = (await api.apiAsset.try({ body: { connector_id: from.id, platform_id: shop.id, doc: read.doc } }))
    .content
  expect(tried.problem).toBeNull()
  expect(tried).toMatchObject({ answer: { status: 200 }, hasNext: true })
  expect(JSON.stringify(tried)).not.toContain(sandbox.clientSecret)
  expect(tried.response.length).toBeGreaterThan(3)

  const write = (
    await api.apiAsset.create({
      body: {
        platform_id: erp.id,
        doc: {
          name: 'Save a bill',
          type: 'EXECUTE',
          method: 'POST',
          api: '/api/bill/save',
          id: ['FBillNo'],
          request: [
            { field: 'FBillNo', type: 'string', is_required: true },
            { field: 'FCustId', type: 'string', is_required: true },
            { field: 'FDate', type: 'date', default: '2025-06-01' },
            {
              field: 'FEntry',
              type: 'array',
              fields: [
                { field: 'FMaterialId', type: 'string', default: 'own-item' },
                { field: 'FQty', type: 'float', default: '1' },
                { field: 'FPrice', type: 'float', default: '12.50' },
              ],
            },
          ],
          success: {
            path: 'Result.ResponseStatus.IsSuccess',
            values: ['true'],
            messagePath: 'Result.ResponseStatus.Errors.*.Message',
          },
          write: { bodyKey: 'Model', idempotencyHeader: 'Idempotency-Key', targetKeyPath: 'Result.Id' },
        },
      },
    })
  ).content
  const before = await api.connector.resources({ params: { id: from.id } })
  expect(before.content).toEqual([])
  const published = []
  for (const { id } of [read, write]) published.push((await api.apiAsset.publish({ params: { id } })).content)
  const [source, target] = published
  const { run, id } = await runNewStrategy(api, 'Shop to ERP by assets', {
    source: { connector_id: from.id, resource: source!.resource, key: ['order_no'], pageSize: 25 },
    target: { connector_id: to.id, resource: target!.resource },
    mapping: {
      copyAll: false,
      fields: [
        { target: 'FBillNo', value: { kind: 'template', template: '{{order_no}}' } },
        { target: 'FCustId', value: { kind: 'constant', value: 'C1' } },
      ],
    },
  })
  expect(run.failure).toBeNull()
  expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: ORDERS, written: ORDERS } })
  expect(sandbox.stats().erp.bills).toBe(ORDERS)
  const uses = (await api.apiAsset.references({ params: { id: read.id } })).content
  expect(uses).toMatchObject([{ id, role: 'source', version: 1 }])
})

test('an adapter moves every record of a far system with habits of its own', async () => {
  const far = await startQuirkyApi(ORDERS)
  try {
    const template = { ...platformOf('quirky', {}), app: [{ name: 'key', value: 'K1', secret: false }] }
    const platform = (await api.platform.create({ body: template })).content
    const params = { address: far.url, client_id: 'unused', client_secret: far.secret }
    const connector = (await api.connector.create({ body: { platform_id: platform.id, name: 'quirky', params } }))
      .content
    const adapter = (await api.adapter.create({ body: { platform_id: platform.id, doc: quirky } })).content
    const trial = (
      await api.adapter.try({
        body: {
          connector_id: connector.id,
          platform_id: platform.id,
          doc: adapter.doc,
          request: { api: '/orders', listPath: 'list' },
        },
      })
    ).content
    expect(trial.problem).toBeNull()
    // The 401 that greets everybody, and the sign-in before and after it.
    expect(trial.exchanges.map(({ answer }) => answer?.status)).toEqual([200, 401, 200, 200])
    for (const secret of [far.secret, 'quirky-token']) expect(JSON.stringify(trial)).not.toContain(secret)
    await api.adapter.publish({ params: { id: adapter.id } })
    const own = (await api.platform.template({ params: { id: platform.id } })).content
    const body = { ...own.template, adapter: adapter.id, version: own.version }
    await api.platform.update({ params: { id: platform.id }, body })

    const assets = [
      {
        name: 'Quirky orders',
        type: 'QUERY',
        method: 'GET',
        api: '/orders',
        listPath: 'list',
        pagination: { mode: 'adapter' },
      },
      { name: 'Quirky bills', type: 'EXECUTE', method: 'POST', api: '/bills', write: { idempotencyHeader: 'x-key' } },
    ] as const
    const resources: string[] = []
    const ids: string[] = []
    for (const doc of assets) {
      const made = (await api.apiAsset.create({ body: { platform_id: platform.id, doc: { ...doc, id: ['id'] } } }))
        .content
      ids.push(made.id)
      resources.push((await api.apiAsset.publish({ params: { id: made.id } })).content.resource)
    }
    const [from, to] = resources as [string, string]
    const { run, id } = await runNewStrategy(api, 'Through an adapter', {
      source: { connector_id: connector.id, resource: from, key: ['id'], pageSize: 10 },
      target: { connector_id: connector.id, resource: to },
      mapping: { copyAll: true, fields: [] },
    })
    expect(run.failure).toBeNull()
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: ORDERS, written: ORDERS } })
    expect(far.bills.size).toBe(ORDERS)
    // Made anew when the far system wanted that, and not for every request.
    expect(far.tokens).toBeGreaterThan(2)
    expect(far.tokens).toBeLessThan(12)
    const uses = (await api.adapter.references({ params: { id: adapter.id } })).content
    expect(uses.filter(use => use.kind === 'strategy')).toMatchObject([
      { id, role: 'source', level: 'platform', is_in_force: true },
      { id, role: 'target', level: 'platform', is_in_force: true },
    ])

    const { page, go } = seen
    await go(`/api-assets/api/${ids[0]}`)
    const inherited = '沿用上一级：Quirky 版本 1 · 平台的'
    await page.getByText(inherited).waitFor()
    // The number may be a field that nobody has declared.
    const number = page.getByLabel('编码字段')
    await number.fill('bill_no')
    await page.getByText('此字段不在已声明的字段中').waitFor()
    await page.getByRole('tab', { name: '试调' }).click()
    await page.getByLabel('连接器', { exact: true }).click()
    await listChoices(page).filter({ hasText: 'quirky' }).click()
    await page.getByRole('button', { name: /发\s*送/ }).click()
    await page.getByText('经由适配器：').waitFor()
    await page.getByRole('link', { name: 'Quirky' }).waitFor()
    await page.locator('summary').getByText('响应头', { exact: true }).waitFor()
    await page.locator('summary').getByText('请求头', { exact: true }).waitFor()
    await go(`/strategy/detail/${id}?tab=source`)
    await page.getByText(inherited).waitFor()
  } finally {
    await far.stop()
  }
})

test('the console shows an adapter as a form, as its source, and what uses it', async () => {
  const { page, go } = seen
  await go('/api-assets/adapter')
  await page.getByRole('link', { name: 'Quirky' }).first().click()
  await waitForRest(page)
  await page.getByRole('tab', { name: '源码' }).click()
  await page.getByLabel('适配器源码').first().waitFor()
  await page.getByRole('tab', { name: '引用' }).click()
  await page.getByRole('link', { name: 'Through an adapter' }).first().waitFor()
  await go('/api-assets/approval')
  await page.getByRole('switch', { name: '发布需要审批' }).waitFor()
})

test('the console shows the platforms and opens an interface as a form and as its source', async () => {
  const { page, go } = seen
  await go('/api-assets/platform')
  await page.getByRole('link', { name: 'My shop' }).first().waitFor()
  await go('/api-assets/api')
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await waitForRest(page)
  await page.getByRole('tab', { name: '源码' }).click()
  await page.getByLabel('接口定义源码').first().waitFor()
})

test('the import sends a WSDL on to a new SOAP connector', async () => {
  const { page, go } = seen
  await go('/api-assets/api')
  await page
    .getByRole('button', { name: /导\s*入/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('textarea').first().fill('<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>')
  await dialog.getByRole('button', { name: /识\s*别/ }).click()
  await dialog.getByText('WSDL 不作为 API 资产导入').waitFor()
  await dialog.getByRole('button', { name: '新建 SOAP 连接器' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.waitForURL(/connector\/create\?.*platform=soap/)
  await page.getByText('SOAP 接口').first().waitFor()
})

test('a vendor is connected without writing anything: its shipped interfaces move records into another one', async () => {
  const [from, to] = await Promise.all([vendors['shopify']!(), vendors['feishu-bitable']!()]) // both are simulated
  try {
    const connect = async (platform_id: string, { params }: Vendor) =>
      (await api.connector.create({ body: { platform_id, name: platform_id, params } })).content.id
    const [shop, table] = [await connect('shopify', from), await connect('feishu-bitable', to)]
    const steps = (await api.connector.test({ params: { id: shop } })).content
    expect(steps.filter(step => !step.ok)).toEqual([])
    const offered = (await api.connector.resources({ params: { id: shop } })).content
    const products = offered.find(resource => resource.id === 'pack:shopify/products')!
    expect(products).toMatchObject({ direction: 'source', key: ['id'] })
    // On the way a request is one too many, and a token ends.
    from.limitNext()
    to.expireToken?.()
    const { run } = await runNewStrategy(api, 'Vendor to vendor', {
      source: { connector_id: shop, resource: products.id, key: products.key, pageSize: 50 },
      target: { connector_id: table, resource: 'pack:feishu-bitable/record-create' },
      mapping: { fields: [{ target: '名称', value: { kind: 'template', template: '{{title}}' } }] },
    })
    const count = from.counts['products']!
    expect(run.failure).toBeNull()
    expect(run).toMatchObject({ state: 'succeeded', imbalance: null, counts: { read: count, written: count } })
    expect(new Set(to.written.map(row => row['名称'])).size).toBe(count)
  } finally {
    await Promise.all([from.stop(), to.stop()])
  }
})

test("the console shows shipped interfaces in the reader's language, and a person connects their vendor", async () => {
  const vendor = await vendors['shopify']!() // one of the simulated
  const { page, go } = seen
  try {
    await go('/api-assets/api?origin=shipped')
    await page.getByRole('button', { name: '查看 Shopify 查询商品' }).click()
    await page.getByRole('dialog').getByText('库存数量').waitFor()
    await go('/connector/create?platform=shopify&step=basic')
    await page.getByLabel('名称').first().fill('Vendor shop')
    await page.getByRole('button', { name: '下一步' }).first().click()
    await page.getByLabel('店铺地址').fill(vendor.params['shop_url']!) // the vendor's own
    await page.getByLabel('Admin API 访问令牌').fill(vendor.params['access_token']!) // as above
    await page.getByRole('button', { name: /测试/ }).last().click()
    await page.getByRole('button', { name: '保存连接器' }).click()
    await page.getByText('“Vendor shop”已保存').waitFor()
    await setLook(page, 'pt-BR', 'light')
    await go('/api-assets/api?origin=shipped&platform=kingdee')
    await page.getByText('Ler materiais').waitFor()
    await setLook(page, 'zh-TW', 'light')
    await go('/api-assets/api?origin=shipped&platform=kingdee')
    await page.getByText('查詢物料').waitFor()
  } finally {
    await setLook(page, 'zh-CN', 'light')
    await vendor.stop()
  }
})
