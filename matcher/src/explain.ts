import { cleanReference, isNear } from './by-reference.ts'
import { otherSide, type Side } from './lines.ts'
import type { KeyField, Rule, RuleSet } from './rule.ts'

/** One line, as the explanation of a few of them needs it. */
export interface Line {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly occurredMs: number
  readonly columns: Readonly<Record<string, string | null>>
  /** A group has it already. */
  readonly isTaken: boolean
}

/** How far a candidate is from a line, criterion by criterion. */
export interface Distances {
  readonly reference: 'equal' | 'near' | 'different' | 'missing'
  readonly isSameCurrency: boolean
  /** Amount of A less amount of B. */
  readonly differenceMinor: bigint
  /** Time of B less time of A. */
  readonly lagMs: number
  readonly isTaken: boolean
}

/** What kept a rule from taking a line and a candidate as a pair. */
export type Failure =
  | { readonly why: 'currency' }
  | { readonly why: 'taken' }
  | { readonly why: 'key'; readonly column: string; readonly value: string | null; readonly other: string | null }
  | { readonly why: 'amount'; readonly missingMinor: bigint }
  | { readonly why: 'reference' }
  | { readonly why: 'time'; readonly missingMs: number }

export interface Verdict {
  readonly rule: string
  readonly failures: readonly Failure[]
}

export interface Candidate {
  readonly id: string
  readonly distances: Distances
  /** Every rule, in the rule set's order. */
  readonly verdicts: readonly Verdict[]
  /** The rule that has the fewest failures, the first of several; null without rules. */
  readonly nearest: Verdict | null
}

/**
 * Why a line is not matched: the candidates nearest to it, how far each is, and which rule nearly took it. A rule without failures
 * took no pair because it had more than one way.
 */
export function explainLine(
  side: Side,
  line: Line,
  candidates: readonly Line[],
  ruleSet: RuleSet,
  limit = 5,
): readonly Candidate[] {
  const prefixes = ruleSet.rules.flatMap(rule => (rule.kind === 'reference' ? rule.prefixes : []))
  return candidates
    .map(candidate => {
      const pair = side === 'a' ? { a: line, b: candidate } : { a: candidate, b: line }
      const distances = measure(pair, ruleSet.reference, prefixes, candidate.isTaken)
      const verdicts = ruleSet.rules.map(rule =>
        judge(rule, pair, { isTaken: candidate.isTaken, other: otherSide(side), reference: ruleSet.reference }),
      )
      const nearest = verdicts.reduce<Verdict | null>(
        (best, verdict) => (best === null || verdict.failures.length < best.failures.length ? verdict : best),
        null,
      )
      return { id: candidate.id, distances, verdicts, nearest }
    })
    .toSorted((one, two) => compare(one, two))
    .slice(0, limit)
}

type Pair = Readonly<Record<Side, Line>>

const textOf = (line: Line, column: string): string | null => line.columns[column] ?? null
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function measure({ a, b }: Pair, field: KeyField, prefixes: readonly string[], isTaken: boolean): Distances {
  return {
    reference: compareReferences(textOf(a, field.a), textOf(b, field.b), prefixes),
    isSameCurrency: a.currency === b.currency,
    differenceMinor: a.amountMinor - b.amountMinor,
    lagMs: b.occurredMs - a.occurredMs,
    isTaken,
  }
}

function compareReferences(a: string | null, b: string | null, prefixes: readonly string[]): Distances['reference'] {
  if (a === null || b === null) return 'missing'
  if (a === b) return 'equal'
  const [cleanA, cleanB] = [cleanReference(a, prefixes), cleanReference(b, prefixes)]
  const isLong = Math.min(cleanA.length, cleanB.length) >= 10
  return cleanA === cleanB || (isLong && isNear(cleanA, cleanB)) ? 'near' : 'different'
}

interface Place {
  readonly isTaken: boolean
  readonly other: Side
  readonly reference: KeyField
}

function judge(rule: Rule, pair: Pair, { isTaken, other, reference }: Place): Verdict {
  const { a, b } = pair
  const failures: Failure[] = []
  if (isTaken) failures.push({ why: 'taken' })
  if (a.currency !== b.currency) failures.push({ why: 'currency' })
  for (const field of rule.keys) {
    const values = { a: textOf(a, field.a), b: textOf(b, field.b) }
    if (values.a === null || values.a !== values.b)
      failures.push({
        why: 'key',
        column: field[other],
        value: values[other === 'a' ? 'b' : 'a'],
        other: values[other],
      })
  }
  const missingMinor = missingAmount(rule, pair)
  if (missingMinor > 0n) failures.push({ why: 'amount', missingMinor })
  if (rule.kind === 'reference') {
    const nearness = compareReferences(textOf(a, rule.reference.a), textOf(b, rule.reference.b), rule.prefixes)
    if (nearness === 'different' || nearness === 'missing') failures.push({ why: 'reference' })
  }
  // Without a reference only: two lines that name their deals are left to the rules that compare them.
  const isBare = textOf(a, reference.a) === null || textOf(b, reference.b) === null
  if ((rule.kind === 'window' || rule.kind === 'subset') && !isBare) failures.push({ why: 'reference' })
  const missingMs = missingTime(rule, b.occurredMs - a.occurredMs)
  if (missingMs > 0) failures.push({ why: 'time', missingMs })
  return { rule: rule.id, failures }
}

/** By how much the amounts of a pair exceed what the rule allows. */
function missingAmount(rule: Rule, { a, b }: Pair): bigint {
  const difference = absolute(a.amountMinor - b.amountMinor)
  if (rule.kind !== 'tolerance') return difference
  const ofBase = (absolute(b.amountMinor) * rule.toleranceBasisPoints) / 10_000n
  const tolerance = ofBase > rule.toleranceMinor ? ofBase : rule.toleranceMinor
  return difference > tolerance ? difference - tolerance : 0n
}

function missingTime(rule: Rule, lagMs: number): number {
  if (rule.kind !== 'window' && rule.kind !== 'subset') return 0
  return Math.max(0, lagMs - rule.afterMs, -lagMs - rule.beforeMs)
}

const NEARNESS = { equal: 0, near: 1, missing: 2, different: 3 } as const

/** Fewest failures first, then the nearer reference, amount, time, and the id. */
function compare(one: Candidate, two: Candidate): number {
  const failures = (candidate: Candidate) => candidate.nearest?.failures.length ?? 0
  const amount = absolute(one.distances.differenceMinor) - absolute(two.distances.differenceMinor)
  return (
    failures(one) - failures(two) ||
    NEARNESS[one.distances.reference] - NEARNESS[two.distances.reference] ||
    (amount < 0n ? -1 : amount > 0n ? 1 : 0) ||
    Math.abs(one.distances.lagMs) - Math.abs(two.distances.lagMs) ||
    (one.id < two.id ? -1 : 1)
  )
}
