import { readFile } from 'node:fs/promises'
import { parseJson } from '@sluice/contract'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, type Visit, visit, waitForRest } from './browser.ts'
import { choose } from './choices.ts'
import { findBarriers } from './find-barriers.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

let product: Product
let browser: Browser
let admin: Visit
let page: Visit['page']
let api: Api
let strategy = ''
let address = ''

// The demo's orders, most of them in blocks. Each test goes on where the one before stopped.
beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  api = await product.signIn()
  strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  browser = await openBrowser()
  admin = await visit(browser, product.url, { settings: { multiTab: false }, isUnopened: true })
  page = admin.page
}, 180_000)
afterEach(() => expect(admin.takeProblems()).toEqual([]))
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

/** antd writes a space between two Chinese characters, and an icon's English name before them. */
const button = (on: typeof page | Locator, name: string): Locator =>
  on.getByRole('button', { name: new RegExp(`(^|\\s)${[...name].join('\\s*')}$`) })
const dialog = (): Locator => page.locator('.ant-modal:visible').last()
const drawer = (): Locator => page.locator('.ant-drawer-section:visible').last()
const table = (): Locator => page.locator('.rp-table')
const select = (label: string): Locator => page.getByLabel(label, { exact: true })
/** The rows of the table as texts, without the total. */
const readRows = async (): Promise<string[][]> =>
  page.$$eval('.rp-table tbody .ant-table-row', rows =>
    rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent ?? '')),
  )
const readTotal = (): Promise<string[]> =>
  page.$$eval('.rp-table tfoot td', cells => cells.map(cell => cell.textContent ?? ''))
const preview = (body: Parameters<Api['aggregate']['preview']>[0]['body']) =>
  api.aggregate.preview({ params: { strategy }, body })

/** Every order as it was staged, read by another way than the report's. */
async function readOrders(): Promise<Record<string, unknown>[]> {
  const file = await api.strategyData.export({ params: { strategy }, body: { format: 'jsonl' } })
  const lines = (await file.text()).trim().split('\n')
  return lines.map(line => (parseJson(line) as { original: Record<string, unknown> }).original)
}

test('from the strategy to a new report, which shows at once how many records are in each state', async () => {
  await admin.go(`/strategy/detail/${strategy}`)
  await button(page, '报表').click()
  await page.getByText('还没有报表').waitFor()
  await button(page, '新建报表').first().click()
  await table().waitFor()
  const total = (await preview({ metrics: [{ op: 'count' }] })).content.total.records
  expect(total).toBeGreaterThan(1000)
  await expect.poll(readTotal).toEqual(['总计', total.toLocaleString('en-US')])
  await page.getByText(`覆盖全部 ${total.toLocaleString('en-US')} 条数据`).waitFor()
})

test('orders by month and state with an exact sum: grouped, pivoted and drawn as they are designed', async () => {
  await choose(select('分组 1'), /^created_at/)
  await choose(select('粒度 1'), /^按月$/)
  await button(page, '添加分组').click()
  await choose(select('分组 2'), /^状态$/)
  await page.getByText('最后一个分组作为列（透视）').click()
  await button(page, '添加度量').click()
  await choose(select('度量 2'), /^pay_amount/)
  await choose(select('图表'), /^柱形图$/)
  await page.locator('.rp-chart svg').waitFor()
  const orders = await readOrders()
  await expect.poll(async () => (await readTotal()).length).toBeGreaterThan(4)
  const totals = await readTotal()
  expect(totals.at(-2)).toBe(orders.length.toLocaleString('en-US'))
  const cents = orders.reduce((sum, order) => sum + toCents(String(order['pay_amount'])), 0n)
  expect(totals.at(-1)?.replaceAll(',', '')).toBe(fromCents(cents))
  const rows = await readRows()
  expect(rows.map(row => row[0]).sort()).toEqual([...new Set(orders.map(order => monthOf(order)))].sort())
  expect(await page.locator('.rp-chart rect').count()).toBeGreaterThanOrEqual(rows.length)
  // What went wrong is drawn as wrong, whatever its place.
  const mark = page.locator('.rp-legend li', { hasText: '错误的' }).locator('i')
  expect(await mark.getAttribute('class')).toBe('rp-colour-state-3')
})

const toCents = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
const fromCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const monthOf = (order: Record<string, unknown>): string =>
  new Date(Date.parse(String(order['created_at']).replace(' ', 'T')) + 8 * 3_600_000).toISOString().slice(0, 7)

test('a figure opens exactly the records behind it', async () => {
  const cell = table().locator('tbody .ant-table-row .rp-cell').first()
  const count = Number((await cell.textContent())?.replaceAll(',', ''))
  await cell.click()
  await drawer()
    .getByText(`背后的数据（${count.toLocaleString('en-US')} 条）`)
    .waitFor()
  await drawer().locator('.ant-table-row').first().waitFor()
  while (await button(drawer(), '更多').isVisible()) {
    const before = await drawer().locator('.ant-table-row').count()
    await button(drawer(), '更多').click()
    await expect.poll(() => drawer().locator('.ant-table-row').count()).toBeGreaterThan(before)
    await waitForRest(page)
  }
  await drawer().getByText('已全部显示').waitFor()
  expect(await drawer().locator('.ant-table-row').count()).toBe(count)
  expect(await drawer().getByText('条数与报表不同').count()).toBe(0)
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'hidden' })
})

