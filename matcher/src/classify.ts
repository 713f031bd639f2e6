import type { View } from './board.ts'
import type { Codes } from './codes.ts'
import { inTurns, otherSide, SIDES, type Side, type Turns } from './lines.ts'

/** How an open line misses its partner. */
export type OpenKind =
  /** Young enough to be on its way. */
  | 'WAITING'
  /** Alike in reference, currency and amount to another of its own side, and the other side has not as many. */
  | 'DUPLICATE'
  /** More than one way; a person decides. */
  | 'AMBIGUOUS'
  /** The other side has open lines of the same reference, and the amounts do not agree. */
  | 'AMOUNT_DIFF'
  /** The other side knows the reference in another currency only. */
  | 'CURRENCY_DIFF'
  /** The other side knows the reference, and all of its lines are matched: what belongs to this one is missing. */
  | 'ITEM_MISSING'
  /** The other side does not know it. */
  | 'A_ONLY'
  | 'B_ONLY'

export interface MatchOptions {
  /** Lines younger than this, seen from `asOfMs`, may still find their partner and are no exception. */
  readonly asOfMs: number
  readonly inTransitMs: number
}

/** A line that no group took. */
export interface OpenLine {
  readonly side: Side
  readonly row: number
  readonly kind: OpenKind
  /** The rule that found more than one way; -1: none. */
  readonly rule: number
  /** Lines that rule had to choose from; -1: more than it counts. */
  readonly candidates: number
}

/** Tells of every line that no group took why it is open, A before B, in the order of time. */
export function* classify(all: View, { asOfMs, inTransitMs }: MatchOptions): Turns<readonly OpenLine[]> {
  const { board, reference } = all
  const left = yield* all.narrow(true)
  const known = yield* countBoth(yield* all.book.column(reference))
  const inCurrency = yield* countBoth(yield* all.book.keys([reference]))
  const openInCurrency = yield* countBoth(yield* left.book.keys([reference]))
  const alike = yield* countBoth(yield* left.book.keysAndAmounts([reference]))
  const kindOf = (side: Side, row: number, place: number): OpenKind => {
    const other = otherSide(side)
    if (alike(side, side, row) > Math.max(1, alike(side, other, row)) && inCurrency(side, other, place) > 0)
      return 'DUPLICATE'
    if (board.doubts[side].rule[place] !== -1) return 'AMBIGUOUS'
    if (openInCurrency(side, other, row) > 0) return 'AMOUNT_DIFF'
    if (asOfMs - left.lines[side].occurredMs[row]! < inTransitMs) return 'WAITING' // a row
    if (inCurrency(side, other, place) > 0) return 'ITEM_MISSING'
    if (known(side, other, place) > 0) return 'CURRENCY_DIFF'
    return side === 'a' ? 'A_ONLY' : 'B_ONLY'
  }
  const open: OpenLine[] = []
  for (const side of SIDES) {
    const { rule, candidates } = board.doubts[side]
    const places = left.rows[side]
    yield* inTurns(places.length, (from, to) => {
      for (let row = from; row < to; row += 1) {
        const place = places[row]! // a row
        const kind = kindOf(side, row, place)
        open.push({ side, row: place, kind, rule: rule[place]!, candidates: candidates[place]! }) // a place on the board
      }
    })
  }
  return open
}

/** How many lines of `of` have what the line `row` of `side` has; 0 where it has nothing. */
type Counts = (side: Side, of: Side, row: number) => number

function* countBoth(codes: Codes): Turns<Counts> {
  const counts = { a: new Int32Array(codes.count), b: new Int32Array(codes.count) }
  for (const side of SIDES)
    yield* inTurns(codes[side].length, (from, to) => {
      for (let row = from; row < to; row += 1) {
        const code = codes[side][row]! // a row
        if (code !== -1) counts[side][code]! += 1 // within count
      }
    })
  return (side, of, row) => counts[of][codes[side][row]!] ?? 0 // a row; -1 has no count
}
