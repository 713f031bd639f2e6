import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startOidcProvider, TEST_CLIENT } from '@sluice/api/testing/start-oidc-provider.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, type Visit, visit, waitForRest } from './browser.ts'
import { choose } from './choices.ts'
import { findBarriers } from './find-barriers.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForRun } from './run-strategy.ts'

let product: Product
let browser: Browser
let admin: Visit
let page: Page
let api: Api
let directory: string
let shop = ''
let strategy = ''

// Units of a shop become units of an ERP; each test goes on where the one before stopped.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-connection-'))
  makeDatabase('shop.db', [
    ['A', 'pcs'],
    ['B', 'box'],
    ['C', 'kg'],
    ['D', 'bag'],
  ])
  makeDatabase('shop-test.db', [['T', 'pcs']])
  makeDatabase('erp.db', [])
  product = await startProduct({ env: { FILE_DIRECTORIES: directory, EGRESS_ALLOW: 'private' } })
  api = await product.signIn()
  shop = await connect('Shop', 'shop.db')
  const erp = await connect('ERP', 'erp.db')
  const field = (name: string) => ({ target: name, value: { kind: 'template' as const, template: `{{${name}}}` } })
  const config = {
    source: { connector_id: shop, resource: 'goods', key: ['sku'] },
    target: { connector_id: erp, resource: 'goods' },
    mapping: { fields: [field('sku'), field('unit')] },
  }
  strategy = (await api.strategy.create({ body: { name: 'Units', config } })).content.id
  browser = await openBrowser()
  admin = await visit(browser, product.url, { settings: { multiTab: false }, isUnopened: true })
  page = admin.page
})
afterEach(() => expect(admin.takeProblems()).toEqual([]))
afterAll(async () => {
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const dialog = (): Locator => page.locator('.ant-modal:visible').last()
const rowOf = (text: string): Locator => page.locator('.ant-table-row', { hasText: text })
/** antd writes a space between two Chinese characters, and an icon's English name before them. */
const button = (on: Page | Locator, name: string): Locator =>
  on.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) })
const openTab = async (name: RegExp): Promise<void> => {
  await page.getByRole('tab', { name }).click()
  await waitForRest(page)
}
/** Serious findings of axe in both looks. */
async function findBarriersInBoth(): Promise<string[]> {
  const light = await findBarriers(page)
  await setLook(page, 'zh-CN', 'realDark')
  await waitForRest(page)
  const dark = await findBarriers(page)
  await setLook(page, 'zh-CN', 'light')
  await waitForRest(page)
  return [...light, ...dark]
}

test('a map is made, lines are pasted, and a file is shown before it changes anything', async () => {
  await admin.go('/resources/mapping')
  await button(page, '新建映射表').first().click()
  await button(dialog(), '保存').click()
  await dialog().getByText('请填写名称').waitFor()
  await dialog().getByLabel('名称').fill('计量单位')
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(), '保存').click()
  // What is new has no lines: it opens where they are entered.
  await button(page, '批量粘贴').click()
  await dialog().getByLabel('从表格复制后粘贴在这里').fill('pcs\tEA\nbox\tCASE')
  await dialog().getByText('新增 2 行，修改 0 行').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(), '导入').click()
  await page.getByText('已导入：新增 2，修改 0，删除 0').waitFor()
  const file = join(directory, 'units.csv')
  await writeFile(file, '\uFEFFA 值,A 说明,B 值,B 说明,启用,备注\r\nbox,盒,BX,,1,\r\nkg,公斤,KGM,,1,\r\n')
  await button(page, '导入').click()
  await dialog().locator('input[type=file]').setInputFiles(file)
  await dialog().getByText('新增 1 行，修改 1 行，删除 0 行，不变 1 行').waitFor()
  await button(dialog(), '导入').click()
  await page.getByText('已导入：新增 1，修改 1，删除 0').waitFor()
  await page.getByLabel('B 值 kg').waitFor()
  await expect.poll(() => page.getByLabel('B 值 box').inputValue()).toBe('BX')
  expect(await findBarriersInBoth()).toEqual([])
})

test('lines are edited in place and saved together', async () => {
  await page.getByLabel('B 说明 pcs').fill('个')
  await page.getByText('1 处修改尚未保存').waitFor()
  await button(page, '保存 1 处修改').click()
  await page.getByText('已保存 1 处修改').waitFor()
  await openTab(/变更记录/)
  await rowOf('编辑').waitFor()
  expect(await findBarriersInBoth()).toEqual([])
})

