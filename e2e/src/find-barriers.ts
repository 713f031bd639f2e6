import axe from 'axe-core'
import type { Page } from 'playwright-core'

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
}

/** What keeps people out of the page that is shown, after axe: serious and critical findings, one line each. */
export async function findBarriers(page: Page, options: BarrierOptions = {}): Promise<string[]> {
  const { hasFrame = true, include, rules = 'all' } = options
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
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
  const call = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(run)})`
  const found = (await page.evaluate(call)) as axe.AxeResults
  const violations = await Promise.all(found.violations.map(each => withoutCovered(page, each)))
  return violations
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
