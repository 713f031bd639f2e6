import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy, waitForRun } from './run-strategy.ts'

/** Shapes records in the studio: lines are put into groups, derived fields are made of them and used everywhere. */
let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let page: Page
let id: string
let shopId: string
let erpId: string

const items = [
  [
    ['A', '0.10'],
    ['B', '5'],
    ['A', '0.20'],
  ],
  [['C', '7.77']],
  [
    ['A', '100000000000000000.01'],
    ['A', '0.02'],
  ],
]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-shape-'))
  const shop = openDatabase(join(directory, 'shop.db'))
  shop.exec('create table orders (id integer primary key, order_no text not null, items text)')
  const insert = shop.prepare('insert into orders values (?, ?, ?)')
  for (const [at, lines] of items.entries())
    insert.run(at + 1, `SO-${at + 1}`, JSON.stringify(lines.map(([sku, amount]) => ({ sku, amount }))))
  shop.exec('create table lines (line_id integer primary key, no text not null, amount text not null)')
  shop.exec("insert into lines values (1, 'N1', '0.10'), (2, 'N2', '5'), (3, 'N1', '0.20')")
  shop.close()
  const erp = openDatabase(join(directory, 'erp.db'))
  erp.exec('create table bills (id integer primary key, orderNo text not null, total text, kinds integer)')
  erp.exec('create table documents (no text primary key, amount text, lines integer)')
  erp.close()
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  shopId = await connect('shop')
  erpId = await connect('erp')
  const made = await runNewStrategy(api, '订单汇总', {
    source: { connector_id: shopId, resource: 'orders', key: ['id'] },
    target: { connector_id: erpId, resource: 'bills', key: ['id'] },
    mapping: { fields: [field('id', '{{id}}'), field('orderNo', '{{order_no}}')] },
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

const field = (target: string, template: string) => ({ target, value: { kind: 'template' as const, template } })
const treeItem = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })
const shown = (name: string) => page.locator('.st-value', { hasText: name })
const steps = () => page.getByRole('list', { name: '取值过程' })
const option = (name: string) => page.locator('.ant-select-item-option', { hasText: name }).last()
const addDerived = () => page.getByRole('button', { name: '添加派生字段' }).click()
const rename = (name: string) => page.getByRole('textbox', { name: '字段名' }).fill(name)
const writeExpression = async (text: string) => {
  const editor = page.locator('.st-expression .cm-content')
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
}

test('the elements of a list are put into groups, and each group shows what it is made of', async () => {
  await seen.go(`/strategy/detail/${id}?tab=target`)
  await addDerived()
  await rename('parts')
  await page.getByText('明细', { exact: true }).click()
  await page.getByRole('combobox', { name: 'parts 值' }).fill('items')
  await option('items').click()
  await page.getByRole('switch', { name: '按组合并元素' }).click()
  const by = page.getByRole('combobox', { name: '分组字段' })
  await by.fill('sku')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '添加计算' }).click()
  await page.getByRole('combobox', { name: '计算字段 1' }).fill('amount')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('textbox', { name: '结果名 1' }).inputValue()).toBe('amount')
  for (const name of ['sku', 'amount']) {
    await page.getByRole('button', { name: '添加明细字段' }).click()
    await rename(name)
    await page.getByRole('combobox', { name: `${name} 值` }).fill(name)
    await page.keyboard.press('Escape')
    await treeItem('parts').click()
  }
  await expect.poll(() => steps().innerText()).toMatch(/分组 items by sku: sum\(amount\) as amount/)
})

