import { startProduct } from '@sluice/e2e'
import type { CDPSession, Page } from 'playwright-core'
import { type Figure, median } from './figure.ts'
import { openBrowser, readBusy, readHeap, signIn } from './open-browser.ts'

const TABS = 20
/** As many pages keep their state as the console lets live. */
const LIVE = 12
const SWITCHES = 15
const SETTLE_MS = 1200

/** Many open tabs: what a switch costs, what the sleeping pages hold, and that closing them gives it back. */
export async function* measureTabs(): AsyncIterable<Figure> {
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${product.url}/user/login`)
    await signIn(page)
    await settle(page)
    const alone = await readHeap(session)
    const names = await openTabs(page)
    const full = await readHeap(session)
    const switches = await measureSwitches(page, session, names.slice(-LIVE))
    await closeOthers(page)
    const after = await readHeap(session)
    const figure = { baseline: null, ratio: null, rssMb: null }
    const opened = `${names.length} tabs`
    yield { ...figure, name: 'console.tab-switch-ms', unit: 'ms', value: median(switches), note: `CPU, ${opened}` }
    yield { ...figure, name: 'console.tabs-heap-mb', unit: 'MB', value: full, baseline: alone, ratio: full / alone, note: `${opened}, ${LIVE} live; baseline the workbench alone` } // biome-ignore format: one figure a line
    yield { ...figure, name: 'console.tabs-closed-mb', unit: 'MB', value: after, baseline: alone, ratio: after / alone, note: 'all but one closed again' } // biome-ignore format: one figure a line
  } finally {
    await browser.close()
    await product.dispose()
  }
}

/** Every page of the menu gets a tab and is shown once. Returns the names on the bar. */
async function openTabs(page: Page): Promise<string[]> {
  const stored = await page.evaluate<string>(`(async () => {
    const token = localStorage.getItem('access_token')
    const answer = await fetch('/currentUserNav', { headers: { authorization: 'Bearer ' + token } })
    const nodes = (await answer.json()).content
    const parents = new Set(nodes.map(node => node.parentId))
    const leaves = nodes.filter(node => !parents.has(node.id) && node.path?.startsWith('/') && !node.path.includes(':'))
    const kept = JSON.parse(sessionStorage.getItem('app_tabs'))
    kept.tabs = leaves.slice(0, ${TABS}).map(node => ({ url: node.path, name: null }))
    return JSON.stringify(kept)
  })()`)
  await page.evaluate(`sessionStorage.setItem('app_tabs', ${JSON.stringify(stored)})`)
  await page.reload()
  await settle(page)
  const links = page.locator('.sh-tabs a')
  const count = await links.count()
  for (let at = 0; at < count; at += 1) {
    await links.nth(at).click()
    await settle(page)
  }
  return links.allInnerTexts()
}

/** Main-thread milliseconds of each switch between two live pages. */
async function measureSwitches(page: Page, session: CDPSession, names: readonly string[]): Promise<number[]> {
  const costs: number[] = []
  for (let at = 0; at < SWITCHES; at += 1) {
    const link = page.locator('.sh-tabs a').filter({ hasText: names[at % names.length] ?? '' })
    const before = await readBusy(session)
    await link.first().click()
    await page.waitForTimeout(400)
    costs.push((await readBusy(session)) - before)
    await page.waitForTimeout(300)
  }
  return costs
}

async function closeOthers(page: Page): Promise<void> {
  await page.locator('.sh-tabs a').last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await settle(page)
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined) // a page that is followed live is never idle
  await page.waitForTimeout(SETTLE_MS)
}