test('a field of a strategy looks its value up; what no line holds is in the inbox', async () => {
  await admin.go(`/strategy/detail/${strategy}?tab=target`)
  await page.getByRole('treeitem', { name: /^unit,/ }).click()
  await choose(page.getByLabel('静态映射', { exact: true }), '计量单位')
  await button(page, '保存').click()
  await page.getByText('已保存为版本 2').waitFor()
  await runAgain()
  expect(readUnits()).toEqual({ A: 'EA', B: 'BX', C: 'KGM' })
  await admin.go('/resources/mapping')
  await rowOf('计量单位').getByRole('link', { name: '1' }).last().click()
  await page.getByLabel('对应的值 bag').waitFor()
  expect(await findBarriersInBoth()).toEqual([])
})

test('a missing value is completed, and its record is processed again', async () => {
  await page.getByLabel('对应的值 bag').fill('BG')
  await button(page, '补充 1 个值').click()
  await page.getByText('已补充 1 个值，1 条数据重新处理').waitFor()
  await expect.poll(readUnits, { timeout: 30_000 }).toMatchObject({ D: 'BG' })
  const { content } = await api.strategyData.search({ params: { strategy }, body: {} })
  const record = content.rows.find(row => row.key.includes('D'))
  await admin.go(`/strategy/detail/${strategy}/${record?.id}`)
  await page.getByText('对照行 bag ↔ BG').waitFor()
  await page.getByRole('link', { name: '计量单位' }).click()
  await waitForRest(page)
  await openTab(/引用方案/)
  await rowOf('Units').getByText('unit · 正向 A → B').waitFor()
  expect(await findBarriersInBoth()).toEqual([])
  // Nothing has to be pressed to learn that it may not go.
  await button(page, '删除').click()
  await dialog().getByText('“计量单位”正在使用，不能删除').waitFor()
  await dialog().getByRole('link', { name: 'Units' }).waitFor()
  expect(await button(dialog(), '删除').count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(), '知道了').click()
})

test('another environment is filled in and switched to, after the started strategies were named', async () => {
  await api.strategy.start({ params: { id: strategy } })
  await admin.go(`/connector/detail/${shop}?tab=environments`)
  const card = page.locator('.sl-section', { hasText: '测试' }).filter({ hasText: '填写参数' }).first()
  await button(card, '填写参数').click()
  await choose(dialog().getByLabel('位置'), '服务器目录')
  await dialog().getByLabel('目录', { exact: true }).fill(directory)
  await dialog().getByLabel('文件名').fill('shop-test.db')
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(), '保存').click()
  await button(page, '切换到此环境').click()
  await dialog().getByText('切换到测试环境？').waitFor()
  await dialog().getByText('该环境的参数从未测试过').waitFor()
  await button(dialog(), '取消').click()
  await button(page.locator('.sl-section', { hasText: 'shop-test.db' }), '测试').click()
  await page.getByText('测试通过').first().waitFor()
  await waitForRest(page)
  await button(page, '切换到此环境').click()
  await dialog().getByText('上次测试通过').waitFor()
  await button(dialog(), '切换到此环境').click()
  await dialog().getByText('以下已启动的方案将使用新环境').waitFor()
  await dialog().getByText('Units').waitFor()
  await button(dialog(), '切换到此环境').click()
  await page.getByText('已切换到测试环境').waitFor()
  await waitForRest(page)
  expect(await findBarriersInBoth()).toEqual([])
  await runAgain()
  expect(readUnits()).toMatchObject({ T: 'EA' })
})

test('the history says what changed and brings a version back', async () => {
  await openTab(/参数/)
  await page.getByLabel('文件名').fill('nowhere.db')
  await button(page, '保存').click()
  await openTab(/历史/)
  const atWork = rowOf('shop-test.db → nowhere.db')
  await atWork.getByText('当前', { exact: true }).waitFor()
  expect(await button(atWork, '恢复此版本').count()).toBe(0)
  expect(await findBarriersInBoth()).toEqual([])
  await button(rowOf('切换环境'), '恢复此版本').click()
  await button(dialog(), '恢复此版本').click()
  await page.getByText('已恢复').waitFor()
  await rowOf('nowhere.db → shop-test.db').waitFor()
  await openTab(/调用统计/)
  await page.getByText('今日调用').waitFor()
  expect(await findBarriersInBoth()).toEqual([])
})

