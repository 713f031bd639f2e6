import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { type Language, languages, openBrowser, setLook, type Theme, themes, visit } from './browser.ts'
import { startProduct } from './product.ts'
import { listStops, noIds, type Stop, startTour, type Tour } from './tour.ts'
import { walkTo } from './walk-page.ts'

const HELP = `node e2e/src/screenshots.ts [--out folder] [--language zh-CN,pt-BR] [--theme light,realDark]
  [--layout side,top,mix,left] [--width 1440] [--only part-of-a-name,…] [--empty]
Pictures of every stop of the tour, and index.html with all of them. Default: Chinese, both themes, the layout "side".
--empty: of a product in which nothing exists yet.
`

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../screenshots') },
    language: { type: 'string', default: 'zh-CN' },
    theme: { type: 'string', default: themes.join() },
    layout: { type: 'string', default: 'side' },
    width: { type: 'string', default: '1440' },
    only: { type: 'string', default: '' },
    empty: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const folder = resolve(flags.out)
const width = Number(flags.width)
/** Looks by stop, as they were taken. */
const taken = new Map<string, string[]>()

if (flags.help) process.stdout.write(HELP)
else await takeAll()

async function takeAll(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { product, stops, dispose } = flags.empty ? await startEmpty() : await startTour()
  const browser = await openBrowser()
  try {
    for (const language of choose(languages, flags.language)) {
      const { page } = await visit(browser, product.url, { language, viewport: { width, height: 900 } })
      for (const theme of choose(themes, flags.theme))
        for (const layout of flags.layout.split(',')) await takeLook(page, stops, language, theme, layout)
    }
  } finally {
    await browser.close()
    await dispose()
    await writeFile(join(folder, 'index.html'), writeIndex())
  }
}

/** The pages that need nothing to be there. */
async function startEmpty(): Promise<Tour> {
  const product = await startProduct()
  const pages = Object.entries(listStops(noIds)).filter(([path]) => !path.includes(':') && path !== '*')
  const stops = pages.flatMap(([, list]) => list.filter(stop => stop.press === undefined))
  return { product, stops, dispose: () => product.dispose() }
}

/** What is not offered is told, instead of taking nothing. */
function choose<T extends string>(offered: readonly T[], list: string): readonly T[] {
  const asked = list.split(',')
  const unknown = asked.filter(each => !offered.some(other => other === each))
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are ${offered.join(', ')}`)
  return offered.filter(each => asked.includes(each))
}

async function takeLook(
  page: Page,
  stops: readonly Stop[],
  language: Language,
  theme: Theme,
  layout: string,
): Promise<void> {
  await setLook(page, language, theme, { layout, multiTab: false })
  const look = [language, theme, layout, ...(width === 1440 ? [] : [width])].join('-')
  const parts = flags.only.split(',')
  for (const stop of stops.filter(({ name }) => parts.some(part => name.includes(part))))
    try {
      await walkTo(page, stop)
      await take(page, `${stop.name}.${look}.png`)
      taken.set(stop.name, [...(taken.get(stop.name) ?? []), look])
    } catch (error) {
      process.stdout.write(`${stop.name} ${look}: ${error instanceof Error ? error.message : error}\n`)
      process.exitCode = 1
    }
}

async function take(page: Page, file: string): Promise<void> {
  const size = page.viewportSize() ?? { width, height: 900 }
  // A window as tall as the page: menu and overlays then stand where a reader sees them.
  const tall = Number(await page.evaluate('document.documentElement.scrollHeight'))
  if (tall > size.height) await page.setViewportSize({ width: size.width, height: Math.min(tall, 4000) })
  await page.screenshot({ path: join(folder, file) })
  if (tall > size.height) await page.setViewportSize(size)
}

function writeIndex(): string {
  const sections = [...taken].map(([name, looks]) => {
    const pictures = looks.map(look => {
      const file = `${name}.${look}.png`
      return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`
    })
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px sans-serif;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{width:440px;border:1px solid #ccc}</style>
<h1>${taken.size} screens</h1>${sections.join('\n')}
`
}
