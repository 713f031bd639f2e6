import { type MatchResult, match } from '../match.ts'
import type { RuleSet } from '../rule.ts'
import type { Labelled } from './make-labelled.ts'
import { makeRules } from './rules.ts'
import { DAY_MS, type TestLine, toLines } from './to-lines.ts'

export interface Score {
  readonly result: MatchResult
  readonly confirmed: number
  readonly falselyConfirmed: readonly string[]
  readonly proposed: number
  readonly falselyProposed: readonly string[]
  /** Labels that one right group holds as a whole. */
  readonly found: ReadonlySet<string>
}

export const OPTIONS = { asOfMs: Date.UTC(2027, 0, 1), inTransitMs: DAY_MS }

/** Matches labelled lines and holds each group against the labels: right is a group that has every line of one label, and no other. */
export function score({ a, b }: Pick<Labelled, 'a' | 'b'>, rules: RuleSet = makeRules()): Score {
  const result = match({ a: toLines(a), b: toLines(b) }, rules, OPTIONS)
  const sizes = new Map<string, number>()
  for (const line of [...a, ...b]) sizes.set(line.label!, (sizes.get(line.label!) ?? 0) + 1) // labelled
  const wrong: Record<'confirmed' | 'proposed', string[]> = { confirmed: [], proposed: [] }
  const counts = { confirmed: 0, proposed: 0 }
  const found = new Set<string>()
  for (const group of listGroups(result, a, b)) {
    counts[group.state] += 1
    const labels = new Set(group.lines.map(line => line.label!)) // labelled
    const [label] = labels as Set<string> & Iterable<string, undefined>
    if (labels.size === 1 && sizes.get(label!) === group.lines.length) found.add(label!)
    else wrong[group.state].push(`${group.rule}: ${group.lines.map(line => `${line.id} ${line.label}`).join(', ')}`)
  }
  return { result, ...counts, falselyConfirmed: wrong.confirmed, falselyProposed: wrong.proposed, found }
}

export interface TestGroup {
  readonly rule: number
  readonly state: 'confirmed' | 'proposed'
  readonly lines: readonly TestLine[]
}

export function listGroups(
  { groups }: MatchResult,
  a: readonly TestLine[],
  b: readonly TestLine[],
): readonly TestGroup[] {
  return Array.from({ length: groups.count }, (_, at) => {
    const [from, middle, to] = [at === 0 ? 0 : groups.bEnds[at - 1]!, groups.aEnds[at]!, groups.bEnds[at]!] // a group
    const ofA = Array.from(groups.items.subarray(from, middle), row => a[row]!) // an item is a row
    const ofB = Array.from(groups.items.subarray(middle, to), row => b[row]!) // an item is a row
    const state = groups.confirmed[at] === 1 ? 'confirmed' : 'proposed'
    return { rule: groups.rules[at]!, state, lines: [...ofA, ...ofB] } // a group
  })
}
