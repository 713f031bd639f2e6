import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'

/** Walks the list of strategies: what narrows it, what is kept and taken along, tags, and what uses what. */
let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let page: Page
const ids = { orders: '', archive: '', again: '' }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-list-'))
  for (const name of ['shop', 'erp']) {
    const database = new DatabaseSync(join(directory, `${name}.db`))
    database.exec('create table orders (id integer primary key, no text not null)')
    if (name === 'shop') database.exec(`insert into orders values (1, 'SO-1'), (2, 'SO-2')`)
    database.close()
  }
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  await makeStrategies()
  browser = await openBrowser()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' } })
  page = seen.page
}, 120_000)
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

/** Orders into the ERP; the same into an archive; and what the first one stored, once more. */
async function makeStrategies(): Promise<void> {
  const connect = async (platform_id: string, name: string, params: Record<string, string>) =>
    (await api.connector.create({ body: { platform_id, name, params } })).content.id
  const place = (name: string) => ({ place: 'directory', directory, name })
  const [shop, erp] = [
    await connect('sqlite', '商城', place('shop.db')),
    await connect('sqlite', 'ERP', place('erp.db')),
  ]
  const here = await connect('self', '本平台', {})
  const source = { connector_id: shop, resource: 'orders', key: ['id'] }
  const target = { connector_id: erp, resource: 'orders' }
  const archive = { connector_id: here, resource: 'noop.write' }
  const mapping = { copyAll: true, fields: [] }
  ids.orders = (await runNewStrategy(api, '订单到 ERP', { source, target, mapping })).id
  ids.archive = (await runNewStrategy(api, '订单归档', { source, target: archive, mapping })).id
  const stored = { connector_id: here, resource: `strategy.query/${ids.orders}`, key: ['id'] }
  ids.again = (await runNewStrategy(api, '再次归档', { source: stored, target: archive, mapping })).id
}

const dialog = () => page.locator('.ant-modal:visible').last()
const names = () => page.locator('.st-name').evaluateAll(cells => cells.map(cell => cell.firstChild?.textContent ?? ''))
const filter = (name: string) => page.getByRole('search').getByRole('combobox', { name })
async function choose(name: string, option: string): Promise<void> {
  await filter(name).click()
  const dropdown = page.locator('.ant-select-dropdown:visible')
  await dropdown.locator('.ant-select-item-option', { hasText: option }).click()
  await page.keyboard.press('Escape')
  await dropdown.waitFor({ state: 'hidden' })
}
/** Several can be chosen, so their list stays open, over the next one. */
async function foldChoices(): Promise<void> {
  await dialog().locator('.ant-modal-title').click()
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' })
}
const rows = (name: string) => page.locator('.sl-table', { has: page.getByRole('table', { name }) }).locator('tbody')

test('platforms narrow the list, its address and its export', async () => {
  await seen.go('/strategy/index?sort=name')
  await expect.poll(async () => (await names()).length).toBe(3)
  await choose('源平台', 'SQLite')
  await expect.poll(names).toEqual(['订单到 ERP', '订单归档'])
  await choose('目标平台', '本平台')
  await expect.poll(names).toEqual(['订单归档'])
  expect(page.url()).toMatch(/source=sqlite&target=self/)
  await page.reload()
  await expect.poll(names).toEqual(['订单归档'])
  await page.getByText('共 1 条').waitFor()
  await page.getByRole('button', { name: '导出' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '列表（CSV）' }).click(),
  ])
  const file = join(directory, 'list.csv')
  await download.saveAs(file)
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
  expect(lines).toEqual([expect.stringContaining('标签'), expect.stringContaining('订单归档')])
})

test('tags are typed for one, put on and taken off several, and narrow the list', async () => {
  await seen.go('/strategy/index?sort=name')
  await page.getByRole('button', { name: '修改名称 订单归档' }).click()
  await dialog().getByRole('combobox', { name: '标签' }).fill('月结,归档')
  await page.keyboard.press('Enter')
  await dialog().getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存').waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量修改' }).click()
  await dialog().getByRole('checkbox', { name: '标签' }).check()
  await dialog().getByRole('combobox', { name: '加上' }).fill('年结')
  await page.keyboard.press('Enter')
  await foldChoices()
  await dialog().getByRole('combobox', { name: '去掉' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '月结' }).click()
  await foldChoices()
  await dialog().getByRole('checkbox', { name: '负责人' }).check()
  await dialog().getByRole('combobox', { name: '负责人' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await dialog().getByRole('button', { name: '修改', exact: true }).click()
  await page.getByText('3 个方案处理成功').waitFor()
  expect((await api.strategy.get({ params: { id: ids.archive } })).content.tags).toEqual(['年结', '归档'])
  await choose('标签', '归档')
  await expect.poll(names).toEqual(['订单归档'])
})

test('a filter is kept under a name with its platforms and tags', async () => {
  await seen.go('/strategy/index?sort=name&source=sqlite&tags=归档')
  await expect.poll(names).toEqual(['订单归档'])
  await page.getByRole('button', { name: '常用筛选' }).click()
  await page.getByRole('button', { name: '保存当前筛选' }).click()
  await dialog().getByRole('textbox').fill('归档的')
  await dialog().getByRole('button', { name: '保存' }).click()
  await seen.go('/strategy/index?sort=name')
  await expect.poll(async () => (await names()).length).toBe(3)
  await page.getByRole('button', { name: '常用筛选' }).click()
  await page.getByRole('button', { name: '归档的', exact: true }).click()
  await expect.poll(names).toEqual(['订单归档'])
  expect(decodeURIComponent(page.url())).toMatch(/source=sqlite&tags=归档/)
})

test('a strategy tells its id, what it uses and what uses it', async () => {
  await seen.go(`/strategy/detail/${ids.again}`)
  await page.getByRole('tab', { name: '更多信息' }).click()
  await page.getByText(ids.again, { exact: true }).waitFor()
  await expect
    .poll(() => rows('引用了什么').innerText())
    .toMatch(/连接器\s+本平台[\s\S]*以它已存储的数据为源\s+订单到 ERP/)
  await rows('引用了什么').getByRole('link', { name: '订单到 ERP' }).click()
  await page.waitForURL(`**/strategy/detail/${ids.orders}`)
  await page.getByRole('tab', { name: '更多信息' }).click()
  await expect.poll(() => rows('被谁引用').innerText()).toMatch(/以这里已存储的数据为源\s+再次归档/)
})

test.each(['side', 'top'])('no list of the studio is wider than its page, with the menu at the %s', async layout => {
  await api.exportJob.create({ params: { strategy: ids.orders }, body: { format: 'csv' } })
  const wide = await visit(browser, product.url, { settings: { multiTab: false, layout } })
  try {
    for (const path of [
      '/strategy/index',
      '/strategy/health',
      '/strategy/export/job',
      `/strategy/detail/${ids.orders}?tab=more`,
    ]) {
      await wide.go(path)
      await wide.page.locator('.ant-table-row').first().waitFor()
      const over = await wide.page
        .locator('.ant-table-content, .ant-table-body')
        .evaluateAll(bodies => bodies.map(body => body.scrollWidth - body.clientWidth))
      expect(Math.max(...over), path).toBe(0)
    }
    expect(wide.takeProblems()).toEqual([])
  } finally {
    await wide.close()
  }
})
