import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit } from './browser.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

/** A strategy becomes a package, is checked and released, found in the market, installed, run, and uninstalled. */
let product: Product
let api: Api
let page: Page
let browser: Awaited<ReturnType<typeof openBrowser>>
let strategy: string

beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  api = await product.signIn()
  strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  browser = await openBrowser()
  ;({ page } = await visit(browser, product.url, { language: 'zh-CN', viewport: { width: 1440, height: 900 } }))
}, 180_000)
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

test('a package is made of a strategy', async () => {
  const { name } = (await api.strategy.get({ params: { id: strategy } })).content
  await page.goto(`${product.url}/strategy/solution-package/self`)
  await page.getByRole('button', { name: '新建方案包' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('方案').click()
  await page.locator('.ant-select-item-option', { hasText: name }).first().click()
  await dialog.getByLabel('标题').fill('店铺到 ERP')
  await dialog.getByLabel('名称').fill('shop-erp')
  await dialog.getByRole('button', { name: '新建方案包' }).click()
  await page.waitForURL(/\/solution-package\/edit\//)
  await page.getByRole('heading', { name: '店铺到 ERP' }).waitFor()
})

test('what is typed is saved by the check, and what is checked is released', async () => {
  await page.getByLabel('一句话简介').fill('订单自动过去')
  await page.getByRole('button', { name: '检查' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('可以发布', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: /^发布 / }).click()
  await drawer.waitFor({ state: 'detached' })
  const [row] = (await api.solutionPackage.list({ body: {} })).content
  expect([row?.released, row?.is_changed]).toEqual(['1.0.0', false])
})

test('it is found in the market, and installed in four steps', async () => {
  await page.goto(`${product.url}/lite/market?keyword=shop-erp`)
  const card = page.getByRole('article', { name: '店铺到 ERP' })
  await card.getByText('订单自动过去').waitFor()
  await card.getByRole('button').click()
  await page.getByRole('heading', { name: '数据范围' }).waitFor()
  await page.getByRole('button', { name: /开通$/ }).click()
  const drawer = page.getByRole('dialog')
  const next = drawer.getByRole('button', { name: '下一步' })
  await drawer.locator('.pa-find', { hasText: '演示 ERP' }).waitFor()
  await next.click()
  await drawer.getByLabel('前缀').fill('')
  await next.click()
  await next.click()
  // Without a prefix it meets the strategy that it was made of: told at its field.
  await drawer
    .getByText(/个问题需要处理/)
    .first()
    .waitFor()
  await drawer.getByRole('button', { name: '去修改: 流程' }).first().click()
  await drawer.getByLabel('前缀').fill('B2')
  await next.click()
  await next.click()
  await drawer.getByText('可以开通', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: '确认开通' }).click()
  await page.waitForURL(/\/lite\/detail\//)
})

test('its flow is run once, and what was done is told', async () => {
  await page.getByRole('button', { name: /^运行一次/ }).click()
  await page.getByText(/成功 [1-9]/).waitFor({ timeout: 60_000 })
  const [row] = (await api.installation.list({ query: {} })).content
  expect(row?.prefix).toBe('B2')
  const { flows } = (await api.installation.detail({ params: { id: row?.id ?? '' } })).content
  await waitForCalm(api, flows[0]?.strategy_id ?? '')
}, 90_000)

test('it is uninstalled after saying what goes', async () => {
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '卸载' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('它建立的下列对象会被删除').waitFor()
  await dialog.getByRole('button', { name: '卸载' }).click()
  await page.waitForURL(/\/lite\/index/)
  expect((await api.installation.list({ query: {} })).content).toEqual([])
})
