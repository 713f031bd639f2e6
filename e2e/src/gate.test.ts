import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { runNewStrategy, waitForRun } from './run-strategy.ts'

let directory: string
let product: Product
let browser: Browser
let api: Api
let seen: Visit
let page: Page
let id: string

const ORDERS = 40

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-gate-'))
  for (const name of ['shop', 'target']) {
    const database = openDatabase(join(directory, `${name}.db`))
    database.exec('create table orders (id integer primary key, customer text, amount text)')
    database.close()
  }
  addOrders(1, ORDERS)
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  id = await makeStrategy()
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

function addOrders(from: number, to: number): void {
  const database = openDatabase(join(directory, 'shop.db'))
  const insert = database.prepare('insert into orders values (?, ?, ?)')
  // Every tenth has no customer.
  for (let order = from; order <= to; order += 1)
    insert.run(order, order % 10 === 0 ? null : `C${order}`, `${order}.50`)
  database.close()
}

function readTarget(order: number): unknown {
  const database = openDatabase(join(directory, 'target.db'))
  const row = database.prepare('select customer from orders where id = ?').get(order)
  database.close()
  return row?.['customer'] ?? null
}

const template = (target: string, text: string, required = false) => ({
  target,
  value: { kind: 'template' as const, template: text },
  ...(required && { required }),
})
const mappingOf = (customer: ReturnType<typeof template>) => ({
  copyAll: false,
  fields: [template('id', '{{id}}'), customer, template('amount', '{{amount}}')],
})

async function makeStrategy(): Promise<string> {
  const connect = async (name: string) => {
    const params = { place: 'directory', directory, name: `${name}.db` }
    return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
  }
  const [source, target] = [await connect('shop'), await connect('target')]
  const { id, run } = await runNewStrategy(api, '订单', {
    source: { connector_id: source, resource: 'orders', key: ['id'], pageSize: 10 },
    target: { connector_id: target, resource: 'orders' },
    mapping: mappingOf(template('customer', '{{customer}}')),
  })
  expect(run).toMatchObject({ state: 'succeeded', counts: { written: ORDERS } })
  return id
}

/** As the studio saves it. */
async function saveMapping(customer: ReturnType<typeof template>) {
  const { content } = await api.strategy.get({ params: { id } })
  const { draft } = content.gate
  const { name, group, remark, version, config } = content
  const body = { name, group, remark, version, config: { ...config, mapping: mappingOf(customer) } }
  return (await api.strategy.update({ params: { id }, body: { ...body, ...(draft && { draft: draft.revision }) } }))
    .content
}

const button = (name: string) => page.getByRole('button', { name })
const dialog = () => page.locator('.ant-modal:visible').last()
const kinds = () => page.locator('.st-kinds')
const open = () => seen.go(`/strategy/detail/${id}?tab=publish`)

test('the gate is switched on, and from then on a change waits as a draft', async () => {
  await open()
  await page.getByRole('heading', { name: '发布闸门' }).waitFor()
  await button('启 用').or(button('启用')).click()
  await page.getByText('已启用：').waitFor()
  await seen.go(`/strategy/detail/${id}?tab=source`)
  await page.getByText('这个方案有发布闸门').waitFor()
  const saved = await saveMapping(template('customer', 'N-{{customer}}', true))
  expect(saved).toMatchObject({ version: 1, gate: { draft: { revision: 1, changed: ['mapping'] } } })
})

test('the editor goes on with the draft, and says that runs do not', async () => {
  await seen.go(`/strategy/detail/${id}?tab=target`)
  await page.getByText('您在修改草稿，运行仍按已发布的版本 1。').waitFor()
  await page.getByRole('link', { name: '去发布' }).click()
  const difference = page.getByRole('table', { name: '草稿与已发布版本的差别' })
  await expect.poll(() => difference.innerText()).toContain('N-{{customer}}')
})

