import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { type Language, languages, openBrowser, setLook, type Theme, themes, visit, waitForRest } from './browser.ts'
import { type Api, type Product, startProduct } from './product.ts'
import { waitForCalm } from './run-strategy.ts'

// `node e2e/src/screenshots.ts [folder]`: every screen in both languages and both themes, and on a phone.

const folder = process.argv[2] ?? join(import.meta.dirname, '../screenshots')
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

interface Shot {
  readonly name: string
  readonly path: string
  /** What is pressed once the page is at rest. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

await takeAll()

/** Starts the product with data in it, and takes every picture. */
async function takeAll(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const directory = await mkdtemp(join(tmpdir(), 'sluice-pictures-'))
  const product = await startProduct({ args: ['--demo'], env: { FILE_DIRECTORIES: directory } })
  const browser = await openBrowser()
  try {
    const shots = await prepareShots(product, directory)
    for (const language of languages)
      for (const theme of themes) await takeLook(browser, product, shots, language, theme)
    await takeEmpty(browser)
    await takePhone(browser, product, shots)
  } finally {
    await browser.close()
    await product.dispose()
    await rm(directory, { recursive: true, force: true })
  }
}

/** A demo that has run, a strategy to see in use, a connector whose test failed. */
async function prepareShots(product: Product, directory: string): Promise<readonly Shot[]> {
  const api = await product.signIn()
  const { content: demo } = await api.workplace.demoStatus()
  const strategy = demo.strategy_id ?? ''
  await waitForCalm(api, strategy)
  const { content: connectors } = await api.connector.list({ query: {} })
  for (const { id } of connectors) await api.connector.test({ params: { id } })
  const failing = await createFailing(api)
  await createFile(api, directory)
  const rowsOf = async (status: 2 | 3) =>
    (await api.strategyData.search({ params: { strategy }, body: { status: [status], pageSize: 1 } })).content.rows[0]
      ?.id
  const shop = connectors.find(connector => connector.platform_id === 'sandbox-shop')?.id ?? ''
  return listShots({ strategy, failing, shop, good: (await rowsOf(2)) ?? '', bad: (await rowsOf(3)) ?? '' })
}

async function createFailing(api: Api): Promise<string> {
  const params = { host: '127.0.0.1', port: 1, database: 'orders', username: 'reader', password: 'none' }
  const { content } = await api.connector.create({ body: { platform_id: 'postgresql', name: '订单库', params } })
  await api.connector.test({ params: { id: content.id } })
  return content.id
}

async function createFile(api: Api, directory: string): Promise<void> {
  const database = new DatabaseSync(join(directory, 'stock.db'))
  database.exec('create table stock (sku text primary key, name text not null, qty integer, price decimal(10,2))')
  const insert = database.prepare('insert into stock values (?, ?, ?, ?)')
  for (let row = 1; row <= 40; row += 1) insert.run(`SKU-${row}`, `商品 ${row}`, row * 3, row * 1.5)
  database.close()
  const params = { place: 'directory', directory, name: 'stock.db' }
  await api.connector.create({ body: { platform_id: 'sqlite', name: 'stock', params } })
}

interface Ids {
  readonly strategy: string
  readonly failing: string
  readonly shop: string
  readonly good: string
  readonly bad: string
}

function listShots({ strategy, failing, shop, good, bad }: Ids): readonly Shot[] {
  const detail = `/strategy/detail/${strategy}`
  const wizard = '/connector/create?platform=postgresql&step='
  return [
    { name: 'workplace', path: '/workplace' },
    { name: 'connectors', path: '/connector/index' },
    { name: 'connector-platforms', path: '/connector/create' },
    { name: 'connector-basic', path: `${wizard}basic` },
    { name: 'connector-params', path: `${wizard}params` },
    { name: 'connector-test-step', path: `${wizard}test` },
    { name: 'connector-detail', path: `/connector/detail/${failing}` },
    { name: 'connector-test', path: `/connector/detail/${failing}?tab=test` },
    { name: 'connector-resources', path: `/connector/detail/${shop}?tab=resources`, prepare: openFirstResource },
    { name: 'connector-strategies', path: `/connector/detail/${shop}?tab=strategies` },
    {
      name: 'connector-delete',
      path: `/connector/detail/${shop}`,
      prepare: page => page.locator('.ant-btn-dangerous').first().click(),
    },
    { name: 'strategies', path: '/strategy/index' },
    {
      name: 'strategies-selected',
      path: '/strategy/index',
      prepare: page => page.locator('.ant-table-row .ant-checkbox-input').first().check(),
    },
    { name: 'strategies-none', path: '/strategy/index?keyword=nothing' },
    { name: 'strategy-create', path: '/strategy/create' },
    { name: 'strategy-overview', path: detail },
    { name: 'strategy-source', path: `${detail}?tab=source` },
    { name: 'strategy-target', path: `${detail}?tab=target` },
    { name: 'strategy-schedule', path: `${detail}?tab=schedule` },
    { name: 'strategy-runs', path: `${detail}?tab=runs` },
    { name: 'strategy-run', path: `${detail}?tab=runs`, prepare: openFirstRun },
    { name: 'strategy-data', path: `${detail}?tab=data` },
    { name: 'strategy-data-errors', path: `${detail}?tab=data&status=3` },
    { name: 'record', path: `${detail}/${good}` },
    { name: 'record-error', path: `${detail}/${bad}` },
    { name: 'record-attempts', path: `${detail}/${bad}`, prepare: page => page.getByRole('tab').last().click() },
    { name: 'record-shared', path: `/strategy-data/${strategy}/${good}` },
    { name: 'operation-log', path: '/system/log' },
    { name: 'password', path: '/workplace', prepare: openPassword },
    { name: 'not-found', path: '/nowhere' },
    { name: 'forbidden', path: '/exception/403' },
    { name: 'server-error', path: '/exception/500' },
  ]
}

async function openFirstResource(page: Page): Promise<void> {
  await page.locator('.cn-resource').first().click()
}

async function openFirstRun(page: Page): Promise<void> {
  await page.locator('.ant-table-row button').first().click()
}

async function openPassword(page: Page): Promise<void> {
  await page.locator('.sh-user').click()
  await page.locator('.ant-dropdown-menu-item').first().click()
  await page.locator('.ant-modal input').first().waitFor()
}

async function takeLook(
  browser: Browser,
  product: Product,
  shots: readonly Shot[],
  language: Language,
  theme: Theme,
): Promise<void> {
  const label = `${language}-${theme}`
  const guest = await visit(browser, product.url, { language, theme, isSignedOut: true })
  await take(guest.page, `${label}-login`)
  await guest.close()
  const { page, close } = await visit(browser, product.url, { language, theme })
  await setLook(page, language, theme)
  for (const shot of shots) await takeShot(page, shot, label)
  await close()
}

/** The workbench before anything exists. */
async function takeEmpty(browser: Browser): Promise<void> {
  const product = await startProduct()
  try {
    for (const language of languages) {
      const { page, close } = await visit(browser, product.url, { language })
      await setLook(page, language, 'light')
      for (const [name, path] of [
        ['workplace', '/workplace'],
        ['connectors', '/connector/index'],
        ['strategies', '/strategy/index'],
      ])
        await takeShot(page, { name: `empty-${name}`, path: path ?? '' }, `${language}-light`)
      await close()
    }
  } finally {
    await product.dispose()
  }
}

async function takePhone(browser: Browser, product: Product, shots: readonly Shot[]): Promise<void> {
  const { page, close } = await visit(browser, product.url, { viewport: phone })
  await setLook(page, 'zh-CN', 'light')
  for (const shot of shots) await takeShot(page, shot, 'phone')
  await close()
}

async function takeShot(page: Page, { name, path, prepare }: Shot, label: string): Promise<void> {
  await page.goto(path)
  await waitForRest(page)
  await prepare?.(page)
  await take(page, `${label}-${name}`)
}

async function take(page: Page, name: string): Promise<void> {
  await waitForRest(page)
  // Entering dialogs and drawers move for 0.3 s.
  await page.waitForTimeout(400)
  const file = join(folder, `${name}.png`)
  const size = page.viewportSize() ?? desk
  // A window as tall as the page: menu and overlays then stand where a reader sees them.
  const tall = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width: size.width, height: Math.min(Math.max(size.height, tall), 4000) })
  await page.screenshot({ path: file })
  await page.setViewportSize(size)
  process.stdout.write(`${name} ${Math.round((await stat(file)).size / 1024)} kB\n`)
}
