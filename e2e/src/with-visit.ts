import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { type Visit, type VisitOptions, visit } from './browser.ts'

/** A visit of its own for one test, in one tab, which leaves no problem in the console. It begins with a `go`. */
export async function withVisit(
  browser: Browser,
  url: string,
  work: (seen: Visit) => Promise<void>,
  look: VisitOptions = {},
): Promise<void> {
  const seen = await visit(browser, url, { ...look, settings: { multiTab: false, layout: 'side' }, isUnopened: true })
  try {
    await work(seen)
    expect(seen.takeProblems()).toEqual([])
  } finally {
    await seen.close()
  }
}
