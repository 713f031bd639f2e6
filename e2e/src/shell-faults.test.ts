import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type Visit, visit, waitForRest } from './browser.ts'
import { builtFile } from './built-file.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
let browser: Browser
let opened: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  opened = await visit(browser, product.url, { settings: { layout: 'side', multiTab: false }, isMoving: true })
  page = opened.page
})
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

/** Tokens younger than this are not renewed again. */
const JUST_RENEWED_MS = 5200
const SEARCH = '**/api/dh/lessee/strategy/searchv2'
const answer = (status: number, message: string) =>
  page.route(SEARCH, route =>
    route.fulfill({ status, json: { success: false, code: status, message, content: null, trace: [] } }),
  )

describe('what the server refuses', () => {
  test('405 is announced with its message, and the page stays', async () => {
    await answer(405, '需要权限 strategy:query')
    await opened.go('/strategy/index')
    const notice = page.getByRole('alert').filter({ hasText: '权限不足' })
    await notice.first().waitFor()
    expect(await notice.first().innerText()).toContain('需要权限 strategy:query')
    expect(new URL(page.url()).pathname).toBe('/strategy/index')
  })

  test('500 is kept in the ring of this browser, newest first', async () => {
    await answer(500, 'the pump is broken')
    await opened.go('/strategy/index')
    await expect
      .poll(() => page.evaluate<string>(`localStorage.getItem('errorKey1') ?? ''`), { timeout: 20_000 })
      .toContain('the pump is broken')
    await page.reload()
    await expect.poll(() => page.evaluate(`localStorage.getItem('errorKey2') !== null`), { timeout: 20_000 }).toBe(true)
  })

  test('a part of the page that cannot be loaded offers to reload, and a reload mends it', async () => {
    const part = `**/${builtFile('screens/connect/connector/connector-list.tsx')}`
    await page.route(part, route => route.abort())
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '连接器', exact: true }).click()
    await page.getByText('页面需要重新加载').waitFor()
    await page.unroute(part)
    await page.getByRole('button', { name: '重新加载' }).click()
    await page.getByRole('heading', { name: '连接器' }).waitFor()
  })
})

describe('every width', () => {
  // Spec §9: the first and the last pixel of each breakpoint.
  const widths = [400, 575, 576, 767, 768, 991, 992, 1199, 1200, 1599, 1600, 1920]
  test.each(['/workplace', '/strategy/index', '/connector/index'])(
    '%s fits, its menu in a drawer on xs and sm',
    async path => {
      await opened.go(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const isMobile = width <= 767
        const drawer = page.getByRole('button', { name: '打开菜单' })
        await drawer.waitFor({ state: isMobile ? 'visible' : 'hidden' })
        await expect.poll(() => page.locator('.sh-side').count(), { message: `${width}` }).toBe(isMobile ? 0 : 1)
        const over = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
        await expect.poll(over, { message: `${path} is wider than ${width} px` }).toBeLessThanOrEqual(0)
      }
    },
  )
})

/** This room is compiled without the DOM. */
interface Styled {
  readonly style: { readonly backgroundSize: string; readonly pointerEvents: string; readonly backgroundImage: string }
}

test('the watermark has the given measures and cannot be clicked', async () => {
  const mark = page.locator('div[style*="background-image"][style*="z-index: 999"]')
  await mark.waitFor({ state: 'attached' })
  const style = await mark.evaluate(element => {
    const { backgroundSize, pointerEvents, backgroundImage } = (element as unknown as Styled).style
    return { size: backgroundSize, pointer: pointerEvents, url: backgroundImage }
  })
  // Two marks and gaps: 120 by 64 turned by -22 degrees is 135 wide, and 212 lie between.
  const turned = 120 * Math.cos((22 * Math.PI) / 180) + 64 * Math.sin((22 * Math.PI) / 180)
  expect(Number.parseInt(style.size, 10)).toBe(Math.floor(2 * (212 + turned)))
  expect(style.pointer).toBe('none')
  expect(style.url).toMatch(/^url\("(data|blob):/)
})

test('the header stays in place while a long page scrolls', async () => {
  await page.evaluate(`document.querySelector('.sh-content').style.minHeight = '3000px'; scrollTo(0, 1000)`)
  await expect.poll(() => page.evaluate('scrollY')).toBe(1000)
  expect((await page.locator('.sh-header').boundingBox())?.y).toBe(0)
  await page.evaluate(`document.querySelector('.sh-content').style.minHeight = ''`)
})

test('each transition animates the page in its own way, and none leaves it still', async () => {
  const api = await product.signIn()
  const seen = new Set<string>()
  for (const name of ['null', 'slideup', 'slideright', 'fadein', 'zoom'] as const) {
    await api.user.saveSettings({ body: { transitionName: name, multiTab: true } })
    await page.reload()
    await waitForRest(page)
    seen.add(await page.evaluate<string>(`getComputedStyle(document.querySelector('.sh-page')).animationName`))
  }
  expect(seen.size).toBe(5)
  expect(seen).toContain('none')
})

// Last: it ends the session of all.
test('401 that cannot be renewed leads to the sign-in page, with the reason and the way back', async () => {
  await page.route('**/api/passport/refresh', route => route.fulfill({ status: 401, json: { success: false } }))
  await answer(401, 'ended')
  await delay(JUST_RENEWED_MS)
  await page.goto('/strategy/index')
  await page.waitForURL(url => url.pathname === '/user/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/strategy/index')
  await page.getByText('身份验证未通过').waitFor()
  await expect.poll(() => page.evaluate(`localStorage.getItem('access_token')`)).toBeNull()
})
