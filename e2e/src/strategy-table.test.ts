import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Visit, visit } from './browser.ts'
import { runNewStrategy } from './run-strategy.ts'
import { type FilesVisit, visitFiles } from './visit-files.ts'

/** Records as a table of one's own columns, and the same for people without an account. */
let world: FilesVisit
let seen: Visit
let page: Page
let orders: string
let stranger: Visit
let link: string

beforeAll(async () => {
  world = await visitFiles({
    shop(file) {
      file.exec('create table orders (id integer primary key, amount text, buyer text, note text)')
      const insert = file.prepare('insert into orders values (?, ?, ?, ?)')
      for (let at = 1; at <= 120; at++)
        insert.run(at, `9007199254740993.${at}`, `Buyer ${at}`, [null, '', 'fine'][at % 3] ?? null)
    },
    erp: 'create table bills (id integer primary key)',
  })
  ;({ seen, page } = world)
  const [from, to] = [await world.connect('shop'), await world.connect('erp')]
  orders = (
    await runNewStrategy(world.api, '订单', {
      source: { connector_id: from, resource: 'orders', key: ['id'] },
      target: { connector_id: to, resource: 'bills', key: ['id'] },
      mapping: { fields: [{ target: 'id', value: { kind: 'template', template: '{{id}}' } }] },
    })
  ).id
  stranger = await visit(world.browser, world.product.url, { isSignedOut: true, isUnopened: true })
}, 120_000)
afterAll(async () => {
  await stranger?.close()
  await world.close()
})

const rows = (on: Page) => on.locator('.tb-grid .ant-table-tbody .ant-table-row')
const drawer = () => page.locator('.ant-drawer-open')

test('the tab of records leads to the table, whose values are as they came', async () => {
  await seen.go(`/strategy/detail/${orders}?tab=data`)
  await page.getByRole('link', { name: '以数据表打开' }).click()
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(100)
  const text = await page.locator('.tb-page').innerText()
  for (const part of ['共 120 条', '已显示 100 条', '后面还有', '9007199254740993.120', '空值 null', '空文本'])
    expect(text).toContain(part)
  await page.getByRole('button', { name: '加载更多' }).click()
  await page.getByText('已到末尾').waitFor()
  expect(await rows(page).count()).toBe(120)
})

test('a value is looked for in a column, and the address holds what was asked', async () => {
  await page.getByRole('button', { name: '按“buyer”筛选' }).click()
  await drawer().getByLabel('值', { exact: true }).fill('Buyer 11')
  await page.keyboard.press('Enter')
  await page.getByText('已逐条查看 120 条，符合 11 条').waitFor()
  await page.reload()
  await page.getByText('已逐条查看 120 条，符合 11 条').waitFor()
  expect(await rows(page).count()).toBe(11)
})

test('a column that is taken out is gone, and the view is kept under a name', async () => {
  await page.locator('.tb-bar button:has(.anticon-setting)').click()
  await drawer().getByRole('button', { name: '删除“note”' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.tb-grid thead').innerText()).not.toContain('note')
  const { content } = await world.api.strategyTable.fields({ params: { strategy: orders }, query: {} })
  expect(content.fields.map(({ path }) => path)).toEqual(['id', 'amount', 'buyer', 'note'])
  await page.locator('.tb-bar button:has(.anticon-down)').click()
  await page.locator('.st-filters > .ant-btn').click()
  await page.locator('.ant-modal input[type=text], .ant-modal input:not([type])').first().fill('十一号买家')
  await page.locator('.ant-modal .ant-btn-primary').click()
  await page.locator('.ant-modal').waitFor({ state: 'hidden' })
  await seen.go(`/strategy/table/${orders}`)
  await rows(page).first().waitFor()
  await page.locator('.tb-bar button:has(.anticon-down)').click()
  await page.getByRole('button', { name: '十一号买家', exact: true }).click()
  await page.getByText('符合 11 条').waitFor()
})

test('a link shows its columns to somebody without an account, and nothing else', async () => {
  await page.getByRole('button', { name: '分享' }).click()
  await drawer().getByLabel('标题', { exact: true }).fill('给伙伴')
  await drawer().getByRole('button', { name: '生成链接' }).click()
  link = await drawer().locator('[data-made] code').first().innerText()
  expect(link).toMatch(/\/share\/table\/[0-9a-f-]{36}#[\w-]{43}$/)
  const { page: other } = stranger
  await stranger.go(new URL(link).pathname + new URL(link).hash)
  await rows(other).first().waitFor()
  expect(await rows(other).count()).toBe(11)
  const text = await other.locator('body').innerText()
  expect([
    text.includes('给伙伴'),
    text.includes('Buyer 119'),
    text.includes('note'),
    text.includes('Buyer 12'),
  ]).toEqual([true, true, false, false])
  expect(await other.locator('a, .sh-header, nav').count()).toBe(0)
})

test('a link that was ended opens nothing more', async () => {
  await drawer().getByRole('button', { name: '知道了' }).click()
  await drawer().getByRole('button', { name: '停用' }).click()
  await page.locator('.ant-modal .ant-btn-dangerous').click()
  await drawer().getByText('已停用').first().waitFor()
  await stranger.page.reload()
  await stranger.page.getByText('链接打不开').waitFor()
  expect(seen.takeProblems()).toEqual([])
})
