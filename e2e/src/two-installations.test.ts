import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SolutionPackage } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { choose } from './choices.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

/**
 * An author packs a working integration; a tenant of another installation, whose shop writes badly and whose ERP calls
 * things by other names, installs the file, changes three things, takes the next version, and its records flow.
 */
let directory: string
let author: Product
let buyer: Product
let making: Api
let using: Api
let browser: Browser
let seen: Visit
let made: string

type Manifest = SolutionPackage['manifest']

const database = (name: string, ...statements: readonly string[]): void => {
  const file = openDatabase(join(directory, name))
  for (const each of statements) file.exec(each)
  file.close()
}
const rows = (name: string, sql: string): unknown[] => {
  const file = openDatabase(join(directory, name))
  const found = file.prepare(sql).all()
  file.close()
  return found.map(row => Object.values(row))
}
const connect = async (api: Api, name: string, file: string): Promise<string> => {
  const body = { name, platform_id: 'sqlite', params: { place: 'directory', directory, name: file } }
  return (await api.connector.create({ body })).content.id
}

const BILLS = 'no text primary key, amount numeric not null check (amount > 0), unit text, warehouse text, note text'
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-two-'))
  database(
    'shop-a.db',
    'create table orders (id integer primary key, no text, amount text, unit text, remark text)',
    "insert into orders values (1, 'A1', '10.50', 'BOX', 'x')",
  )
  database('erp-a.db', `create table bills (${BILLS})`)
  database(
    'shop-b.db',
    'create table orders (id integer primary key, no text, amount text, unit text, remark text)',
    `insert into orders values (1, 'B1', '10.50', 'BOX', 'gift'), (2, 'B2', '', 'PCS', null), (3, '', '7', 'BOX', ''),
       (4, 'B4', 'abc', 'BOX', ''), (5, 'B5', '-3', 'PCS', '退'), (6, 'B6', '99999999999999.99', 'XXL', '')`,
  )
  database('erp-b.db', `create table bills (${BILLS.replace('unit text', 'uom text')})`)
  const env = { FILE_DIRECTORIES: directory }
  ;[author, buyer] = await Promise.all([startProduct({ env }), startProduct({ env })])
  ;[making, using] = await Promise.all([author.signIn(), buyer.signIn()])
  browser = await openBrowser()
  seen = await visit(browser, buyer.url, { language: 'zh-CN', viewport: { width: 1440, height: 900 } })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await author?.dispose()
  await buyer?.dispose()
  await rm(directory, { recursive: true, force: true })
})

const template = (target: string, text: string, rest: object = {}) => ({
  ...{ target, value: { kind: 'template' as const, template: text } },
  ...rest,
})

async function makeStrategies(): Promise<string[]> {
  const shop = await connect(making, '商城', 'shop-a.db')
  const erp = await connect(making, '财务', 'erp-a.db')
  const { content: map } = await making.mapping.create({ body: { name: '单位' } })
  const upsert = [
    { a_value: 'BOX', b_value: '箱' },
    { a_value: 'PCS', b_value: '个' },
  ]
  await making.mapping.saveLines({ params: { id: map.id }, body: { version: map.version, upsert, remove: [] } })
  const sides = {
    source: { connector_id: shop, resource: 'orders', key: ['id'] },
    target: { connector_id: erp, resource: 'bills', key: ['no'], mode: 'upsert' as const },
    retry: { maxAttempts: 1, firstDelaySeconds: 1 },
  }
  const orders = [
    template('no', '{{no}}', { required: true }),
    template('amount', '{{amount}}', { required: true, type: 'decimal' }),
    template('unit', '{{unit}}', { lookup: { map_id: map.id, direction: 'forward' } }),
    { target: 'warehouse', value: { kind: 'constant' as const, value: 'W1' } },
  ]
  const ids: string[] = []
  for (const [code, name, fields] of [
    ['SO', '订单', orders],
    ['RET', '退货', [template('no', 'R-{{no}}'), template('amount', '{{amount}}')]],
  ] as const)
    ids.push(
      (await making.strategy.create({ body: { code, name, config: { ...sides, mapping: { fields: [...fields] } } } }))
        .content.id,
    )
  return ids
}

