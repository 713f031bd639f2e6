import type { View } from './board.ts'
import { type Buckets, bucketSides, rowsOf, sizeOf } from './codes.ts'
import { isTurn, type Side, type Turns } from './lines.ts'
import { type AggregateRule, type BatchRule, type ExactRule, mayConfirm, type ToleranceRule } from './rule.ts'

/** One line of each side with equal keys and equal amount; several that look alike are nobody's. */
export function* matchExact(view: View, rule: ExactRule, at: number): Turns<void> {
  const codes = yield* view.book.keysAndAmounts(rule.keys)
  const { a, b } = yield* bucketSides(codes, view.isOpen)
  const isConfirmed = mayConfirm(rule)
  for (let code = 0; code < codes.count; code += 1) {
    const [inA, inB] = [sizeOf(a, code), sizeOf(b, code)]
    if (inA === 1 && inB === 1)
      view.take(at, isConfirmed, [a.rows[a.from[code]!]!], [b.rows[b.from[code]!]!]) // one each
    else if (inA > 0 && inB > 0) {
      for (const row of rowsOf(a, code)) view.doubt(at, 'a', row, inB)
      for (const row of rowsOf(b, code)) view.doubt(at, 'b', row, inA)
    }
    if (isTurn(code)) yield
  }
}

/** All open lines with equal keys whose sums are equal, or differ by no more than the rule tolerates. */
export function* matchSums(view: View, rule: AggregateRule | BatchRule | ToleranceRule, at: number): Turns<void> {
  const codes = yield* view.book.keys(rule.keys)
  const { a, b } = yield* bucketSides(codes, view.isOpen)
  const trusted = mayConfirm(rule)
  const spent = new Map<string, bigint>()
  for (let code = 0; code < codes.count; code += 1) {
    if (isTurn(code)) yield
    const [inA, inB] = [sizeOf(a, code), sizeOf(b, code)]
    if (inA === 0 || inB === 0 || (rule.kind === 'batch' && inA > 1)) continue
    const sumB = sum(view, 'b', b, code)
    const difference = sum(view, 'a', a, code) - sumB
    if (difference !== 0n && !isTolerated(view, rule, difference, sumB, { a, b }, code)) continue
    const mayStand = trusted && !isDoubled(view, 'a', a, code) && !isDoubled(view, 'b', b, code)
    const isConfirmed = mayStand && isWithinLimit(view, rule, difference, a.rows[a.from[code]!]!, spent) // inA > 0
    view.take(at, isConfirmed, [...rowsOf(a, code)], [...rowsOf(b, code)], difference)
  }
}

function sum(view: View, side: Side, buckets: Buckets, code: number): bigint {
  const amounts = view.lines[side].amountsMinor
  let total = 0n
  for (let at = buckets.from[code]!; at < buckets.from[code + 1]!; at += 1) total += amounts[buckets.rows[at]!]! // a code's rows
  return total
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** No line may be as small as the tolerance: it could be missing as a whole, and pass for rounding. */
function isTolerated(
  view: View,
  rule: AggregateRule | BatchRule | ToleranceRule,
  difference: bigint,
  base: bigint,
  buckets: Readonly<Record<Side, Buckets>>,
  code: number,
): boolean {
  if (rule.kind !== 'tolerance') return false
  const ofBase = (absolute(base) * rule.toleranceBasisPoints) / 10_000n
  const tolerance = ofBase > rule.toleranceMinor ? ofBase : rule.toleranceMinor
  const isSmall = (side: Side): boolean =>
    rowsOf(buckets[side], code).some(row => absolute(view.lines[side].amountsMinor[row]!) <= tolerance) // a row
  return absolute(difference) <= tolerance && !isSmall('a') && !isSmall('b')
}

/**
 * The same amount twice beside one of the other sign: a payment booked twice and its refund make a sum that looks right. It is
 * for a person to see.
 */
function isDoubled(view: View, side: Side, buckets: Buckets, code: number): boolean {
  if (sizeOf(buckets, code) < 3) return false
  const amounts = Array.from(rowsOf(buckets, code), row => view.lines[side].amountsMinor[row]!) // a row
  return (
    new Set(amounts).size < amounts.length && amounts.some(amount => amount < 0n) && amounts.some(amount => amount > 0n)
  )
}

function isWithinLimit(
  view: View,
  rule: AggregateRule | BatchRule | ToleranceRule,
  difference: bigint,
  row: number,
  spent: Map<string, bigint>,
): boolean {
  if (rule.kind !== 'tolerance') return true
  const currency = view.lines.a.currencies[row]! // a row of A
  const after = (spent.get(currency) ?? 0n) + absolute(difference)
  if (after > rule.limitMinor) return false
  spent.set(currency, after)
  return true
}
