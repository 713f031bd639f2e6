import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser, type Visit, visit, waitForRest } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
let browser: Browser
let opened: Visit
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
beforeEach(async () => {
  // The look is kept with the account: the visitor before must not decide it.
  const api = await product.signIn()
  await api.user.saveSettings({ body: { layout: 'top', multiTab: true, fixedHeader: true, colorWeak: false } })
  opened = await visit(browser, product.url)
  page = opened.page
})
afterEach(async () => {
  const problems = opened.takeProblems()
  await opened.close()
  expect(problems).toEqual([])
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

const menu = (name: string): Locator =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true })
const bar = (): Locator => page.getByRole('navigation', { name: '已打开的页面' })
const tab = (name: string): Locator => bar().getByRole('link', { name, exact: true })
const titles = (): Promise<string[]> => bar().getByRole('link').allInnerTexts()
const openPages = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await menu(name).click()
    await bar().locator('a[aria-current=page]').getByText(name, { exact: true }).waitFor()
    await waitForRest(page)
  }
}
const act = async (on: string, action: string): Promise<void> => {
  await tab(on).click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const setting = (name: string): Locator => page.getByRole('dialog').getByRole('switch', { name })
const openSettings = async (): Promise<void> => {
  await page.getByRole('button', { name: '界面设置' }).click()
  await page.getByRole('dialog').getByText('恢复默认').waitFor()
}
const choose = (name: string): Promise<void> => page.getByRole('dialog').getByText(name, { exact: true }).click()
const closeSettings = async (): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
/** The page itself keeps how long the spinner of a tab was there: on a busy machine it may be gone before one looks from outside. */
/** How long the spinner of the tabs stays, from the press that brings it: a busy machine shows it late, never short. */
const watchSpinner = (): Promise<void> =>
  page.evaluate(`void (window.spun = new Promise(resolve => {
    let pressedAt = performance.now()
    document.addEventListener('click', () => (pressedAt = performance.now()), true)
    let isShown = false
    const observer = new MutationObserver(() => {
      const isThere = document.querySelector('nav[aria-label="已打开的页面"] .anticon-loading') !== null
      if (isShown && !isThere) {
        observer.disconnect()
        resolve(performance.now() - pressedAt)
      }
      isShown = isThere
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }))`)
const widthOf = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.width ?? 0

describe('tabs', () => {
  test('every page has one; the workbench is first and locked; closing shows the neighbour', async () => {
    await openPages('集成方案', '连接器', '集成方案')
    await expect.poll(() => titles()).toEqual(['工作台', '集成方案', '连接器'])
    expect(await bar().getByRole('button', { name: '关闭 工作台' }).count()).toBe(0)
    await bar().getByRole('button', { name: '关闭 集成方案' }).click()
    await page.waitForURL('**/connector/index')
    await expect.poll(() => titles()).toEqual(['工作台', '连接器'])
    await tab('连接器').click({ button: 'middle' })
    await page.waitForURL('**/workplace')
    await expect.poll(() => titles()).toEqual(['工作台'])
  })

  test('closing to the left, to the right and others is disabled when it is impossible', async () => {
    await openPages('集成方案', '连接器')
    const disabled = async (on: string): Promise<string[]> => {
      await tab(on).click({ button: 'right' })
      const items = page.locator('.ant-dropdown:visible').getByRole('menuitem')
      await items.first().waitFor()
      const names = await items.evaluateAll(all =>
        all.filter(item => item.getAttribute('aria-disabled') === 'true').map(item => item.textContent ?? ''),
      )
      await page.keyboard.press('Escape')
      await page.locator('.ant-dropdown:visible').waitFor({ state: 'hidden' })
      return names
    }
    await expect.poll(() => disabled('工作台')).toEqual(['关闭', '关闭左侧', '左移', '右移'])
    await expect.poll(() => disabled('集成方案')).toEqual(['关闭左侧', '左移'])
    await expect.poll(() => disabled('连接器')).toEqual(['关闭右侧', '右移'])
    await act('工作台', '关闭其他')
    await expect.poll(() => titles()).toEqual(['工作台'])
    await expect.poll(() => disabled('工作台')).toContain('关闭其他')
  })

  test('the last one cannot be closed, and says so', async () => {
    await tab('工作台').focus()
    await page.keyboard.press('Delete')
    await page.getByText('这是最后一个标签了，无法被关闭').waitFor()
    await expect.poll(() => titles()).toEqual(['工作台'])
  })

  test('a hidden page keeps what was typed; a refreshed one starts anew behind a spinner of about 900 ms', async () => {
    await openPages('集成方案')
    const search = page.getByPlaceholder('搜索名称或编码')
    await search.fill('half a wo')
    await openPages('连接器')
    await tab('集成方案').click()
    expect(await search.inputValue()).toBe('half a wo')
    // A mark of ours on the page: what was typed may be in the address by now, which a refresh keeps.
    await search.evaluate(element => element.setAttribute('data-seen', 'yes'))
    await watchSpinner()
    await act('集成方案', '刷新')
    expect(await page.evaluate<number>('window.spun')).toBeGreaterThan(850)
    await search.and(page.locator('[data-seen]')).waitFor({ state: 'detached' })
    await search.waitFor()
  })

  test('they move by menu and by dragging, and a reload finds them as they were', async () => {
    await openPages('集成方案', '连接器')
    await act('连接器', '左移')
    await expect.poll(() => titles()).toEqual(['工作台', '连接器', '集成方案'])
    await tab('集成方案').dragTo(tab('连接器'))
    await expect.poll(() => titles()).toEqual(['工作台', '集成方案', '连接器'])
    await page.reload()
    await waitForRest(page)
    await expect.poll(() => titles()).toEqual(['工作台', '集成方案', '连接器'])
    await expect.poll(() => tab('连接器').getAttribute('aria-current')).toBe('page')
  })
})

describe('settings drawer', () => {
  test('each layout has its widths, and the choice survives a reload', async () => {
    await openSettings()
    await choose('侧边菜单')
    await closeSettings()
    await expect.poll(() => widthOf('.sh-side')).toBe(208)
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(() => widthOf('.sh-side')).toBe(48)
    await page.getByRole('button', { name: '展开菜单' }).click()
    await openSettings()
    await choose('左侧两级菜单')
    await closeSettings()
    await expect.poll(() => widthOf('.sh-side')).toBe(140)
    await page.reload()
    await waitForRest(page)
    await expect.poll(() => widthOf('.sh-side')).toBe(140)
    expect((await page.locator('.sh-header').boundingBox())?.height).toBe(48)
  })

  test('the left layout opens the second level beside an entry, and an entry with a redirect goes there', async () => {
    await openSettings()
    await choose('左侧两级菜单')
    await closeSettings()
    const entry = menu('系统设置')
    await entry.hover()
    await page.locator('.sh-flyout').waitFor()
    await expect.poll(() => widthOf('.sh-flyout')).toBe(160)
    await page.mouse.move(900, 700)
    await page.locator('.sh-flyout').waitFor({ state: 'detached' })
    await entry.click()
    await page.waitForURL(/\/system\/\w+/)
  })

  test('every switch acts at once', async () => {
    await openPages('集成方案')
    await openSettings()
    await setting('多标签页').click()
    await bar().waitFor({ state: 'detached' })
    await setting('多标签页').click()
    await bar().waitFor()
    await setting('色弱模式').click()
    await expect.poll(() => page.locator('html[data-weak]').count()).toBe(1)
    await setting('固定页头').click()
    await expect.poll(() => page.locator('.sh-header').getAttribute('data-fixed')).toBe('false')
    await page.getByTitle('#722ED1').click()
    await page.waitForFunction(
      "/722ed1/i.test(getComputedStyle(document.documentElement).getPropertyValue('--ant-color-primary'))",
    )
    await choose('深色')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('button', { name: '恢复默认' }).click()
    await expect.poll(() => page.locator('html[data-weak]').count()).toBe(0)
  })
})

test('a few letters and Enter lead to a page, from anywhere', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '页面、方案、连接器，或完整单号' }).waitFor()
  await page.keyboard.type('连接')
  await page.getByRole('option', { name: '连接器' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/connector/index')
})

test('the watermark carries the company’s name and comes back when it is taken away', async () => {
  const mark = page.locator('div[style*="background-image"][style*="z-index: 999"]')
  await mark.waitFor({ state: 'attached' })
  await mark.evaluate(element => element.remove())
  await mark.waitFor({ state: 'attached' })
  // The mark's keeper looks at most once a frame.
  await waitForRest(page)
  await mark.evaluate(element => element.setAttribute('style', 'display:none'))
  await mark.waitFor({ state: 'attached' })
})
