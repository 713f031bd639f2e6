import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Language, languages, openBrowser, setLook, type Theme, themes, visit, waitForRest } from './browser.ts'
import { prepareScreens, type Screen } from './browser-screens.ts'
import { type Product, startProduct } from './product.ts'

// `node e2e/src/screenshots.ts [folder]`: every screen in both languages and both themes, and on a phone.

const folder = process.argv[2] ?? join(import.meta.dirname, '../screenshots')
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

await takeAll()

/** Starts the product with data in it, and takes every picture. */
async function takeAll(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const directory = await mkdtemp(join(tmpdir(), 'sluice-pictures-'))
  const product = await startProduct({ args: ['--demo'], env: { FILE_DIRECTORIES: directory } })
  const browser = await openBrowser()
  try {
    const shots = await prepareScreens(product, directory)
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

async function takeLook(
  browser: Browser,
  product: Product,
  shots: readonly Screen[],
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

async function takePhone(browser: Browser, product: Product, shots: readonly Screen[]): Promise<void> {
  const { page, close } = await visit(browser, product.url, { viewport: phone })
  await setLook(page, 'zh-CN', 'light')
  for (const shot of shots) await takeShot(page, shot, 'phone')
  await close()
}

async function takeShot(page: Page, { name, path, prepare }: Screen, label: string): Promise<void> {
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
