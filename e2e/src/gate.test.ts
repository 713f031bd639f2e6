import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
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
    const database = new DatabaseSync(join(directory, `${name}.db`))
    database.exec('create table orders (id integer primary key, customer text, amount text)')
    database.close()
  }
  addOrders(1, ORDERS)
  product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  api = await product.signIn()
  id = await makeStrategy()
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

function addOrders(from: number, to: number): void {
  const database = new DatabaseSync(join(directory, 'shop.db'))
  const insert = database.prepare('insert into orders values (?, ?, ?)')
  // Every tenth has no customer.
  for (let order = from; order <= to; order += 1)
    insert.run(order, order % 10 === 0 ? null : `C${order}`, `${order}.50`)
  database.close()
}

function readTarget(order: number): unknown {
  const database = new DatabaseSync(join(directory, 'target.db'))
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
  await button('开 启').or(button('开启')).click()
  await page.getByText('已开启：').waitFor()
  await seen.go(`/strategy/detail/${id}?tab=source`)
  await page.getByText('这个方案有发布闸门').waitFor()
  const saved = await saveMapping(template('customer', 'N-{{customer}}', true))
  expect(saved).toMatchObject({ version: 1, gate: { draft: { revision: 1, changed: ['mapping'] } } })
})

test('the editor goes on with the draft, and says that runs do not', async () => {
  await seen.go(`/strategy/detail/${id}?tab=target`)
  await page.getByText('您在修改草稿，运行仍按已发布的版本 1。').waitFor()
  await page.getByRole('link', { name: '去发布' }).click()
  const difference = page.getByRole('region', { name: '草稿与已发布版本的差别' })
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
  addOrders(ORDERS + 4, ORDERS + 6)
  const after = await api.strategy.runNow({ params: { id }, body: {} })
  await waitForRun(api, after.content.run_id)
  expect([readTarget(41), readTarget(44), readTarget(7)]).toEqual(['C41', 'C44!', 'C7'])
  const [newest] = (await api.strategyPublish.list({ params: { id } })).content
  expect(newest).toMatchObject({ published_version: 2, accepted: { note: '客户要求加叹号' } })
})
