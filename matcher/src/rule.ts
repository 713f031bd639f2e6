/** A column of each side that must be equal. */
export interface KeyField {
  readonly a: string
  readonly b: string
}

/** What became of a rule's matches when somebody looked: the latest 5,000 of them, so that a rule that drifts is seen. */
export interface History {
  readonly right: number
  readonly wrong: number
}

interface RuleBase {
  readonly id: string
  readonly keys: readonly KeyField[]
  readonly history: History
}

/** One line of each side with equal keys and equal amount. */
export interface ExactRule extends RuleBase {
  readonly kind: 'exact'
}
/** All open lines with equal keys, however many on each side, whose sums are equal. */
export interface AggregateRule extends RuleBase {
  readonly kind: 'aggregate'
}
/** As aggregate, with a difference that is booked to an item of its own. */
export interface ToleranceRule extends RuleBase {
  readonly kind: 'tolerance'
  readonly toleranceMinor: bigint
  /** Of the sum of B; the larger of the two tolerances holds. */
  readonly toleranceBasisPoints: bigint
  /** Where the difference is booked. */
  readonly item: string
  /** Differences that one run may confirm in one currency, without their signs; what lies beyond is proposed. */
  readonly limitMinor: bigint
}
/** One line of A, a settlement, and all open lines of B that name it. */
export interface BatchRule extends RuleBase {
  readonly kind: 'batch'
}
/** Without a reference: equal amounts in a window of time, each the only candidate of the other. */
export interface WindowRule extends RuleBase {
  readonly kind: 'window'
  /** B may lie this much before A. */
  readonly beforeMs: number
  /** B may lie this much after A. */
  readonly afterMs: number
}
/** Equal amounts, and references that differ by their writing or by one character. */
export interface ReferenceRule extends RuleBase {
  readonly kind: 'reference'
  readonly reference: KeyField
  /** Taken off the front when they are there, the first that fits. */
  readonly prefixes: readonly string[]
}
/** One line of a side and the only lines of the other, two or more, whose amounts make up its amount. */
export interface SubsetRule extends RuleBase {
  readonly kind: 'subset'
  readonly beforeMs: number
  readonly afterMs: number
}

/** A rule is data; rules are tried in their order, each on what those before it left. */
export type Rule = ExactRule | AggregateRule | ToleranceRule | BatchRule | WindowRule | ReferenceRule | SubsetRule
export type RuleKind = Rule['kind']

export interface RuleSet {
  /** The number by which both sides name the same deal; tells how an open line misses its partner. */
  readonly reference: KeyField
  readonly rules: readonly Rule[]
}

/** 0 to 100: how strong the evidence of a kind is. A table, so that two runs never differ. */
export const SCORES: Readonly<Record<RuleKind, number>> = {
  exact: 100,
  aggregate: 95,
  batch: 95,
  tolerance: 90,
  reference: 80,
  window: 70,
  subset: 60,
}

/** Kinds that compare a whole reference; the others only ever propose. */
const REFERRING: ReadonlySet<RuleKind> = new Set(['exact', 'aggregate', 'tolerance', 'batch'])

/** What a rule must have earned to confirm by itself. */
export const NEEDED_PRECISION = 0.999

/** The precision that a history proves at 95 %: small histories prove little, however good. */
export function provenPrecision({ right, wrong }: History): number {
  const total = right + wrong
  if (total === 0) return 0
  const z = 1.96
  const share = right / total
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total))
  return (share + (z * z) / (2 * total) - spread) / (1 + (z * z) / total)
}

export const mayConfirm = (rule: Rule): boolean =>
  REFERRING.has(rule.kind) && rule.keys.length > 0 && provenPrecision(rule.history) >= NEEDED_PRECISION