/** As a file, which is what the other installation gets. */
async function release(change: (manifest: Manifest) => Manifest): Promise<string> {
  const params = { id: made }
  const { content: draft } = await making.solutionPackage.detail({ params })
  const manifest = change(draft.document.manifest)
  const docs = [{ path: 'docs/readme.zh.md', text: '# 商城到财务' }]
  const body = { lock: draft.lock, manifest, docs, pictures: [], visibility: 'code' as const }
  const { content: saved } = await making.solutionPackage.save({ params, body })
  await making.solutionPackage.release({ params, body: { lock: saved.lock } })
  const file = await making.solutionPackage.file({ params: { id: made, version: manifest.version } })
  return file.text()
}

async function bring(text: string): Promise<void> {
  await seen.go('/lite/market')
  await seen.page.locator('input[type=file]').setInputFiles({
    ...{ name: 'package.sluice.json', mimeType: 'application/json' },
    buffer: Buffer.from(text),
  })
  await seen.page.getByRole('heading', { name: '数据范围' }).waitFor()
}

const installed = async () => {
  const [row] = (await using.installation.list({ query: {} })).content
  return (await using.installation.detail({ params: { id: row?.id ?? '' } })).content
}
const runOrders = async (): Promise<void> => {
  const flow = (await installed()).flows.find(each => each.code.endsWith('SO'))
  await seen.page.getByRole('button', { name: '运行一次 订单' }).click()
  await seen.page.getByText('已开始运行').first().waitFor()
  await waitForCalm(using, flow?.strategy_id ?? '')
}

test('the author packs two flows; a constant becomes a question, and one flow may be left out', async () => {
  const strategy_ids = await makeStrategies()
  const body = { strategy_ids, name: 'shop-bills', title: '商城到财务' }
  const { content: draft } = await making.solutionPackage.create({ body })
  made = draft.id
  const params = { id: made }
  const constant = (await making.solutionPackage.constants({ params })).content.find(each => each.value === 'W1')
  const { path = '', field = '' } = constant ?? {}
  const asked = { lock: draft.lock, path, field, name: 'warehouse', title: '仓库' }
  await making.solutionPackage.lift({ params, body: asked })
})