test('kept under a name, computed over everything, and its files say the same', async () => {
  const shown = await readRows()
  await button(page, '保存').click()
  await dialog().getByLabel('名称').fill('每月订单')
  await dialog().getByLabel('共享给本租户能看到此方案的人').check()
  await button(dialog(), '保存').click()
  await page.getByText('还没有计算结果').waitFor()
  address = new URL(page.url()).pathname
  await button(page, '计算').click()
  await table().waitFor()
  expect(await readRows()).toEqual(shown)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, '导出 CSV').click()])
  const lines = (await readFile(await download.path(), 'utf8')).slice(1).trim().split('\r\n')
  expect(lines[0]?.split(',')[0]).toBe('created_at')
  expect(lines.slice(1, -1).map(line => line.split(',')[0])).toEqual(shown.map(row => row[0]))
  expect(lines.at(-1)?.split(',').at(-1)).toBe((await readTotal()).at(-1)?.replaceAll(',', ''))
  const [sheet] = await Promise.all([page.waitForEvent('download'), button(page, '导出 XLSX').click()])
  expect((await readFile(await sheet.path())).subarray(0, 2).toString()).toBe('PK')
})

test('lines of orders: a field within a list makes its elements lines, and filters leave the rest out', async () => {
  await admin.go(`/strategy/aggregate/${strategy}/create`)
  await table().waitFor()
  await choose(select('分组 1'), /^lines\.sku/)
  await page.getByText('列表的每个元素成为一行').waitFor()
  await button(page, '添加条件').click()
  await page.getByLabel('字段', { exact: true }).fill('lines.qty')
  await choose(select('比较'), /^大于$/)
  await page.getByLabel('值', { exact: true }).fill('2')
  const wanted = {
    expand: 'lines',
    conditions: [[{ field: 'lines.qty', logic: 'gt' as const, value: '2' }]],
    group_by: [{ field: { of: 'data' as const, name: 'lines.sku' } }],
    metrics: [{ op: 'count' as const }],
  }
  const { total } = (await preview(wanted)).content
  expect(total.lines).toBeGreaterThan(0)
  await expect.poll(async () => (await readTotal()).at(-1)).toBe(total.lines.toLocaleString('en-US'))
})

test('over mapped data its fields are the target’s, and what the mapping refuses is counted apart', async () => {
  await page.getByText('映射后的数据').click()
  const { content: fields } = await api.aggregate.fields({ params: { strategy }, query: { side: 'mapped' } })
  const own = fields.find(field => field.kind === 'text' && /^F/.test(field.path)) ?? expect.fail('no field of the ERP')
  await choose(select('分组 1'), new RegExp(`^${own.path} `))
  const wanted = {
    side: 'mapped' as const,
    metrics: [{ op: 'count' as const, field: { of: 'data' as const, name: own.path } }],
  }
  const { coverage, total } = (await preview(wanted)).content
  expect(coverage.read).toBe(coverage.of)
  expect(total.records + coverage.refused).toBe(coverage.read)
  expect(total.metrics[0]?.value).toBe(String(total.records))
})

test('a group that the list of records can show opens there with the same count', async () => {
  await admin.go(`/strategy/aggregate/${strategy}/create`)
  const row = table().locator('.ant-table-row').last()
  await row.waitFor()
  const count = Number((await row.locator('.rp-cell').textContent())?.replaceAll(',', ''))
  await row.locator('.rp-cell').click()
  await drawer().getByText('在数据列表中打开').click()
  await page.waitForURL(/tab=data/)
  const status = [Number(new URL(page.url()).searchParams.get('status')) as 2]
  expect((await api.strategyData.count({ params: { strategy }, body: { status } })).content.count).toBe(count)
})

test('the list has its reports with their state; both looks are without barriers', async () => {
  await admin.go(address.slice(0, address.lastIndexOf('/')))
  await page.locator('.ant-table-row', { hasText: '每月订单' }).getByText('已完成').waitFor()
  const found: string[] = []
  for (const path of [address.slice(0, address.lastIndexOf('/')), address, `${address}?view=design`])
    for (const look of ['light', 'realDark'] as const) {
      await setLook(page, 'zh-CN', look)
      await admin.go(path)
      if (path !== address.slice(0, address.lastIndexOf('/'))) await table().waitFor()
      await waitForRest(page)
      found.push(...(await findBarriers(page)).map(barrier => `${path} ${look}: ${barrier}`))
    }
  await setLook(page, 'zh-CN', 'light')
  expect(found).toEqual([])
})

test('by keyboard: a figure opens its records, and a report is deleted only after the question', async () => {
  await admin.go(address)
  await table().locator('.rp-cell').first().focus()
  await page.keyboard.press('Enter')
  await drawer().getByText('背后的数据').first().waitFor()
  await page.keyboard.press('Escape')
  await admin.go(address.slice(0, address.lastIndexOf('/')))
  await page.locator('.ant-table-row', { hasText: '每月订单' }).locator('.ant-btn-dangerous').press('Enter')
  await dialog().getByText('删除报表“每月订单”？').waitFor()
  await button(dialog(), '删除').click()
  await page.getByText('还没有报表').waitFor()
})
