import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Visit, visit } from './browser.ts'
import { choose, foldChoices } from './choices.ts'
import type { Api } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Walks the list of strategies: what narrows it, what is kept and taken along, tags, and what uses what. */
let world: FilesVisit
let api: Api
let seen: Visit
let page: Page
const ids = { orders: '', archive: '', again: '' }

beforeAll(async () => {
  const orders = 'create table orders (id integer primary key, no text not null);'
  world = await visitFiles({ shop: `${orders} insert into orders values (1, 'SO-1'), (2, 'SO-2')`, erp: orders })
  ;({ api, seen, page } = world)
  await makeStrategies()
}, 120_000)
afterAll(() => world.close())

/** Orders into the ERP; the same into an archive; and what the first one stored, once more. */
async function makeStrategies(): Promise<void> {
  const [shop, erp] = [await world.connect('shop', '商城'), await world.connect('erp', 'ERP')]
  const here = (await api.connector.create({ body: { platform_id: 'self', name: '本平台', params: {} } })).content.id
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
const select = (name: string) => dialog().getByRole('combobox', { name })
const filter = (name: string) => page.getByRole('search').getByRole('combobox', { name })
const rows = (name: string) => page.locator('.sl-table', { has: page.getByRole('table', { name }) }).locator('tbody')

test('platforms narrow the list, its address and its export', async () => {
  await seen.go('/strategy/index?sort=name')
  await expect.poll(async () => (await names()).length).toBe(3)
  await choose(filter('源平台'), 'SQLite')
  await expect.poll(names).toEqual(['订单到 ERP', '订单归档'])
  await choose(filter('目标平台'), '本平台')
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
  const file = join(world.directory, 'list.csv')
  await download.saveAs(file)
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
  expect(lines).toEqual([expect.stringContaining('标签'), expect.stringContaining('订单归档')])
})

test('tags are typed for one, put on and taken off several, and narrow the list', async () => {
  await seen.go('/strategy/index?sort=name')
  await page.getByRole('button', { name: '重命名 订单归档' }).click()
  await dialog().getByRole('combobox', { name: '标签' }).fill('月结,归档')
  await page.keyboard.press('Enter')
  await dialog().getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存').waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量编辑' }).click()
  await dialog().getByRole('checkbox', { name: '标签' }).check()
  await select('加上').fill('年结')
  await page.keyboard.press('Enter')
  await foldChoices(select('加上'))
  await choose(select('去掉'), '月结')
  await dialog().getByRole('checkbox', { name: '负责人' }).check()
  await choose(select('负责人'), /./)
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('3 个方案处理成功').waitFor()
  expect((await api.strategy.get({ params: { id: ids.archive } })).content.tags).toEqual(['年结', '归档'])
  await choose(filter('标签'), '归档')
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

test.each([
  ['side', 'zh-CN'],
  ['top', 'zh-CN'],
  ['side', 'pt-BR'],
] as const)(
  'no list of the studio is wider than its page, with the menu at the %s, in %s',
  async (layout, language) => {
    await api.exportJob.create({ params: { strategy: ids.orders }, body: { format: 'csv' } })
    const wide = await visit(world.browser, world.product.url, { language, settings: { multiTab: false, layout } })
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
  },
)
