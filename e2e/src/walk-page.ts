import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Language, Theme } from './browser.ts'
import type { Stop } from './tour.ts'

/** Open dialogs and drawers. */
export const DIALOG = '[role=dialog]'
const REST_TIMEOUT_MS = 30_000

/**
 * One turn to the browser per stop: it waits there, by frames, instead of being asked from here. At rest is a page
 * with something on it, without placeholders and spinners whose requests were answered, three frames in a row.
 */
const WALKER = `(() => {
  if (window.walker) return
  let pending = 0
  const { fetch } = window
  window.fetch = async (...request) => {
    pending += 1
    try { return await fetch(...request) } finally { pending -= 1 }
  }
  const isShown = element => element.checkVisibility({ visibilityProperty: true })
  const find = selector => [...document.querySelectorAll(selector)].find(isShown)
  const countOpen = () => [...document.querySelectorAll('${DIALOG}')].filter(isShown).length
  const busy = '.sl-skeleton, .ant-skeleton-active, .ant-btn-loading, .ant-spin-spinning, .anticon-spin'
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  const until = async (isReached, what, limitMs = ${REST_TIMEOUT_MS}) => {
    const end = performance.now() + limitMs
    for (let calm = 0; calm < 3; calm = isReached() ? calm + 1 : 0) {
      if (performance.now() > end) throw new Error(location.pathname + location.search + ': ' + what())
      await frame()
    }
  }
  const rest = () => until(
    () => pending === 0 && document.querySelector('main > *') && !find(busy),
    () => 'is still loading: ' + pending + ' requests, ' + find(busy)?.outerHTML.slice(0, 200),
  )
  window.walker = {
    rest,
    async go({ path, press, opens }) {
      // What a page shows is left by leaving it only: who is there already has nothing to draw anew.
      if (location.pathname + location.search + location.hash !== path) {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }
      await rest()
      window.walker.pressed = []
      await window.walker.open({ press, opens })
    },
    async open({ press = [], opens = '${DIALOG}' }) {
      for (const selector of press) await window.walker.press(selector)
      if (press.length === 0) return
      await until(() => find(opens), () => 'the press opened no ' + opens)
      await rest()
    },
    async press(selector) {
      await until(() => find(selector), () => 'shows no ' + selector)
      const element = find(selector)
      window.walker.pressed.push(element)
      element.focus()
      element.click()
    },
    // Menus close when something else is pressed, dialogs on Escape.
    async leave() {
      for (const type of ['mousedown', 'click']) document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
      return countOpen()
    },
    // A drawer that was closed may stay in the document, hidden: it is not what was opened.
    async escapeEarly(press, limitMs) {
      // What the last press opens: a dialog may stand in a drawer.
      for (const selector of press.slice(0, -1)) await window.walker.press(selector)
      await until(() => find(press.at(-1)), () => 'shows no ' + press.at(-1))
      const before = countOpen()
      let hasPressed = false
      const observer = new MutationObserver(() => {
        if (countOpen() <= before) return
        observer.disconnect()
        hasPressed = true
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      })
      observer.observe(document.body, { childList: true, subtree: true, attributes: true })
      await window.walker.press(press.at(-1))
      await until(() => hasPressed, () => 'the press opened no ${DIALOG}')
      return window.walker.closed(limitMs, before + 1).then(() => true, () => false)
    },
    // Of dialogs in a drawer Escape closes the last.
    closed: (limitMs, open = 1) =>
      until(() => countOpen() < open, () => 'does not close on Escape: ' + find('${DIALOG}')?.innerText.slice(0, 80), limitMs),
  }
})()`

/** Another stop without loading the console anew. Presses are clicks of the page's own: quick, and not in anybody's way. */
export async function walkTo(page: Page, stop: Omit<Stop, 'name'>): Promise<void> {
  await page.evaluate(WALKER)
  // A page at work may miss a key; who only passes through presses again, as people do.
  await leave(page, 3)
  const { meanwhile, press = [], opens } = stop
  if (!meanwhile) return void (await page.evaluate(`walker.go(${JSON.stringify(stop)})`))
  await page.evaluate(`walker.go(${JSON.stringify({ path: stop.path, press: press.slice(0, -1), opens: 'main' })})`)
  await meanwhile()
  await page.evaluate(`walker.open(${JSON.stringify({ press: press.slice(-1), opens })})`)
}

