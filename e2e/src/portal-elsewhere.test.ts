import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { findFreePort } from './find-free-port.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'
import { prepareGateway } from './tour-gateway.ts'

/** A gateway on a port of its own, without a proxy that would bring both together. */
let product: Product
let api: Api
let browser: Browser
let seen: Visit
let path: string
let secret: string
let origin: string

beforeAll(async () => {
  const port = await findFreePort()
  origin = `http://127.0.0.1:${port}`
  product = await startProduct({ args: ['--demo'], env: { GATEWAY_PORT: String(port) } })
  api = await product.signIn()
  const strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  path = await prepareGateway(api, origin, strategy)
  const [app] = (await api.application.list({ query: {} })).content
  const { content } = await api.application.rotateSecret({ params: { id: app?.id ?? '' }, body: { keep_hours: 0 } })
  secret = content.app_secret
  browser = await openBrowser()
  seen = await visit(browser, product.url, { isSignedOut: true, isUnopened: true })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
})

test('description, collection and samples name the address that works', async () => {
  const [link = '', token = ''] = path.split('#')
  const params = { id: link.split('/').at(-1) ?? '' }
  const body = { token, origin: product.url }
  const { content: opened } = await api.portal.open({ params, body })
  expect(opened.openapi).toMatchObject({ servers: [{ url: origin }] })
  const { content: postman } = await api.portal.postman({ params, body })
  expect(postman).toMatchObject({ variable: expect.arrayContaining([{ key: 'origin', value: origin }]) })
  const { content: samples } = await api.portal.samples({
    params,
    body: { ...body, method: 'GET', path: '/v2/limits' },
  })
  for (const { source } of samples)
    expect([source.includes(origin), source.includes(product.url)]).toEqual([true, false])
  expect((await api.application.gateway({})).content).toEqual({ origin, hears_certificates: false })
})

test('a call is tried from the page at that address, and what the answer tells of limits is read there', async () => {
  const { page } = seen
  await seen.go(path)
  await page.getByText(origin, { exact: true }).first().waitFor()
  await page.getByText('查询列表').first().click()
  await page.getByRole('tab', { name: '在线调试' }).click()
  await page.getByPlaceholder('只在调试时需要').fill('wrong')
  const send = page.getByRole('button', { name: '发送' })
  await send.click()
  await page.getByText('HTTP 401', { exact: true }).waitFor()
  await page.getByPlaceholder('只在调试时需要').fill(secret)
  await send.click()
  await page.getByText('HTTP 200', { exact: true }).waitFor()
  for (const name of ['ratelimit', 'ratelimit-policy', 'x-trace-id'])
    await page.getByText(name, { exact: true }).first().waitFor()
})

test('no page but the portal’s may call there, and the gateway asks no browser for what it sends by itself', async () => {
  const policyOf = async (at: string) => {
    const answer = await fetch(`${product.url}${at}`, { headers: { accept: 'text/html' } })
    return answer.headers.get('content-security-policy') ?? ''
  }
  expect(await policyOf('/share/portal/x')).toContain(`connect-src 'self' ${origin};`)
  for (const at of ['/', '/login', '/share/table/x', '/api-gateway/index', '/share/portalx'])
    expect([at, (await policyOf(at)).includes(origin)]).toEqual([at, false])
  const asked = await fetch(`${origin}/v2/oauth`, {
    method: 'OPTIONS',
    headers: { origin: 'https://x.example', 'access-control-request-method': 'POST' },
  })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  const refused = await fetch(`${origin}/v2/limits`)
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})