test('what the list exports as a workbook comes back unchanged', async () => {
  await admin.go('/resources/mapping')
  const download = page.waitForEvent('download')
  await button(rowOf('计量单位'), '导出').click()
  await page.getByRole('menuitem', { name: '导出 XLSX' }).click()
  const file = join(directory, 'units.xlsx')
  await (await download).saveAs(file)
  await rowOf('计量单位').getByRole('link', { name: '计量单位' }).click()
  await waitForRest(page)
  await button(page, '导入').click()
  await dialog().locator('input[type=file]').setInputFiles(file)
  await dialog().getByText('新增 0 行，修改 0 行，删除 0 行，不变 4 行').waitFor()
  const broken = join(directory, 'broken.csv')
  await writeFile(broken, 'A 值,B 值\na,b\n"c,d\n')
  await dialog().locator('input[type=file]').setInputFiles(broken)
  await dialog().getByText('第 3 行的引号没有关闭').waitFor()
  await button(dialog(), '取消').click()
})

test('a test says what the credential may do; connectors are tested in a batch, and a date that is near is shown', async () => {
  await admin.go(`/connector/detail/${shop}`)
  await button(page, '测试连接').first().click()
  const rights = page.getByRole('list', { name: '凭证的权限' })
  await rights.getByText('写入').waitFor()
  expect(await rights.getByRole('listitem').count()).toBe(3)
  expect(await findBarriersInBoth()).toEqual([])
  const near = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const params = { base_url: `${product.url}/api`, auth: 'bearer', token: 'x', expires_at: near }
  await api.connector.create({ body: { platform_id: 'http', name: 'Near its end', params } })
  await admin.go('/connector/index')
  await rowOf('Near its end').getByText(`凭证将于 ${near} 到期`).waitFor()
  await page.locator('thead .ant-checkbox-input').check()
  await button(page, '批量测试').click()
  await page.getByText('3 个连接器测试完毕').waitFor()
  expect(await findBarriersInBoth()).toEqual([])
})

test('a sealed list is shown as set; it is kept, or replaced as a whole', async () => {
  const keys: unknown[] = []
  const far = createServer((request, response) => {
    keys.push(request.headers['x-key'])
    response.setHeader('content-type', 'application/json').end('{}')
  })
  try {
    await once(far.listen(0, '127.0.0.1'), 'listening')
    const { port } = far.address() as AddressInfo // it listens
    const headers = [{ name: 'X-Key', value: 'one' }]
    const params = { base_url: `http://127.0.0.1:${port}`, auth: 'none', headers, test_path: '/ping' }
    const { content } = await api.connector.create({ body: { platform_id: 'http', name: 'Sealed', params } })
    await admin.go(`/connector/detail/${content.id}`)
    const list = page.locator('.ant-form-item', { hasText: '固定请求头' }).last()
    const saveAndTest = async (key: string) => {
      await button(page, '保存').click()
      await list.getByText('已设置，加密保存').waitFor()
      // This leads to the tests.
      await button(page, '测试连接').first().click()
      await expect.poll(() => keys.at(-1)).toBe(key)
      await openTab(/参数/)
    }
    await page.getByText('高级选项').click()
    await button(list, '更换').click()
    await button(list, '添加一项').click()
    expect(await list.locator('.sl-pair').count()).toBe(1)
    await button(list, '保持不变').click()
    await page.getByLabel('测试路径').fill('/pong')
    await saveAndTest('one')
    await button(list, '更换').click()
    await button(list, '添加一项').click()
    await list.getByLabel('名称').fill('X-Key')
    await list.getByLabel('值').fill('two')
    await saveAndTest('two')
    expect(await findBarriers(page)).toEqual([])
  } finally {
    far.close()
  }
})

