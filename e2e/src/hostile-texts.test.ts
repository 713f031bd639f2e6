import { join } from 'node:path'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, visit } from './browser.ts'
import { startTour, type Tour } from './tour.ts'
import { TOUR_TIMEOUT_MS, WALK_TIMEOUT_MS, walkAll, walkTo } from './walk-page.ts'

// Every text that somebody could have written, wherever it is stored, ends in a piece of a page that would do something.
// Seen at every stop of the console it is a text: nothing of it became an element, and nothing ran.

const HOSTILE = '"><img src=x onerror=owned()>'
let tour: Tour
let browser: Browser
let poisoned: readonly string[]

beforeAll(async () => {
  tour = await startTour()
  browser = await openBrowser()
  poisoned = await poison(join(tour.product.dataDir, 'postgres'))
}, TOUR_TIMEOUT_MS)
afterAll(async () => {
  await browser.close()
  await tour.dispose()
})

/** Columns that took it: what a check of the database refuses stays as it was. */
async function poison(host: string): Promise<string[]> {
  const owner = new pg.Client({ host, user: 'sluice', database: 'postgres' })
  await owner.connect()
  const { rows } = await owner.query<{ place: string; set: string; fits: string }>(
    `select c.relname || '.' || a.attname as place,
            case when a.atttypid = 'text'::regtype then format('update %I set %2$I = %2$I || $1', c.relname, a.attname)
                 else format('update %I set %2$I = jsonb_set(%2$I, ''{name}'', to_jsonb(%2$I ->> ''name'' || $1))', c.relname, a.attname) end as set,
            case when a.atttypid = 'text'::regtype then format('%I <> ''''', a.attname)
                 else format('jsonb_typeof(%I -> ''name'') = ''string''', a.attname) end as fits
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (a.atttypid = 'jsonb'::regtype
             or a.atttypid = 'text'::regtype and a.attname ~ '^(name|.*_name|nickname|remark|note|title|describe|text|message|content|reason)$')`,
  )
  const taken: string[] = []
  for (const { place, set, fits } of rows) {
    const done = await owner.query(`${set} where ${fits}`, [HOSTILE]).catch(() => null)
    if (done && (done.rowCount ?? 0) > 0) taken.push(place)
  }
  await owner.end()
  return taken
}

test('what people wrote is a text wherever the console shows it', { timeout: WALK_TIMEOUT_MS }, async () => {
  expect(poisoned.length).toBeGreaterThan(20)
  const seen = await visit(browser, tour.product.url, { settings: { multiTab: true, layout: 'side' } })
  let shown = 0
  const stops = tour.stops.filter(({ meanwhile, press }) => meanwhile === undefined && press === undefined)
  const problems = await walkAll(stops, async stop => {
    await walkTo(seen.page, stop)
    const [isShown, became] = (await seen.page.evaluate(LOOK)) as [boolean, string[]] // of the script's own making
    if (isShown) shown += 1
    return became
  })
  const refused = seen.takeProblems().filter(problem => /policy|owned/i.test(problem))
  // That it would be found, were it there.
  const planted = `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(HOSTILE)}); ${LOOK}`
  expect(((await seen.page.evaluate(planted)) as [boolean, string[]])[1]).toHaveLength(1)
  await seen.close()
  expect([...problems, ...refused]).toEqual([])
  expect(shown).toBeGreaterThan(20)
})

/** Whether it is seen as it was written, and elements that were made of it. */
const LOOK = `[
  document.body.innerText.includes('<img src=x'),
  [...document.querySelectorAll('img[src=x], [onerror]')].map(element => element.outerHTML.slice(0, 200)),
]`
