import { join } from 'node:path'
import { takeTurn } from '@sluice/contract/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, openBrowser, type Theme, type Visit, visit } from './browser.ts'
import { type BarrierOptions, findBarriers } from './find-barriers.ts'
import { findTooWide, readLines, searchForeign } from './judge-texts.ts'
import { HOSTILE, LOOK_FOR_HOSTILE, poisonTexts } from './poison-texts.ts'
import { type Stop, startTour, type Tour } from './tour.ts'
import {
  checkEarlyEscape,
  checkFocus,
  DIALOG,
  switchLook,
  TOUR_TIMEOUT_MS,
  WALK_TIMEOUT_MS,
  walkAll,
  walkTo,
} from './walk-page.ts'

let tour: Tour
let browser: Browser

beforeAll(async () => {
  tour = await startTour()
  browser = await openBrowser()
}, TOUR_TIMEOUT_MS)
afterAll(async () => {
  await browser.close()
  await tour.dispose()
})

const walk = { timeout: WALK_TIMEOUT_MS }

interface Look {
  readonly language: Language
  readonly theme: Theme
  /** What its walk proves beside language and width. */
  readonly proves: string
  /** What axe looks for: barriers are the same in all languages, and those that are no colour in both themes. */
  readonly rules?: BarrierOptions['rules']
  /** What dialogs and drawers are tried for. Default: they stay closed. */
  readonly dialogs?: 'focus' | 'early Escape and focus'
  /** The place among those that go to a third of the stops each; see takeTurn. Default: it goes everywhere. */
  readonly turn?: number
}

// Going everywhere takes longer than looking: each walk looks for all it can. A language need not be offered yet.
// A page that was everywhere once goes there again in half the time, so it changes its language and stays. Whatever
// depends on the first moment of a dialog is looked at in the first walk of a page. A dialog's texts are in all
// dictionaries or they do not compile; what is written past them shows in Chinese and in Portuguese, whose words are also
// the longest. So the two other languages go to pages, and leave dialogs, drawers and menus closed. The first walk goes
// everywhere each day, and looks there for all that no language changes; the others take turns, each another third.
const pages: readonly (readonly Look[])[] = [
  [
    {
      language: 'zh-CN',
      theme: 'light',
      rules: 'all',
      dialogs: 'early Escape and focus',
      proves: 'nobody meets a barrier, Escape in the moment a dialog or drawer shows closes it, before antd listens',
    },
    { language: 'zh-TW', theme: 'light', turn: 0, proves: 'nothing is left of the language before' },
  ],
  [
    {
      language: 'pt-BR',
      theme: 'realDark',
      rules: 'colours',
      dialogs: 'focus',
      turn: 1,
      proves: 'dialogs and drawers put the cursor into their first field, close on Escape, give the focus back',
    },
    { language: 'en-US', theme: 'light', turn: 2, proves: 'nothing is left of the look before' },
  ],
]

let reader: Visit

// Each test goes on in the page of the one before.
describe.each(pages)('walks of a page', (...looks) => {
  afterAll(() => reader.close())

  test.each(looks)('every screen speaks $language alone and fits a small window; $proves', walk, async look => {
    if (look === looks[0]) reader = await open(look)
    else await switchLook(reader.page, look.language, look.theme)
    const { page } = reader
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(look.language)
    const findForeign = searchForeign(look.language)
    const firsts = firstDialogs()
    const chosen = share(look).filter(({ press }) => look.dialogs !== undefined || press === undefined)
    const problems = await walkAll(chosen, async stop => {
      const early =
        look.dialogs === 'early Escape and focus' && firsts.has(stop) ? await checkEarlyEscape(page, stop) : []
      await walkTo(page, stop)
      return [
        ...early,
        ...findForeign(await readLines(page)),
        ...(await findTooWide(page)),
        ...(look.rules ? await findBarriers(page, { rules: look.rules, isWalk: true, ...partOf(stop) }) : []),
        ...(isDialog(stop) && look.dialogs !== undefined ? await checkFocus(page) : []),
      ]
    })
    expect(problems).toEqual([])
    expect(reader.takeProblems()).toEqual([])
  })
})

// After all else: from then on nothing is called what it was.
test.skipIf(process.env['WALK'])('what people wrote is a text wherever the console shows it', walk, async () => {
  const poisoned = await poisonTexts(join(tour.product.dataDir, 'postgres'))
  expect(poisoned.length).toBeGreaterThan(20)
  const seen = await visit(browser, tour.product.url, { settings: { multiTab: true, layout: 'side' } })
  let shown = 0
  const plain = takeTurn(tour.stops.filter(({ meanwhile, press }) => meanwhile === undefined && press === undefined))
  const problems = await walkAll(plain, async stop => {
    await walkTo(seen.page, stop)
    const [isShown, became] = (await seen.page.evaluate(LOOK_FOR_HOSTILE)) as [boolean, string[]] // of the script's own making
    if (isShown) shown += 1
    return became
  })
  const refused = seen.takeProblems().filter(problem => /policy|owned/i.test(problem))
  // That it would be found, were it there.
  const planted = `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(HOSTILE)}); ${LOOK_FOR_HOSTILE}`
  expect(((await seen.page.evaluate(planted)) as [boolean, string[]])[1]).toHaveLength(1)
  await seen.close()
  expect([...problems, ...refused]).toEqual([])
  expect(shown).toBeGreaterThan(plain.length / 9)
})

const open = ({ language, theme }: Look): Promise<Visit> =>
  visit(browser, tour.product.url, {
    language,
    theme,
    viewport: { width: 1280, height: 800 },
    settings: { multiTab: false, layout: 'side' },
  })

/** What has not been looked at: the frame is the same everywhere, the page behind a dialog is a stop of its own. */
const partOf = (stop: Stop): BarrierOptions =>
  isDialog(stop) ? { include: DIALOG } : { hasFrame: stop.path === '/workplace' }

/** One of each page: all dialogs and drawers are the console's own two (ui-parts.test.ts), which hear an early Escape. */
function firstDialogs(): ReadonlySet<Stop> {
  const firsts = new Map<string, Stop>()
  for (const stop of tour.stops.filter(isDialog)) {
    const page = stop.path.replace(/\?.*/, '')
    if (!firsts.has(page)) firsts.set(page, stop)
  }
  return new Set(firsts.values())
}

const isDialog = ({ press, opens }: Stop): boolean => press !== undefined && opens === undefined

/** Those that a look goes to. Who names stops goes to each of them. */
const share = ({ turn }: Look): Tour['stops'] =>
  turn === undefined || process.env['WALK'] ? stops() : takeTurn(stops(), turn)

/** WALK=studio,mapping goes to stops with these names only. */
function stops(): Tour['stops'] {
  const parts = (process.env['WALK'] ?? '').split(',')
  const chosen = tour.stops.filter(({ name }) => parts.some(part => name.includes(part)))
  if (chosen.length === 0) throw new Error(`WALK: no stop is named ${parts.join(' or ')}`)
  return chosen
}
