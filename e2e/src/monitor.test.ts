import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

/** The monitor: an objective is set where it is read, what is wrong is told there, a figure opens what it counts. */
let product: Product
let api: Api
let browser: Browser
let seen: Visit

beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  api = await product.signIn()
  await waitForCalm(api, (await api.workplace.demoStatus()).content.strategy_id ?? '')
  browser = await openBrowser()
  seen = await visit(browser, product.url)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

test('an objective is set by keyboard, with the fields that hold dates at hand', async () => {
  const { page } = seen
  await seen.go('/dashboard/monitor')
  const set = page.getByRole('button', { name: '设定目标' }).first()
  await set.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('成功率目标').fill('101')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('请填写 50 到 99.999 之间的数').waitFor()
  await dialog.getByLabel('成功率目标').fill('99.5')
  await dialog.getByLabel('业务日期字段').fill('no.such.field')
  await dialog.getByLabel('最新业务日期不超过').fill('60')
  await dialog.getByLabel('应有多少时间达标').fill('99')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText(/此字段没有一个能读出日期/).waitFor()
  const field = (
    await api.monitor.dates({ params: { id: (await api.monitor.objectives({ query: {} })).content[0]?.id ?? '' } })
  ).content[0]?.field
  expect(field).toBeDefined()
  await dialog.getByLabel('业务日期字段').fill(field ?? '')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('目标 99.5%').waitFor()
})

test('freshness is looked at by the watch that looks at alerts, and a figure opens the list that it counts', async () => {
  const { page } = seen
  await expect
    .poll(async () => (await api.monitor.get()).content.looked_at, { timeout: 60_000, interval: 500 })
    .not.toBeNull()
  const { content } = await api.monitor.get()
  await page.reload()
  const figure = page.locator('.sl-figure', { hasText: '数据已过期' })
  await figure.locator('.sl-figure-value', { hasText: String(content.objectives.stale) }).waitFor()
  await figure.click()
  await page.waitForURL(/only=stale/)
  await expect.poll(() => page.locator('#content .ant-table-row').count()).toBe(content.objectives.stale)
})

test('a reading that fails leaves the figures, grey and said to be old', async () => {
  const { page } = seen
  await page.route('**/api/dp/monitor', route => route.abort())
  await page.getByRole('alert').getByText('以下数字已经过时').waitFor({ timeout: 60_000 })
  expect(await page.locator('.sl-figures.mo-is-old').count()).toBe(1)
  await page.unroute('**/api/dp/monitor')
  await page.getByText('以下数字已经过时').waitFor({ state: 'detached', timeout: 60_000 })
})

test('where runs, far systems and queues are, by their tabs', async () => {
  const { page } = seen
  for (const name of ['在途运行', '外部系统', '队列与跟随']) {
    await page.getByRole('tab', { name }).click()
    await page.getByRole('tab', { name, selected: true }).waitFor()
  }
  await page.getByRole('heading', { name: '进程池' }).waitFor()
})