test('a derived field uses another, is shown with its value and its way, and is picked like a field of the source', async () => {
  await addDerived()
  await rename('total')
  await writeExpression('sum(derived.parts, "amount")')
  await expect
    .poll(() => steps().innerText())
    .toMatch(/derived\.parts → \[\{"sku"[\s\S]*sum\(derived\.parts, "amount"\) → [\d.]+/)
  await treeItem('total').last().click()
  await page.getByRole('combobox', { name: 'total 值' }).fill('derived.to')
  await option('derived.total').click()
  await expect.poll(() => treeItem('total').last().textContent()).toContain('{{derived.total}}')
  await expect.poll(() => shown('total').last().innerText()).toMatch(/100000000000000000\.03|7\.77|5\.3/)
  await treeItem('kinds').click()
  await page.getByText('表达式', { exact: true }).click()
  await writeExpression('size(derived.parts)')
  await expect.poll(() => shown('kinds').innerText()).toMatch(/[12]/)
})

test('a circle is refused and shown; undone, all is well again', async () => {
  await treeItem('total').first().click()
  await writeExpression('derived.total + 1')
  await page.getByText('派生字段循环引用：total → total。').first().waitFor()
  await writeExpression('sum(derived.parts, "amount")')
  await expect.poll(() => page.getByText('派生字段循环引用').count()).toBe(0)
})

test('the source view says all of it, and going there and back loses nothing', async () => {
  await page.getByText('源码视图', { exact: true }).click()
  const source = page.getByRole('textbox', { name: '映射源码' })
  await expect.poll(() => source.innerText()).toContain('"derived"')
  await page.getByText('配置视图', { exact: true }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存为版本 2').waitFor()
  const { mapping } = (await api.strategy.get({ params: { id } })).content.config
  const group = { by: ['sku'], calculate: [{ name: 'amount', op: 'sum', field: 'amount' }] }
  expect(mapping.derived?.[0]).toMatchObject({ target: 'parts', value: { kind: 'lines', source: 'items', group } })
  expect(mapping.derived?.map(({ target }) => target)).toEqual(['parts', 'total'])
})

test('the row filter asks for a derived field, and a run writes sums to the last digit', async () => {
  await seen.go(`/strategy/detail/${id}?tab=source`)
  await page.getByRole('button', { name: '添加条件' }).click()
  const group = page.getByRole('group', { name: '第 1 组' })
  await group.getByRole('combobox', { name: '字段' }).fill('derived.to')
  await option('derived.total').click()
  await group.getByRole('combobox', { name: '比较', exact: true }).click()
  await option('小于').click()
  await group.getByRole('textbox', { name: '值' }).fill('7')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存为版本 3').waitFor()
  const { content } = await api.strategy.get({ params: { id } })
  expect(content.config.source.filter).toMatchObject([[{ field: 'derived.total', value: '7' }]])
  const filter = [[{ field: 'derived.total', logic: 'neq' as const, value: '7.77' }]]
  const config = { ...content.config, source: { ...content.config.source, filter } }
  const { run } = await runNewStrategy(api, '订单汇总二', config)
  expect(run.counts).toMatchObject({ read: 3, filtered: 1, rejected: 0, written: 2 })
  const erp = openDatabase(join(directory, 'erp.db'))
  const rows = erp.prepare('select id, total, kinds from bills where total is not null order by id').all()
  erp.close()
  expect(rows.map(row => ({ ...row }))).toEqual([
    { id: 1, total: '5.3', kinds: 2 },
    { id: 3, total: '100000000000000000.03', kinds: 1 },
  ])
  expect(seen.takeProblems()).toEqual([])
})

test('what another strategy has stored is joined into documents, with sums to the last digit', async () => {
  const here = (await api.connector.create({ body: { platform_id: 'self', name: '本平台', params: {} } })).content.id
  const rows = await runNewStrategy(api, '明细', {
    source: { connector_id: shopId, resource: 'lines', key: ['line_id'] },
    target: { connector_id: here, resource: 'noop.write' },
    mapping: { copyAll: true, fields: [] },
  })
  const { content } = await api.strategy.create({
    body: {
      name: '单据',
      config: {
        source: { connector_id: here, resource: `strategy.query/${rows.id}`, key: ['line_id'] },
        target: { connector_id: erpId, resource: 'documents', key: ['no'] },
        mapping: { fields: [field('no', '{{no}}'), field('amount', '{{amount}}')] },
      },
    },
  })
  await seen.go(`/strategy/detail/${content.id}?tab=source`)
  await page.getByRole('switch', { name: '把数据按组合并成单据' }).click()
  await page.getByText('请至少选择一个分组字段。').waitFor()
  await page.getByRole('combobox', { name: '分组字段' }).fill('no')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '添加计算' }).click()
  await page.getByRole('combobox', { name: '计算字段 1' }).fill('amount')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('已保存为版本 2').waitFor()
  const { source } = (await api.strategy.get({ params: { id: content.id } })).content.config
  expect(source).toMatchObject({ key: ['no'], group: { by: ['no'], calculate: [{ op: 'sum', field: 'amount' }] } })
  await seen.go(`/strategy/detail/${content.id}?tab=target`)
  await treeItem('lines').click()
  await page.getByRole('combobox', { name: 'lines 值' }).fill('recordI')
  await option('recordIds').waitFor()
  const { run_id } = (await api.strategy.runNow({ params: { id: content.id }, body: {} })).content
  expect(await waitForRun(api, run_id)).toMatchObject({ state: 'succeeded', counts: { read: 2, written: 2 } })
  const erp = openDatabase(join(directory, 'erp.db'))
  const documents = erp.prepare('select no, amount from documents order by no').all()
  erp.close()
  expect(documents.map(row => ({ ...row }))).toEqual([
    { no: 'N1', amount: '0.3' },
    { no: 'N2', amount: '5' },
  ])
  await seen.go(`/strategy/detail/${content.id}?tab=runs`)
  await page.getByRole('button', { name: '详情', exact: true }).click()
  await page.getByText('已存的行 3 = 读到的各组中的行 3').waitFor()
  const stored = (await api.strategyData.search({ params: { strategy: rows.id }, body: { keys: ['3'] } })).content.rows
  await seen.go(`/strategy/detail/${rows.id}/${stored[0]?.id}`)
  const related = page.getByRole('list', { name: '相关数据' }).getByRole('listitem')
  await related.filter({ hasText: '所在单据' }).getByRole('link', { name: '打开 N1' }).click()
  await related.filter({ hasText: '明细' }).getByRole('link', { name: '打开 3' }).waitFor()
  expect(await related.filter({ hasText: '明细' }).getByRole('link').allInnerTexts()).toEqual(['1', '3'])
  await seen.go('/resources/mongodb')
  await page.getByText('正被分组，原始页保留').waitFor()
})
