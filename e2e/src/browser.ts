import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { adminPassword, getTokens } from './product.ts'

export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
export type Language = (typeof languages)[number]
export const themes = ['light', 'realDark'] as const
export type Theme = (typeof themes)[number]

/**
 * Debian's Chromium, or the one named by CHROMIUM. Its headless shell comes first: the same engine, without the windows of
 * a desktop, which are pages themselves and cost a third of all time.
 */
export function openBrowser(): Promise<Browser> {
  const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? places.find(existsSync) ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page of a test lives for seconds: what compilers save it costs less than they do. Nor has painting a process to wait for.
      '--js-flags=--no-opt --no-maglev',
      '--in-process-gpu',
    ],
  })
}

export interface VisitOptions {
  /** Default zh-CN. */
  readonly language?: Language
  /** Default light. */
  readonly theme?: Theme
  /** Default 1440 × 900. */
  readonly viewport?: { readonly width: number; readonly height: number }
  /** More of the look. `multiTab: false`: a test need not tell the shown page from those that sleep in other tabs. */
  readonly settings?: Readonly<Record<string, boolean | string>>
  /** Whether things move as they come and go. Default false: a click on a list that still unfolds misses it. */
  readonly isMoving?: boolean
  /** Default: signed in as the first administrator. The form itself is used by those that test it (`signInByForm`). */
  readonly isSignedOut?: boolean
  /** Nothing is loaded yet: the first `go` does. Who goes elsewhere at once need not wait for the first page. */
  readonly isUnopened?: boolean
}

/** One visitor with a browser profile of their own. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors, page errors and refusals of the content policy since the last call. A test ends with none. */
  takeProblems(): string[]
  go(path: string): Promise<void>
  close(): Promise<void>
}

/** Opens the console for one visitor. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: options.viewport ?? { width: 1440, height: 900 },
    locale: options.language ?? 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: options.isMoving ? 'no-preference' : 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: await listStored(url, options) }] },
  } satisfies BrowserContextOptions)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems = listenForProblems(page)
  if (!options.isUnopened) await page.goto(options.isSignedOut ? '/user/login' : '/')
  if (!options.isUnopened && !options.isSignedOut) await waitForPage(page)
  return {
    page,
    context,
    takeProblems: () => problems.splice(0),
    async go(path) {
      await page.goto(path)
      await waitForRest(page)
    },
    close: () => closeAtRest(context),
  }
}

/** What the visitor's browser remembers: the look they chose, and that they have signed in. */
async function listStored(
  url: string,
  { language = 'zh-CN', theme = 'light', settings = {}, isSignedOut = false }: VisitOptions,
): Promise<{ name: string; value: string }[]> {
  const look = { app_lang: language, app_settings: JSON.stringify({ navTheme: theme, ...settings }) }
  if (isSignedOut) return toEntries(look)
  const { access_token, refresh_token } = await getTokens(url)
  return toEntries({ ...look, access_token, refresh_token })
}

const toEntries = (stored: Readonly<Record<string, string>>) =>
  Object.entries(stored).map(([name, value]) => ({ name, value }))

const LEAVE_TRIES = 5

/**
 * Chromium may confirm a close that meets the commit of a navigation, and then not close; whoever waits for it waits for
 * ever. So every page first goes where nothing is on its way any more.
 */
async function closeAtRest(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    let tries = 0
    // Another navigation may come between.
    do await page.goto('about:blank').catch(() => undefined)
    while (page.url() !== 'about:blank' && ++tries < LEAVE_TRIES)
  }
  await context.close()
}

/** The answer 401 of a renewed token and of a wrong password is printed by the browser itself; nothing of ours failed. */
const expected = /Failed to load resource.*(401|403|404|409|422|429)/

function listenForProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', message => {
    const text = message.text()
    if (message.type() === 'error' && !expected.test(text)) problems.push(`console: ${text}`)
    if (/Content Security Policy/i.test(text) && message.type() !== 'error') problems.push(`policy: ${text}`)
  })
  page.on('pageerror', error => problems.push(`page: ${error.stack ?? error.message}`))
  page.on('requestfailed', request => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left drops what it was still loading.
    if (/\/assets\//.test(request.url()) && !/ERR_ABORTED/.test(reason))
      problems.push(`request: ${request.url()} ${reason}`)
  })
  return problems
}

/**
 * Language and theme as the visitor would have chosen them before: in this browser, and once signed in also in the
 * profile, which otherwise brings back its own. Scripts for the page are text: this room is compiled without the DOM.
 */
export async function setLook(
  page: Page,
  language: Language,
  theme: Theme,
  more: VisitOptions['settings'] = {},
): Promise<void> {
  await page.evaluate(`(async () => {
    const settings = { ...JSON.parse(localStorage.getItem('app_settings') ?? '{}'), navTheme: ${JSON.stringify(theme)}, ...${JSON.stringify(more)} }
    localStorage.setItem('app_lang', ${JSON.stringify(language)})
    localStorage.setItem('app_settings', JSON.stringify(settings))
    const token = localStorage.getItem('access_token')
    if (token) await fetch('/api/dp/account/settings', {
      method: 'PUT',
      headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...settings, lang: ${JSON.stringify(language)} }),
    })
  })()`)
  await page.reload()
}

/** Types into the sign-in form that is on screen, and waits for the page behind it. */
export async function signInByForm(page: Page, username = 'admin', password = adminPassword): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.locator('button[type=submit]').click()
  await waitForPage(page)
}

/** The first page of who is signed in. */
async function waitForPage(page: Page): Promise<void> {
  await page.waitForURL(url => !/^\/(?:user\/|$)/.test(url.pathname))
  await page.locator('#content').waitFor()
  await waitForRest(page)
}

const REST_TIMEOUT_MS = 20_000
const LOOK_MS = 50

/** Until what was asked for is on screen: no placeholder and no spinner any more, twice in a row. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.locator('#root > *').first().waitFor({ state: 'attached' })
  const busy = page.locator(':is(.sl-skeleton, .ant-skeleton-active, .ant-btn-loading, .ant-spin-spinning):visible')
  let calm = 0
  for (let waitedMs = 0; waitedMs < REST_TIMEOUT_MS; waitedMs += LOOK_MS) {
    calm = (await busy.count()) === 0 ? calm + 1 : 0
    if (calm === 2) return
    await page.waitForTimeout(LOOK_MS)
  }
  throw new Error(`${page.url()} is still loading after ${REST_TIMEOUT_MS} ms`)
}

/** Takes the completion that is offered, by keyboard: for its first 75 ms an editor's list lets Enter pass to the text. */
export async function takeCompletion(page: Page): Promise<void> {
  await page.waitForTimeout(100)
  await page.keyboard.press('Enter')
}

/** Saves while the answer takes its time, and does something else before it comes. */
export async function saveSlowly(page: Page, save: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/**', async route => {
    if (route.request().method() === 'GET') return route.fallback()
    asked.resolve()
    await answered.promise
    await route.fallback()
  })
  try {
    await save()
    await asked.promise
    await meanwhile()
  } finally {
    answered.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
