import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit, waitForRest } from './browser.ts'
import { findBarriers } from './find-barriers.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy, waitForCalm, waitForRun } from './run-strategy.ts'

const ROWS = 1200
let directory: string
let product: Product
let browser: Browser
let admin: Visit
let page: Page
let api: Api
let connectors: { readonly shop: string; readonly target: string }
const open = (name: string) => openDatabase(join(directory, name), { timeout: 5000 })

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-again-'))
  const shop = open('shop.db')
  shop.exec('create table goods (id integer primary key, name text not null, qty integer not null)')
  const add = shop.prepare('insert into goods values (?, ?, ?)')
  shop.exec('begin')
  for (let id = 1; id <= ROWS; id++) add.run(id, `货物 ${id}`, id * 3)
  shop.exec('commit')
  shop.close()
  const target = open('target.db')
  target.exec('create table goods (id integer primary key, qty integer not null)')
  target.exec('create table others (id integer primary key, qty integer not null)')
  target.close()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const make = async (name: string): Promise<string> => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  connectors = { shop: await make('shop'), target: await make('target') }
  browser = await openBrowser()
  admin = await visit(browser, product.url, { settings: { multiTab: false }, isUnopened: true })
  page = admin.page
}, 120_000)
afterEach(() => expect(admin.takeProblems()).toEqual([]))
afterAll(async () => {
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const countTarget = (table: string): unknown => {
  const database = open('target.db')
  try {
    return database.prepare(`select count(*) as rows, sum(qty) as sum from ${table}`).get()
  } finally {
    database.close()
  }
}
const ALL = { rows: ROWS, sum: (3 * ROWS * (ROWS + 1)) / 2 }

/** Every record is refused: the name of goods is no number. */
async function failAll(table: string): Promise<string> {
  const field = (target: string, from: string) => ({
    target,
    value: { kind: 'template' as const, template: `{{${from}}}` },
    type: 'int' as const,
    required: true,
  })
  const { id, run } = await runNewStrategy(api, table, {
    source: { connector_id: connectors.shop, resource: 'goods', key: ['id'] },
    target: { connector_id: connectors.target, resource: table, key: ['id'] },
    mapping: { fields: [field('id', 'id'), field('qty', 'name')] },
  })
  expect(run).toMatchObject({ counts: { read: ROWS, dead: ROWS, written: 0 } })
  return id
}

const dialog = (): Locator => page.locator('.ant-modal:visible').last()
const button = (on: Page | Locator, name: string): Locator =>
  on.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) })

/** Maps the quantity in place of the name, and saves. */
async function mend(id: string): Promise<void> {
  await admin.go(`/strategy/detail/${id}?tab=target`)
  await page.getByRole('treeitem', { name: /^qty,/ }).click()
  await page.getByRole('combobox', { name: 'qty 值' }).fill('qty')
  await button(page, '保存').click()
  await page.getByText('已保存为版本 2').waitFor()
}

test('a save asks once for records in error, and processes them again', { timeout: 120_000 }, async () => {
  const id = await failAll('goods')
  await mend(id)
  await dialog().getByText('是否重新处理 1,200 条数据？').waitFor()
  await waitForRest(page)
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(), '重新处理').click()
  await dialog().getByText('100%').or(dialog().getByLabel('check-circle')).first().waitFor({ timeout: 60_000 })
  expect(await waitForCalm(api, id)).toEqual(new Map([[2, ROWS]]))
  expect(countTarget('goods')).toEqual(ALL)
  await button(dialog(), '关闭').last().click()
  await admin.go(`/strategy/detail/${id}?tab=overview`)
  await page.locator('.st-states').getByText('1,200').waitFor()
  expect(await button(page, '重新处理 1,200 条').count()).toBe(0)
  const again = await api.strategy.runNow({ params: { id }, body: {} })
  expect(await waitForRun(api, again.content.run_id)).toMatchObject({
    state: 'succeeded',
    counts: { read: ROWS, duplicate: ROWS, written: 0 },
  })
})

test('or run now does, and the list means all that its filter finds', { timeout: 120_000 }, async () => {
  const id = await failAll('others')
  await admin.go(`/strategy/detail/${id}?tab=data&status=3`)
  await page.locator('.ant-table-row').nth(49).waitFor()
  await page.getByRole('checkbox', { name: '选择全部' }).or(page.locator('thead .ant-checkbox-input')).first().check()
  const bar = page.locator('.sl-table-selection')
  await bar.getByText('已选中筛选出的全部数据').waitFor()
  await button(bar, '忽略 1,200 条').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await button(bar, '只选显示的 50 条').click()
  await bar.getByText(/50/).first().waitFor()
  await button(bar, '忽略').click()
  await expect.poll(async () => Object.fromEntries(await waitForCalm(api, id))).toEqual({ 3: ROWS - 50, 7: 50 })
  await mend(id)
  await dialog().getByText('是否重新处理 1,150 条数据？').waitFor()
  await button(dialog(), '暂不处理').click()
  await page.getByRole('tab', { name: '概览' }).click()
  await button(page, '重新处理 1,150 条').waitFor()
  const { content } = await api.strategy.runNow({ params: { id }, body: {} })
  expect(await waitForRun(api, content.run_id)).toMatchObject({
    imbalance: null,
    counts: { read: ROWS, fresh: ROWS - 50, duplicate: 50, written: ROWS - 50 },
  })
  expect(countTarget('others')).toMatchObject({ rows: ROWS - 50 })
  await expect.poll(() => button(page, '重新处理 1,150 条').count()).toBe(0)
})
