import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, type Visit, visit } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'
import { WATCH_CHART } from './watch-timing.ts'

let product: Product
let browser: Browser
let reader: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  const api = await product.signIn()
  await waitForCalm(api, (await api.workplace.demoStatus()).content.strategy_id ?? '')
  const role_id = (await api.user.profile()).content.role.id
  await api.subAccount.save({ body: { username: 'wang.li', nickname: '王莉', role_id } })
  await api.connector.create({ body: { platform_id: 'self', name: 'stock', params: {} } })
  browser = await openBrowser()
  reader = await visit(browser, product.url)
  page = reader.page
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

test('a text longer than its column is cut, and whole to pointer and keyboard; an empty table has no shadow', async () => {
  const long = '很长的昵称'.repeat(8)
  const api = await product.signIn()
  const role_id = (await api.user.profile()).content.role.id
  await api.subAccount.save({ body: { username: 'long.name', nickname: long, role_id } })
  await reader.go('/system/user')
  const cell = page.locator('td', { hasText: long })
  expect((await cell.boundingBox())?.width).toBeLessThan(300)
  await cell.hover()
  await expect.poll(() => cell.getAttribute('title')).toBe(long)
  const other = page.locator('td', { hasText: 'wang.li' }).first()
  await other.hover()
  expect(await other.getAttribute('title')).toBe('')

  const { content: map } = await api.mapping.create({ body: { name: long } })
  await reader.go('/resources/mapping')
  await page.locator('td').getByRole('link', { name: long }).focus()
  await page.getByRole('tooltip', { name: long }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('tooltip', { name: long }).waitFor({ state: 'hidden' })
  await api.mapping.delete({ params: { id: map.id } })

  await reader.go('/resources/mapping?keyword=nothing')
  await page.getByText('没有符合条件的数据').waitFor()
  expect(await page.evaluate(SHADOWS)).toEqual([])
})

test('a chart is drawn anew once its width has rested for 300 ms', async () => {
  await reader.go('/workplace')
  await page.locator('.wp-chart svg').waitFor()
  await page.evaluate(WATCH_CHART)
  for (const width of [1300, 1200, 1100]) await page.setViewportSize({ width, height: 900 })
  await expect.poll(() => page.evaluate('chart.waits.length')).toBeGreaterThan(0)
  const waits = (await page.evaluate('chart.waits')) as number[] // of the script's own making
  expect(waits.filter(ms => ms < 300)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

/** Tables that pretend to go on beyond their edge. */
const SHADOWS = `[...document.querySelectorAll('.ant-table-container, .ant-table-container .ant-table-cell')]
  .flatMap(element => ['::before', '::after'].map(name => getComputedStyle(element, name)))
  .filter(style => style.display !== 'none' && style.content !== 'none' && style.boxShadow !== 'none')
  .map(style => style.boxShadow)`

test('by keyboard alone one reaches menu, filters, table and buttons, in the order they are seen', async () => {
  await page.evaluate("sessionStorage.removeItem('app_tabs')") // their names are those of rows
  await reader.go('/strategy/index?keyword=商城订单')
  const seen: string[] = []
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press('Tab')
    seen.push(await focusedText(page))
  }
  const places = [
    '跳到正文',
    '集成方案',
    '语言',
    '新建方案',
    '搜索名称或编码',
    '选择本页全部',
    '演示：商城订单',
    '立即运行',
  ]
  const order = places.map(place => seen.findIndex(text => text.includes(place)))
  expect(order.filter(at => at < 0).map(at => places[order.indexOf(at)])).toEqual([])
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('the skip link leads past the menu into the page', async () => {
  await reader.go('/connector/index')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
})

test('a dialog keeps the focus, closes on Escape and gives the focus back', async () => {
  await reader.go('/connector/index')
  const opener = page.getByRole('button', { name: '删除 stock' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab')
    // Between the last button and the first the browser's own bar has its turn: the body, never the page behind.
    expect(
      await page.evaluate(
        "document.activeElement === document.body || document.activeElement.closest('[role=dialog]') !== null",
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => focusedText(page)).toContain('删除 stock')
})

/** What a screen reader would say of the focused element, roughly. */
const focusedText = (on: Page): Promise<string> =>
  on.evaluate(`(() => {
    const { activeElement: element } = document
    if (element === null) return ''
    const label = element.labels?.[0]?.innerText ?? ''
    return [element.getAttribute('aria-label'), element.title, label, element.innerText].filter(Boolean).join(' ')
  })()`)
