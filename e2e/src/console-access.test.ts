import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, setLook, themes, type Visit, visit, waitForRest } from './browser.ts'
import { prepareScreens, type Screen } from './browser-screens.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
let browser: Browser
let directory: string
let screens: readonly Screen[]
let reader: Visit
let page: Page

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sluice-access-'))
  product = await startProduct({ args: ['--demo'], env: { FILE_DIRECTORIES: directory } })
  screens = await prepareScreens(product, directory)
  browser = await openBrowser()
  reader = await visit(browser, product.url)
  page = reader.page
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

test.each(themes)('no screen has a serious barrier in the theme %s', { timeout: 300_000 }, async theme => {
  await setLook(page, 'zh-CN', theme)
  const barriers: string[] = []
  for (const { name, path, prepare } of screens) {
    await page.goto(path)
    await waitForRest(page)
    await prepare?.(page)
    await waitForRest(page)
    // Half-faded texts have no contrast of their own: entering dialogs take 0.3 s.
    await page.waitForTimeout(400)
    barriers.push(...(await findBarriers(page)).map(barrier => `${name}: ${barrier}`))
  }
  expect(barriers).toEqual([])
  expect(reader.takeProblems()).toEqual([])
})

test('by keyboard alone one reaches menu, filters, table and buttons, in the order they are seen', async () => {
  await reader.go('/strategy/index')
  const seen: string[] = []
  for (let step = 0; step < 60; step += 1) {
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
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
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

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly target: readonly string[] }[]
}

/** What keeps people out, after axe. The watermark is decoration; antd measures columns with a hidden row. */
async function findBarriers(on: Page): Promise<string[]> {
  await on.evaluate(axe.source)
  // The rule that is off is experimental: it reads the initial in a user's picture as part of the button's label.
  const options = `{
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'label-content-name-mismatch': { enabled: false } },
  }`
  const found = await on.evaluate<readonly Violation[]>(
    `axe.run({ exclude: ['.ant-table-measure-row'] }, ${options}).then(result => result.violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes.length}× ${nodes[0]?.target.join(' ')} ${nodes[0]?.html.slice(0, 160)}`)
}

/** What a screen reader would say of the focused element, roughly. */
const focusedText = (on: Page): Promise<string> =>
  on.evaluate(`(() => {
    const { activeElement: element } = document
    if (element === null) return ''
    const label = element.labels?.[0]?.innerText ?? ''
    return [element.getAttribute('aria-label'), element.title, label, element.innerText].filter(Boolean).join(' ')
  })()`)