test('the buyer brings the file; what the connected ERP lacks is told before anything is made', async () => {
  const text = await release(manifest => ({
    ...manifest,
    flows: manifest.flows.map(each => ({ ...each, required: each.strategy === 'SO' })),
    parameters: manifest.parameters.map(({ default: _, ...rest }) => rest),
  }))
  await connect(using, '我的商城', 'shop-b.db')
  await connect(using, '我的财务', 'erp-b.db')
  await bring(text)
  const { page } = seen
  await page.getByRole('button', { name: /开通$/ }).click()
  const drawer = page.getByRole('dialog')
  await choose(drawer.getByRole('combobox', { name: '商城' }), '我的商城')
  await choose(drawer.getByRole('combobox', { name: '财务' }), '我的财务')
  const next = drawer.getByRole('button', { name: '下一步' })
  await next.click()
  await drawer.getByRole('checkbox', { name: /退货/ }).uncheck()
  await drawer.getByLabel('前缀').fill('MY')
  await next.click()
  await next.click()
  await drawer.getByLabel('仓库').fill('上海仓')
  await next.click()
  await drawer
    .getByText(/缺少字段：.*unit/)
    .first()
    .waitFor()
  await drawer.getByRole('button', { name: '确认开通' }).click()
  await page.waitForURL(/\/lite\/detail\//)
})

test('the ERP refuses, with its reason; three things are changed, and only what is wrong stays behind', async () => {
  const { page } = seen
  await runOrders()
  await page.getByText(/失败 6 条/).waitFor()
  await page.getByText(/bills 没有列.*unit/).waitFor()
  expect(rows('erp-b.db', 'select count(*) from bills')).toEqual([[0]])
  const [flow] = (await installed()).flows
  const params = { id: flow?.strategy_id ?? '' }
  const { config, version } = (await using.strategy.get({ params })).content
  const fields = config.mapping.fields.map(each => {
    if (each.target === 'unit') return { ...each, target: 'uom' }
    return each.target === 'amount' ? { ...each, ...template('amount', '{{amount | trim}}') } : each
  })
  const schedule = { ...config.schedule, cron: '0 3 * * *' }
  const body = { version, config: { ...config, schedule, mapping: { ...config.mapping, fields } } }
  await using.strategy.update({ params, body })
  await seen.go(page.url())
  await runOrders()
  await page.getByText(/成功 1 条/).waitFor()
  expect(rows('erp-b.db', 'select no, amount, uom, warehouse from bills order by no')).toEqual([
    ['B1', 10.5, '箱', '上海仓'],
  ])
})

test('the next version asks where both changed it, and keeps what was changed here', async () => {
  const { page } = seen
  const address = page.url()
  const sources = (await making.strategy.search({ body: {} })).content
  const orders = sources.find(each => each.code === 'SO')
  const params = { id: orders?.id ?? '' }
  const { config, version } = (await making.strategy.get({ params })).content
  const fields = config.mapping.fields.map(each =>
    each.target === 'amount'
      ? { ...each, value: { kind: 'expression' as const, expression: 'abs(dec(row.amount))' } }
      : each,
  )
  const more = { ...config.mapping, fields: [...fields, template('note', '{{remark}}')] }
  await making.strategy.update({ params, body: { version, config: { ...config, mapping: more } } })
  const { content: draft } = await making.solutionPackage.detail({ params: { id: made } })
  await making.solutionPackage.gather({ params: { id: made }, body: { lock: draft.lock } })
  await bring(await release(manifest => ({ ...manifest, version: '2.0.0' })))
  await seen.go(new URL(address).pathname)
  await page.getByRole('button', { name: '升级' }).click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByText(/处你和新版本都改了/)
    .first()
    .waitFor()
  await drawer.getByRole('radio', { name: '用新版本' }).first().check()
  await expect.poll(() => drawer.getByRole('button', { name: '升级' }).isEnabled()).toBe(true)
  await drawer.getByRole('button', { name: '升级' }).click()
  await drawer.waitFor({ state: 'detached' })
  const now = await installed()
  expect([now.version, now.previous]).toEqual(['2.0.0', '1.0.0'])
  await runOrders()
  // What was written stays as it is until it is processed again; what the ERP had refused has both sides' changes.
  await page.getByText(/成功 2 条/).waitFor()
  expect(rows('erp-b.db', 'select no, amount, uom, warehouse, note from bills order by no')).toEqual([
    ['B1', 10.5, '箱', '上海仓', null],
    ['B5', 3, '个', '上海仓', '退'],
  ])
})

test('a flow that was left out comes later, and one that was deleted is told and made again; everything goes back to the version before', async () => {
  const { page } = seen
  await page.getByRole('button', { name: '添加流程 退货' }).click()
  await page.getByRole('button', { name: '运行一次 退货' }).waitFor()
  const flow = (await installed()).flows.find(each => each.code.endsWith('RET'))
  await using.strategy.batchDelete({ body: { ids: [flow?.strategy_id ?? ''] } })
  await seen.go(page.url())
  await page.getByText('已被删除').waitFor()
  await page.getByRole('button', { name: '添加流程 退货' }).click()
  await page.getByRole('button', { name: '运行一次 退货' }).waitFor()
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '回到升级前' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '回到升级前' }).click()
  await page.getByText(/可升级到 2.0.0/).waitFor()
  expect((await installed()).version).toBe('1.0.0')
})
