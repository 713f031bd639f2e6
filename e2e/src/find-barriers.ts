import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { NEW, NEW_PLACES } from './new-places.ts'

/** antd measures columns with a hidden row. */
const MEASURE_ROW = '.ant-table-measure-row'
/** antd leaves a listbox of no height behind an open choice. */
const SPENT_LISTBOX = '[role=listbox][style*="height: 0"]'
/** The frame is the same around every page: looked at once is enough. */
const FRAME = ['.sh-header', '.sh-side', '.sh-trail', 'footer']

export interface BarrierOptions {
  /** Default: the whole page. */
  readonly hasFrame?: boolean
  /** Only what this selector finds. Default: the whole page. */
  readonly include?: string
  /** Default: every rule; `colours`: what a theme can change. */
  readonly rules?: 'all' | 'colours'
  /** Whether contrast is asked only of kinds of places that did not pass before in this page; see new-places.ts. Default false. */
  readonly isWalk?: boolean
}

/** Only what is important in its own style can break this rule: axe would read the texts of all others in vain. */
const LOAD = `${axe.source}; ${NEW_PLACES}; axe.configure({ rules: [{ id: 'avoid-inline-spacing', selector: '[style*="!"]' }] })`

/** What keeps people out of the page that is shown, after axe: serious and critical findings, one line each. */
export async function findBarriers(page: Page, options: BarrierOptions = {}): Promise<string[]> {
  const { hasFrame = true, include, rules = 'all', isWalk = false } = options
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(LOAD)
  const context = {
    ...(include !== undefined && { include: [include] }),
    exclude: [MEASURE_ROW, SPENT_LISTBOX, ...(hasFrame ? [] : FRAME)],
  }
  const run = {
    resultTypes: ['violations'],
    // Style sheets are only fetched again for a rule about turned screens.
    preload: false,
    ...(rules === 'colours'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          // Experimental: it reads the initial in a user's picture as part of the button's label.
          rules: { 'label-content-name-mismatch': { enabled: false } },
        }),
  }
  const violations = (await page.evaluate(`(async () => {
    const [context, run] = ${JSON.stringify([context, run])}
    if (${!isWalk}) return (await axe.run(context, run)).violations
    const reporter = (results, options, respond) => {
      newPlaces.remember(results)
      axe.getReporter('v1')(results, options, respond)
    }
    newPlaces.mark(${JSON.stringify(include ?? 'body')})
    axe.configure({ rules: [{ id: 'color-contrast', selector: '[${NEW}]' }] })
    try {
      return (await axe.run(context, { ...run, reporter })).violations
    } finally {
      axe.configure({ rules: [{ id: 'color-contrast', selector: '*' }] })
      newPlaces.unmark()
    }
  })()`)) as axe.Result[]
  const judged = await Promise.all(violations.map(each => withoutCovered(page, each)))
  return judged
    .filter(({ impact, nodes }) => nodes.length > 0 && (impact === 'serious' || impact === 'critical'))
    .map(({ id, nodes: [first, ...more] }) =>
      [id, `${more.length + 1}×`, first?.target.join(' '), first?.html.slice(0, 200), first?.failureSummary].join(' '),
    )
}

/** A bar that stays while the page scrolls covers targets for now only: each is judged again in the middle of the page. */
async function withoutCovered(page: Page, violation: axe.Result): Promise<axe.Result> {
  if (violation.id !== 'target-size') return violation
  const selectors = JSON.stringify(violation.nodes.map(({ target }) => target[0]))
  const isSmall = (await page.evaluate(`(async () => {
    const judged = []
    for (const selector of ${selectors}) {
      document.querySelector(selector).scrollIntoView({ block: 'center' })
      const again = await axe.run({ include: [selector] }, { runOnly: ['target-size'], preload: false })
      judged.push(again.violations.length > 0)
    }
    return judged
  })()`)) as readonly boolean[]
  return { ...violation, nodes: violation.nodes.filter((_, at) => isSmall[at]) }
}
