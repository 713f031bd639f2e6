import type { View } from './board.ts'
import { bucketReachable, spanWithin, windowOf } from './by-window.ts'
import type { Buckets } from './codes.ts'
import { otherSide, SIDES, type Side, type Turns } from './lines.ts'
import type { SubsetRule } from './rule.ts'

const MAX_CANDIDATES = 20
const MAX_STEPS = 100_000
/** Lines of a window that are looked at for candidates, and steps of a whole run: bounds whatever the lines are. */
const MAX_LOOKED_AT = 1000
export const MAX_STEPS_OF_RUN = 20_000_000

interface Solution {
  readonly side: Side
  readonly row: number
  readonly parts: readonly number[]
}

/** `null`: there is none; `'many'`: more than one, or more than may be searched. */
type Answer = readonly number[] | null | 'many'

/**
 * One line of a side that is the sum of two or more of the other, in one way only. Proposes only. A line that two solutions need
 * is in neither.
 */
export function* matchSubsets(view: View, rule: SubsetRule, at: number): Turns<void> {
  const codes = yield* view.book.keys(rule.keys)
  const { all, seenFrom } = yield* bucketReachable(view, codes)
  const solutions: Solution[] = []
  const budget = { steps: MAX_STEPS_OF_RUN }
  for (const side of SIDES)
    for (const row of all[side].rows) {
      const candidates = listCandidates(view, seenFrom(side, row), rule, side, row, codes[side][row]!) // a row
      yield
      if (candidates === 'many') view.doubt(at, side, row, -1)
      else if (candidates.length >= 2) {
        const parts = yield* solve(view, side, row, candidates, budget)
        if (parts === 'many') view.doubt(at, side, row, candidates.length)
        else if (parts !== null) solutions.push({ side, row, parts })
      }
    }
  takeUndisputed(view, at, solutions)
}

/** Of the same sign and smaller, in the window, in the order of time. */
function listCandidates(
  view: View,
  buckets: Buckets,
  rule: SubsetRule,
  side: Side,
  row: number,
  code: number,
): readonly number[] | 'many' {
  const other = otherSide(side)
  const target = view.lines[side].amountsMinor[row]! // a row
  const { occurredMs, amountsMinor } = view.lines[other]
  const [fromMs, toMs] = windowOf(rule, side, view.lines[side].occurredMs[row]!) // a row
  const span = spanWithin(occurredMs, buckets, code, fromMs, toMs)
  if (span.to - span.from > MAX_LOOKED_AT) return 'many'
  const candidates: number[] = []
  for (const candidate of buckets.rows.subarray(span.from, span.to)) {
    view.step(1)
    const amount = amountsMinor[candidate]! // a row
    const fits = target > 0n ? amount > 0n && amount < target : amount < 0n && amount > target
    if (fits && candidates.push(candidate) > MAX_CANDIDATES) return 'many'
  }
  return candidates
}

/** Every subset in a fixed order, left as soon as what is still to come cannot reach the sum, or a second one was found. */
function* solve(
  view: View,
  side: Side,
  row: number,
  candidates: readonly number[],
  budget: { steps: number },
): Turns<Answer> {
  const amountOf = (candidate: number): bigint => magnitude(view.lines[otherSide(side)].amountsMinor[candidate]!) // a row
  const sorted = candidates.toSorted((one, two) => compare(amountOf(two), amountOf(one)) || one - two)
  const amounts = sorted.map(amountOf)
  const rest = [0n]
  for (const amount of amounts.toReversed()) rest.unshift(rest[0]! + amount) // never empty
  const found: number[][] = []
  let steps = 0
  const search = (at: number, missing: bigint, chosen: readonly number[]): void => {
    steps += 1
    if (missing === 0n) found.push([...chosen])
    if (missing <= 0n || at === sorted.length || rest[at]! < missing || found.length > 1 || steps > MAX_STEPS) return
    search(at + 1, missing - amounts[at]!, [...chosen, sorted[at]!]) // at < length
    search(at + 1, missing, chosen)
  }
  if (budget.steps <= 0) return 'many'
  search(0, magnitude(view.lines[side].amountsMinor[row]!), []) // a row
  view.step(steps)
  budget.steps -= steps
  yield
  if (found.length > 1 || steps > MAX_STEPS) return 'many'
  return found[0]?.toSorted((one, two) => one - two) ?? null
}

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const compare = (one: bigint, two: bigint): number => (one < two ? -1 : one > two ? 1 : 0)

function takeUndisputed(view: View, at: number, solutions: readonly Solution[]): void {
  const uses = { a: new Map<number, number>(), b: new Map<number, number>() }
  const linesOf = ({ side, row, parts }: Solution) =>
    side === 'a' ? ({ a: [row], b: parts } as const) : ({ a: parts, b: [row] } as const)
  const count = (side: Side, row: number) => uses[side].set(row, (uses[side].get(row) ?? 0) + 1)
  for (const solution of solutions)
    for (const side of SIDES) for (const row of linesOf(solution)[side]) count(side, row)
  for (const solution of solutions) {
    const lines = linesOf(solution)
    const isDisputed = SIDES.some(side => lines[side].some(row => (uses[side].get(row) ?? 0) > 1))
    if (isDisputed) view.doubt(at, solution.side, solution.row, solution.parts.length)
    else view.take(at, false, lines.a, lines.b)
  }
}
