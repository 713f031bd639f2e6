import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'
import { prepareGateway } from './tour-gateway.ts'

/** The page for whoever writes a program against an application: no account, a link. */
let product: Product
let api: Api
let browser: Browser
let seen: Visit
let path: string
let secret: string

beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  api = await product.signIn()
  const strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  path = await prepareGateway(api, product.url, strategy)
  const [app] = (await api.application.list({ query: {} })).content
  secret = (await api.application.rotateSecret({ params: { id: app?.id ?? '' }, body: { keep_hours: 0 } })).content
    .app_secret
  browser = await openBrowser()
  seen = await visit(browser, product.url, { isSignedOut: true, isUnopened: true })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

test('a call is tried from the page, counts against the quota, and stands in its log', async () => {
  const { page } = seen
  await seen.go(path)
  await page.getByText('4,997', { exact: true }).waitFor()
  await page.getByText('查询列表').first().click()
  await page.getByRole('tab', { name: '在线调试' }).click()
  const send = page.getByRole('button', { name: '发送' })
  await send.click()
  await page.getByText('请先在上方填写 app_secret').waitFor()
  await page.getByPlaceholder('只在调试时需要').fill('wrong')
  await send.click()
  await page.getByText('HTTP 401', { exact: true }).waitFor()
  await page.getByPlaceholder('只在调试时需要').fill(secret)
  await send.click()
  await page.getByText('HTTP 200', { exact: true }).waitFor()
  await page.getByRole('button', { name: '刷新用量' }).click()
  await page.getByText(/^4,99[0-6]$/).waitFor()
  await page.getByRole('tab', { name: '调用记录' }).click()
  await page.getByRole('cell', { name: '200' }).first().waitFor()
})

test('what was typed is gone with the page, and a link with another token opens nothing', async () => {
  const { page } = seen
  await page.reload()
  await page.getByPlaceholder('只在调试时需要').waitFor()
  expect(await page.getByPlaceholder('只在调试时需要').inputValue()).toBe('')
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(secret)
  await seen.go('/login')
  await seen.go(`${path}x`)
  await page.getByText('这个链接打不开').waitFor()
  expect(await page.getByText('演示：商城订单').count()).toBe(0)
})

test('a link that is revoked ends at once', async () => {
  const { page } = seen
  const [app] = (await api.application.list({ query: {} })).content
  const params = { id: app?.id ?? '' }
  for (const link of (await api.portal.list({ params })).content.filter(each => each.state === 'active'))
    await api.portal.revoke({ params: { ...params, link: link.id } })
  await seen.go('/login')
  await seen.go(path)
  await page.getByText('这个链接打不开').waitFor()
})