test('a rehearsal shows each record that would be written otherwise', async () => {
  await button('开始预演').click()
  await expect.poll(() => kinds().innerText(), { timeout: 30_000 }).toMatch(/比对\s+40[\s\S]*有变化\s+40/)
  await page.getByRole('table', { name: '按字段汇总' }).getByText('customer').waitFor()
  const rows = page.locator('.sl-table .ant-table-row')
  await expect.poll(() => rows.count()).toBe(10)
  await rows.first().getByRole('button').click()
  await expect
    .poll(() => page.locator('.ant-table-expanded-row').first().innerText())
    .toMatch(/customer\s+"C\d+"|null\s+"N-/)
  const [download] = await Promise.all([page.waitForEvent('download'), button('导出 CSV').click()])
  expect(download.suggestedFilename()).toBe('rehearsal-1.csv')
})

test('what would be refused is told by its reason, and nothing of it is live', async () => {
  await saveMapping(template('customer', '{{customer}}', true))
  await open()
  await button('开始预演').click()
  await expect.poll(() => kinds().innerText(), { timeout: 30_000 }).toMatch(/相同\s+36[\s\S]*新被拒绝\s+4/)
  await page.getByRole('table', { name: '按拒绝原因汇总' }).getByText('customer').first().waitFor()
  const { content } = await api.strategy.get({ params: { id } })
  await expect(
    api.strategyPublish.publish({ params: { id }, body: { version: content.version, revision: 2 } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(await button('发布').last().getAttribute('aria-disabled')).toBe('true')
  await page.locator('.st-publish-foot').getByText('先确认差异').waitFor()
})

test('accepted and published, the next run writes by it; what ran before is as it was', async () => {
  await saveMapping(template('customer', '{{customer}}!'))
  await open()
  await button('开始预演').click()
  await expect.poll(() => kinds().innerText(), { timeout: 30_000 }).toMatch(/有变化\s+40/)
  addOrders(ORDERS + 1, ORDERS + 3)
  const before = await api.strategy.runNow({ params: { id }, body: {} })
  await waitForRun(api, before.content.run_id)
  expect(readTarget(41)).toBe('C41')
  await page.getByLabel('说明').fill('客户要求加叹号')
  await button('确认差异').click()
  await page.getByText('客户要求加叹号').waitFor()
  await page.locator('.st-publish-foot button').last().click()
  await dialog().locator('.ant-btn-dangerous').click()
  await page.getByText('已发布为版本 2').waitFor()
  await page.getByText('没有草稿').waitFor()
  // The picture shows what the last run went by.
  await page.getByRole('tab', { name: '概览' }).click()
  await expect.poll(() => page.locator('.st-flow').innerText()).toContain('版本 1')
  addOrders(ORDERS + 4, ORDERS + 6)
  const after = await api.strategy.runNow({ params: { id }, body: {} })
  await waitForRun(api, after.content.run_id)
  expect([readTarget(41), readTarget(44), readTarget(7)]).toEqual(['C41', 'C44!', 'C7'])
  await expect.poll(() => page.locator('.st-flow').innerText()).toContain('版本 2')
  const [newest] = (await api.strategyPublish.list({ params: { id } })).content
  expect(newest).toMatchObject({ published_version: 2, accepted: { note: '客户要求加叹号' } })
})

/** Rehearsed and accepted; the canary's dialog is filled in and sent. */
async function beginCanary(share: number, records: number): Promise<void> {
  const { content } = await api.strategy.get({ params: { id } })
  const revision = content.gate.draft?.revision ?? 0
  const { content: asked } = await api.strategyPublish.rehearse({ params: { id }, body: { revision } })
  const read = async () => (await api.strategyPublish.get({ params: { id: asked.id } })).content
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('done')
  await api.strategyPublish.accept({ params: { id: asked.id }, body: {} })
  await open()
  await button('先灰度…').click()
  await dialog().getByLabel('主键占比（%）').fill(String(share))
  await dialog().getByLabel('时长（分钟）').fill('')
  await dialog().getByLabel('新版本处理的条数').fill(String(records))
  await dialog().getByLabel('最多多失败（条）').fill('2')
  await dialog().locator('.ant-btn-primary').click()
  await page.getByText('灰度已开始').waitFor()
}

const canary = async () => (await api.strategyPublish.listCanaries({ params: { id } })).content[0]!
async function runOnce(from: number, to: number) {
  addOrders(from, to)
  const { content } = await api.strategy.runNow({ params: { id }, body: {} })
  return waitForRun(api, content.run_id)
}

test('a draft on half of the keys is promoted: both sides add up to the books, and a key keeps its side', async () => {
  await saveMapping(template('customer', '{{customer}}?'))
  await beginCanary(50, 1_000_000)
  await page.getByText('版本 3 处理 50% 的主键，其余按版本 2').waitFor()
  await page.getByText('草稿灰度中').waitFor()
  const run = await runOnce(101, 160)
  expect(run.counts).toMatchObject({ written: 60 })
  const written = Array.from({ length: 60 }, (_, index) => String(readTarget(101 + index)))
  const byNew = written.filter(text => text.endsWith('?')).length
  expect(written.filter(text => text.endsWith('!')).length).toBe(60 - byNew)
  const { new: after, old: before } = await canary()
  expect([after, before]).toEqual([
    { records: byNew, failed: 0 },
    { records: 60 - byNew, failed: 0 },
  ])
  const sides = page.getByRole('table', { name: '两边的数字' })
  await expect.poll(() => sides.innerText(), { timeout: 10_000 }).toMatch(new RegExp(`新版本 3\\s+${byNew}\\s+0`))
  await button('转 正').or(button('转正')).click()
  await dialog().locator('.ant-btn-dangerous').click()
  await page.getByText('版本 3 已转正').waitFor()
  await page.getByText('没有草稿').waitFor()
  await page.getByRole('table', { name: '灰度历史' }).getByText('已转正').waitFor()
  await runOnce(161, 163)
  expect(readTarget(161)).toBe('C161?')
})

test('one whose records fail is rolled back by itself; the draft stays, and what failed is replayed', async () => {
  // Every record of the new version lacks what is required.
  await saveMapping(template('customer', '{{nothing}}', true))
  await beginCanary(50, 1_000_000)
  await runOnce(201, 260)
  await page.getByText('灰度已自动回退：失败条数超过阈值').waitFor({ timeout: 15_000 })
  await page.getByText('草稿待发布').waitFor()
  expect(await canary()).toMatchObject({ state: 'rolledBack', reason: 'failed', ended_by: null })
  const { content } = await api.strategy.get({ params: { id } })
  expect([content.version, content.gate.draft?.changed]).toEqual([3, ['mapping']])
  const { open_failed } = await canary()
  expect(open_failed).toBeGreaterThan(2)
  await button('按已发布版本重放').click()
  await page.getByText(`已提交重放 ${open_failed} 条`).waitFor()
  await expect
    .poll(() => Array.from({ length: 60 }, (_, index) => readTarget(201 + index)), { timeout: 30_000 })
    .toEqual(Array.from({ length: 60 }, (_, index) => ((201 + index) % 10 === 0 ? '?' : `C${201 + index}?`)))
  await expect.poll(async () => (await canary()).open_failed).toBe(0)
})

test('a draft that changes more than the mapping says why it cannot be tried on a share', async () => {
  const { content } = await api.strategy.get({ params: { id } })
  const { name, group, remark, version, config, gate } = content
  const target = { ...config.target, batchSize: 7 }
  const body = { name, group, remark, version, config: { ...config, target }, draft: gate.draft?.revision ?? 0 }
  await api.strategy.update({ params: { id }, body })
  const now = (await api.strategy.get({ params: { id } })).content
  const revision = now.gate.draft?.revision ?? 0
  const { content: asked } = await api.strategyPublish.rehearse({ params: { id }, body: { revision } })
  const read = async () => (await api.strategyPublish.get({ params: { id: asked.id } })).content
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('done')
  await api.strategyPublish.accept({ params: { id: asked.id }, body: {} })
  await open()
  await button('先灰度…').click()
  await dialog().locator('.ant-btn-primary').click()
  await dialog().getByText('草稿修改了目标，不能灰度').waitFor()
  await page.keyboard.press('Escape')
})

test('behind the gate a restored version says that it becomes a draft, and leads there', async () => {
  const { content } = await api.strategy.get({ params: { id } })
  await api.strategyPublish.discard({ params: { id }, body: { revision: content.gate.draft?.revision ?? 0 } })
  await seen.go(`/strategy/detail/${id}?tab=versions`)
  await page.getByRole('row', { name: /^1/ }).getByRole('button', { name: '恢复' }).click()
  await dialog().getByText('它的配置会成为草稿').waitFor()
  await dialog().locator('.ant-btn-dangerous').click()
  await page.getByText('已恢复为草稿，请预演并发布').waitFor()
  await page.getByRole('heading', { name: '发布闸门' }).waitFor()
  expect((await api.strategy.get({ params: { id } })).content.gate.draft?.changed).toEqual(['mapping'])
})