/**
 * Another look for the page that is open: what it has loaded stays loaded. The page for signing in has the switches; where
 * the whole frame is left nothing of the old look is kept, nor is a choice made there saved for the user. A language that
 * is not offered can be chosen by scripts. What was typed and not saved is thrown away: forms would bring it back.
 */
export async function switchLook(page: Page, language: Language, theme: Theme): Promise<void> {
  await walkTo(page, { path: '/user/login' })
  await page.evaluate(`(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key)
    const select = document.querySelector('.pl-language select')
    select.value = ${JSON.stringify(language)}
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const isDark = document.documentElement.dataset.theme === 'dark'
    if (isDark !== ${theme === 'realDark'}) document.querySelector('.pl-language ~ button').click()
    return walker.rest()
  })()`)
}

/** The product with data in every screen. */
export const TOUR_TIMEOUT_MS = 300_000
/** A test of all stops ends by itself before its own limit, and says how far it came. */
export const WALK_TIMEOUT_MS = 900_000
const WALK_MS = 870_000

/** What `look` finds, which goes to every stop, one line each: where, and what. */
export async function walkAll(
  stops: readonly Stop[],
  look: (stop: Stop) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = []
  const end = Date.now() + WALK_MS
  for (const [at, stop] of stops.entries()) {
    const found = await Promise.race([
      look(stop),
      // A page that hangs answers nothing at all.
      delay(end - Date.now(), null, { ref: false }),
    ]).catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
    if (found === null) return [...problems, `${stop.name}: reached ${at} of ${stops.length} stops in ${WALK_MS} ms`]
    problems.push(...found.map(problem => `${stop.name}: ${problem}`))
  }
  return problems
}

/** Closes what a press opened. */
async function leave(page: Page, presses: number): Promise<void> {
  let missed = 0
  for (;;) {
    const open = await page.evaluate<number>('walker.leave()')
    if (open === 0) return
    await page.keyboard.press('Escape')
    const closed = page.evaluate(`walker.closed(${REST_TIMEOUT_MS / presses}, ${open})`)
    await closed.catch((error: unknown) => {
      missed += 1
      if (missed >= presses) throw error
    })
  }
}

/** Whether who works by keyboard can go on in what a press opened, and afterwards where they were. One line each. */
export async function checkFocus(page: Page): Promise<string[]> {
  const start = await page.evaluate<string | null>(FIRST_FIELD)
  await leave(page, 1)
  const end = await page.evaluate<string | null>(BACK)
  return [start, end].filter(problem => problem !== null)
}

/** Presses Escape between the moment a dialog can be seen in the document and its first frame. One line where it stays. */
export async function checkEarlyEscape(
  page: Page,
  { path, press }: Pick<Stop, 'path' | 'press'>,
  limitMs = REST_TIMEOUT_MS / 3,
): Promise<string[]> {
  await walkTo(page, { path })
  const isClosed = await page.evaluate(`walker.escapeEarly(${JSON.stringify(press)}, ${limitMs})`)
  return isClosed ? [] : ['stays open after an early Escape']
}

const NAME = "(element => element === null ? 'nothing' : element.outerHTML.slice(0, 160))"

/** null, or what has the focus in place of the first field; a dialog without fields has it anywhere. */
const FIRST_FIELD = `(() => {
  const dialog = [...document.querySelectorAll('${DIALOG}')].at(-1)
  // The search in evidence is no field of the dialog.
  const isShown = field => !field.disabled && field.checkVisibility() && !field.closest('.sl-json')
  const fields = [...dialog.querySelectorAll('input:not([type=hidden], [type=file]), textarea')].filter(isShown)
  const { activeElement } = document
  // A drawer without fields has the focus on its frame.
  const frame = dialog.closest('.ant-drawer') ?? dialog
  const isRight = fields.length === 0 ? frame.contains(activeElement) : activeElement === fields[0]
  return isRight ? null : 'opens with the focus on ' + ${NAME}(activeElement)
})()`

/** Antd gives the focus back a moment after the dialog is gone: to what opened it, or, where that was in a menu, to the menu's button. */
const BACK = `(async () => {
  for (let frame = 0; frame < 120; frame += 1) {
    const opener = window.walker.pressed.findLast(element => element.isConnected && element.checkVisibility({ visibilityProperty: true }))
    if (document.activeElement === opener) return null
    await new Promise(resolve => requestAnimationFrame(resolve))
  }
  return 'leaves the focus on ' + ${NAME}(document.activeElement)
})()`