test('a person grants a connector of an own platform access; it is refreshed silently, and revoked says so', async () => {
  let refreshes = 0
  const idp = await startOidcProvider([`${product.url}/connector/grant`], {
    accessSeconds: 2,
    onRefresh: () => (refreshes += 1),
  })
  try {
    const platform = (await api.platform.create({ body: ownPlatform(idp.issuer) })).content
    await admin.go(`/api-assets/platform/${platform.id}`)
    await page.getByLabel('使用 OAuth2').click()
    await choose(page.getByLabel('授权方式', { exact: true }), '授权码')
    await page.getByLabel('授权地址', { exact: true }).fill('/auth')
    await page.getByLabel('令牌地址', { exact: true }).fill('/token')
    await page.getByLabel('权限范围', { exact: true }).fill('openid offline_access')
    await choose(page.getByLabel('凭证位置', { exact: true }), 'Basic 请求头')
    await button(page, '保存').click()
    const readScope = async () =>
      (await api.platform.template({ params: { id: platform.id } })).content.template.oauth2?.scope
    await expect.poll(readScope).toBe('openid offline_access')
    const connector = (await api.connector.create({ body: { platform_id: platform.id, name: 'By grant', params: {} } }))
      .content
    const runTest = async () =>
      (await api.connector.test({ params: { id: connector.id } })).content.find(step => !step.ok)?.error?.code ?? 'ok'
    await admin.go(`/connector/detail/${connector.id}?tab=test`)
    await page.getByText('尚未授权').waitFor()
    await page.getByText(`${product.url}/connector/grant`).waitFor()
    await button(page, '测试连接').first().click()
    await page.getByText('尚待授权').waitFor()
    expect(await page.getByText('测试未通过').count()).toBe(0)
    expect((await api.connector.get({ params: { id: connector.id } })).content.status).toBe('untested')
    expect(await findBarriersInBoth()).toEqual([])
    await button(page, '去授权').click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('对方系统没有同意授权').waitFor()
    await button(page, '返回连接器').waitFor()
    expect(await findBarriersInBoth()).toEqual([])
    await button(page, '重新授权').click()
    await page.locator('input[name=login]').fill('zhang')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]', { hasText: 'Continue' }).click()
    await page.getByText('“By grant”已授权').waitFor()
    await button(page, '返回连接器').click()
    await page.getByText('已授权', { exact: true }).waitFor()
    await page.getByText(/到期前自动刷新|下次使用时自动刷新/).waitFor()
    expect(await runTest()).toBe('ok')
    await expect.poll(async () => [await runTest(), refreshes > 0], { timeout: 30_000 }).toEqual(['ok', true])
    await idp.revokeAll()
    await expect.poll(runTest, { timeout: 30_000 }).toBe('connector.grantEnded')
    await admin.go(`/connector/detail/${connector.id}`)
    await page.getByText('授权已失效').first().waitFor()
    await page.getByText('使用它的方案会失败；请点击“重新授权”').waitFor()
    expect(await page.getByText('自动刷新').count()).toBe(0)
    await button(page, '重新授权').click()
    // The provider still knows who that is and what was consented to.
    await page.getByText('“By grant”已授权').waitFor()
    expect(await runTest()).toBe('ok')
    // Data keys are replaced while the product runs: the app's secret and the granted tokens are read by the new ones.
    const told = await runCommand('secrets', 'rotate')
    expect(told).toMatch(/1 tenants have a new data key; [1-9]\d* secrets are sealed by it/)
    expect(told).not.toContain('could not be opened')
    const before = refreshes
    await expect.poll(async () => [await runTest(), refreshes > before], { timeout: 30_000 }).toEqual(['ok', true])
  } finally {
    await idp.close()
  }
  // The provider's own pages are not ours to judge.
  admin.takeProblems()
})

/** The product's command line, beside the running one. */
async function runCommand(...args: readonly string[]): Promise<string> {
  const main = fileURLToPath(new URL('../../main/src/main.ts', import.meta.url))
  const env = { ...process.env, DATA_DIR: product.dataDir }
  return (await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout
}

const ownPlatform = (issuer: string) => ({
  base: 'http',
  code: 'granted',
  name: 'Granted',
  group: 'other' as const,
  icon: { text: 'G', color: '#13C2C2' },
  params: [],
  settings: { base_url: issuer, test_path: '/me' },
  app: [
    { name: 'client_id', value: TEST_CLIENT.id, secret: false },
    { name: 'client_secret', value: TEST_CLIENT.secret, secret: true },
  ],
})

async function connect(name: string, file: string): Promise<string> {
  const params = { place: 'directory', directory, name: file }
  return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
}

async function runAgain(): Promise<void> {
  const { content } = await api.strategy.runNow({ params: { id: strategy }, body: {} })
  expect((await waitForRun(api, content.run_id)).failure).toBeNull()
}

function makeDatabase(name: string, rows: readonly (readonly [string, string])[]): void {
  const database = openDatabase(join(directory, name))
  database.exec('create table goods (sku text primary key, unit text)')
  for (const row of rows) database.prepare('insert into goods values (?, ?)').run(...row)
  database.close()
}

function readUnits(): Record<string, string> {
  const database = openDatabase(join(directory, 'erp.db'), { readOnly: true })
  const rows = database.prepare('select sku, unit from goods order by sku').all()
  database.close()
  return Object.fromEntries(rows.map(row => [String(row['sku']), String(row['unit'])]))
}
