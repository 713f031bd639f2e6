import type { View } from './board.ts'
import { type Buckets, bucketSides, type Codes, sizeOf } from './codes.ts'
import { isTurn, otherSide, SIDES, type Side, type Turns } from './lines.ts'
import type { WindowRule } from './rule.ts'

/** The rows of a bucket, which are in the order of time, that lie within a window. */
export interface Span {
  readonly from: number
  readonly to: number
}

export function spanWithin(times: Float64Array, buckets: Buckets, code: number, fromMs: number, toMs: number): Span {
  const find = (isBefore: (time: number) => boolean): number => {
    let [low, high] = [buckets.from[code]!, buckets.from[code + 1]!] // a code
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(times[buckets.rows[middle]!]!))
        low = middle + 1 // within the bucket
      else high = middle
    }
    return low
  }
  return { from: find(time => time < fromMs), to: find(time => time <= toMs) }
}

/** How far the other side may lie, seen from a line of this one. */
export function windowOf(rule: { readonly beforeMs: number; readonly afterMs: number }, side: Side, time: number) {
  const [before, after] = side === 'a' ? [rule.beforeMs, rule.afterMs] : [rule.afterMs, rule.beforeMs]
  return [time - before, time + after] as const
}

/**
 * Where a line's partners may stand when no reference joins them: two lines that name different deals never belong together, so a
 * line with a reference may only meet one without.
 */
export function* bucketReachable(view: View, codes: Codes) {
  const references = yield* view.book.column(view.reference)
  const hasNone = (side: Side, row: number): boolean => references[side][row] === -1
  const all = yield* bucketSides(codes, view.isOpen)
  const bare = yield* bucketSides(codes, (side, row) => view.isOpen(side, row) && hasNone(side, row))
  return { all, seenFrom: (side: Side, row: number) => (hasNone(side, row) ? all : bare)[otherSide(side)] }
}

/** Equal amounts within a window, each the only candidate of the other. Proposes only: uniqueness is no proof. */
export function* matchWindow(view: View, rule: WindowRule, at: number): Turns<void> {
  const codes = yield* view.book.keysAndAmounts(rule.keys)
  const { all, seenFrom } = yield* bucketReachable(view, codes)
  const spanOf = (side: Side, row: number, code: number): Span => {
    const [fromMs, toMs] = windowOf(rule, side, view.lines[side].occurredMs[row]!) // a row
    view.step(1)
    return spanWithin(view.lines[otherSide(side)].occurredMs, seenFrom(side, row), code, fromMs, toMs)
  }
  const pairs: [a: number, b: number][] = []
  for (const side of SIDES) {
    const { rows } = all[side]
    for (let place = 0; place < rows.length; place += 1) {
      if (isTurn(place)) yield
      const row = rows[place]! // within rows
      const code = codes[side][row]! // a row
      const others = seenFrom(side, row)
      if (sizeOf(others, code) === 0) continue
      const span = spanOf(side, row, code)
      if (span.to === span.from) continue
      const partner = others.rows[span.from]! // the span is not empty
      const back = spanOf(otherSide(side), partner, code)
      const isMutual = span.to - span.from === 1 && back.to - back.from === 1
      if (!isMutual) view.doubt(at, side, row, span.to - span.from)
      else if (side === 'a') pairs.push([row, partner])
    }
  }
  for (const [a, b] of pairs) view.take(at, false, [a], [b])
}
