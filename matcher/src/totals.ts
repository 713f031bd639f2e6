import type { Board } from './board.ts'
import { codeTexts } from './codes.ts'
import { inTurns, type Side, type Turns } from './lines.ts'

interface Sum {
  readonly lines: number
  readonly minor: bigint
}

interface SideTotals {
  readonly all: Sum
  readonly confirmed: Sum
  readonly proposed: Sum
  readonly open: Sum
}

/** What became of every line of one currency; currencies are never added. */
export interface Totals extends Readonly<Record<Side, SideTotals>> {
  readonly currency: string
  /** What the confirmed groups book as differences: their A less their B. */
  readonly differenceMinor: bigint
}

const OPEN = 0
const PROPOSED = 1
const CONFIRMED = 2
const STATES = 3

/** Lines and amounts of each currency and state. */
interface Counted {
  readonly lines: Int32Array
  readonly minor: BigInt64Array
}

/** Adds up each line on its own, and the groups' differences beside them, and ends the match when the two disagree. */
export function* totalUp(board: Board): Turns<readonly Totals[]> {
  const currencies = yield* codeTexts(board.lines.a.currencies, board.lines.b.currencies)
  const confirmed = board.confirmed.toArray()
  const counted = { a: makeCounted(currencies.count), b: makeCounted(currencies.count) }
  for (const side of ['a', 'b'] as const) yield* count(board, side, currencies[side], confirmed, counted[side])
  const differences = addDifferences(board, currencies.a, confirmed)
  const names = new Map<string, number>()
  for (const side of ['a', 'b'] as const)
    for (const [row, code] of currencies[side].entries())
      if (names.size < currencies.count) names.set(board.lines[side].currencies[row]!, code) // a row
  return [...names]
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([currency, code]) =>
      checked({
        currency,
        a: toTotals(counted.a, code),
        b: toTotals(counted.b, code),
        differenceMinor: differences.get(code) ?? 0n,
      }),
    )
}

const makeCounted = (currencies: number): Counted => ({
  lines: new Int32Array(currencies * STATES),
  minor: new BigInt64Array(currencies * STATES),
})

function* count(
  board: Board,
  side: Side,
  currencies: Int32Array,
  confirmed: Int32Array,
  counted: Counted,
): Turns<void> {
  const { amountsMinor } = board.lines[side]
  const groupOf = board.groupOf[side]
  yield* inTurns(amountsMinor.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const group = groupOf[row]! // a row
      const state = group === -1 ? OPEN : PROPOSED + confirmed[group]! // 0 or 1
      const place = currencies[row]! * STATES + state // a row
      counted.lines[place]! += 1 // a place for each state
      // All amounts of a side have a sum in 64 bits; said so, the compiler adds them without making a BigInt.
      counted.minor[place] = BigInt.asIntN(64, counted.minor[place]! + amountsMinor[row]!) // both are there
    }
  })
}

function addDifferences(board: Board, currencies: Int32Array, confirmed: Int32Array): Map<number, bigint> {
  const [items, bEnds] = [board.items.toArray(), board.bEnds.toArray()]
  const sums = new Map<number, bigint>()
  for (const [group, difference] of board.differences) {
    if (confirmed[group] === 0) continue
    const code = currencies[items[group === 0 ? 0 : bEnds[group - 1]!]!]! // every group begins with a line of A
    sums.set(code, (sums.get(code) ?? 0n) + difference)
  }
  return sums
}

function toTotals({ lines, minor }: Counted, code: number): SideTotals {
  const of = (state: number): Sum => ({ lines: lines[code * STATES + state]!, minor: minor[code * STATES + state]! }) // a place each
  const [open, proposed, confirmed] = [of(OPEN), of(PROPOSED), of(CONFIRMED)]
  const all = {
    lines: open.lines + proposed.lines + confirmed.lines,
    minor: open.minor + proposed.minor + confirmed.minor,
  }
  return { all, confirmed, proposed, open }
}

function checked(totals: Totals): Totals {
  if (totals.a.confirmed.minor - totals.b.confirmed.minor !== totals.differenceMinor)
    throw new Error(`matching: the sums of ${totals.currency} do not balance`)
  return totals
}
