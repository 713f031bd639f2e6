import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy } from './run-strategy.ts'

/** The studio's script: written with completion, run on a stored record, saved, and at work in the next run. */
let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let page: Page
let id: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-script-'))
  const shop = openDatabase(join(directory, 'shop.db'))
  shop.exec('create table orders (id integer primary key, order_no text not null, amount text)')
  shop.exec(`insert into orders values (1, 'SO-1', '0.10'), (2, 'SO-2', '9007199254740993')`)
  shop.close()
  const erp = openDatabase(join(directory, 'erp.db'))
  erp.exec('create table bills (id integer primary key, orderNo text not null, total text)')
  erp.close()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })
  const made = await runNewStrategy(api, '订单改写', {
    source: { connector_id: await connect('shop'), resource: 'orders', key: ['id'] },
    target: { connector_id: await connect('erp'), resource: 'bills', key: ['id'] },
    mapping: { fields: [field('id', '{{id}}'), field('orderNo', '{{order_no}}'), field('total', '{{amount}}')] },
  })
  id = made.id
  browser = await openBrowser()
  seen = await visit(browser, product.url, { settings: { multiTab: false, layout: 'side' }, isUnopened: true })
  page = seen.page
}, 120_000)
afterAll(async () => {
  await seen.close()
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

const editor = () => page.getByRole('textbox', { name: '脚本', exact: true })
const write = async (code: string) => {
  await editor().click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(code)
}

test('a script is written with what there is to write, and shows at its place what is wrong', async () => {
  await seen.go(`/strategy/detail/${id}?tab=target`)
  await page.getByText('脚本', { exact: true }).click()
  await page.getByRole('button', { name: '插入示例' }).click()
  await expect.poll(() => editor().innerText()).toContain('export function afterMapping')
  await write('export function beforeMapping(record, ctx) {\n  ')
  await page.keyboard.type('record.ord')
  await page.locator('.cm-tooltip-autocomplete').getByText('record.order_no').waitFor()
  await page.keyboard.press('Escape')
  await write('export function beforeMapping(record) {\n  record.none.such = 1\n}')
  await page
    .getByText(/脚本出错（beforeMapping, line 2, column \d+）/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('.cm-lintRange-error').count()).toBe(1)
})

test('what it changes of the chosen record is shown, saved, and written by the next run', async () => {
  await write(
    `export function beforeMapping(record) {\n  record.order_no = 'N' + record.order_no\n}\nexport const afterMapping = (target, ctx) => {\n  if (ctx.record.id === 1) ctx.refuse('样品单')\n}`,
  )
  await page.getByRole('tab', { name: '脚本改动' }).click()
  const changes = page.getByRole('region', { name: '映射前', exact: true })
  await expect.poll(() => changes.innerText()).toMatch(/order_no[\s\S]*"SO-\d"[\s\S]*"NSO-\d"/)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存为版本 2').waitFor()
  const shop = openDatabase(join(directory, 'shop.db'))
  shop.exec(`insert into orders values (3, 'SO-3', '12.50')`)
  shop.close()
  const { content: saved } = await api.strategy.get({ params: { id } })
  expect(saved.config.mapping.script?.code).toContain('ctx.refuse')
  const { id: second, run } = await runNewStrategy(api, '订单改写二', saved.config)
  expect(run.counts).toMatchObject({ read: 3, written: 2 })
  const erp = openDatabase(join(directory, 'erp.db'))
  const rows = erp.prepare('select id, orderNo, total from bills order by id').all()
  erp.close()
  expect(rows.map(row => ({ ...row }))).toEqual([
    { id: 1, orderNo: 'SO-1', total: '0.10' },
    { id: 2, orderNo: 'NSO-2', total: '9007199254740993' },
    { id: 3, orderNo: 'NSO-3', total: '12.50' },
  ])
  const { content } = await api.strategyData.search({ params: { strategy: second }, body: { keys: ['2'] } })
  await seen.go(`/strategy/detail/${second}/${content.rows[0]?.id}`)
  await expect.poll(() => changes.innerText()).toMatch(/order_no[\s\S]*"SO-2"[\s\S]*"NSO-2"/)
  expect(seen.takeProblems()).toEqual([])
})
