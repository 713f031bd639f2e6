import { type BothSides, type MatchResult, provenPrecision, type RuleSet } from '@sluice/matcher'
import type { RuleTest } from './contract.ts'

/** Of each line, by its place: the confirmed match that has it; '' where none has. */
export type Confirmed = Readonly<Record<'a' | 'b', readonly string[]>>

/** Shown of each kind. */
const SAMPLES = 20
const LINES = 10

type Compared = Omit<RuleTest, 'lines' | 'is_cut' | 'elapsed_ms'>

/** What rules find, against what people and rules confirmed before. */
export function compareMatches(
  lines: BothSides,
  confirmed: Confirmed,
  ruleSet: RuleSet,
  { groups }: MatchResult,
): Compared {
  const sizes = countSizes(confirmed)
  const rules = ruleSet.rules.map(({ id }) => ({ rule: id, groups: 0, gained: 0, right: 0, wrong: 0 }))
  const samples: RuleTest['samples'] = []
  const shown = { gained: 0, lost: 0, changed: 0 }
  const touched = new Set<string>()
  const kept = new Set<string>()
  let gained = 0
  for (let group = 0; group < groups.count; group += 1) {
    const rule = rules[groups.rules[group]!]! // a rule of the set
    const [from, middle, to] = [group === 0 ? 0 : groups.bEnds[group - 1]!, groups.aEnds[group]!, groups.bEnds[group]!] // a group
    const found = new Set<string>()
    for (let at = from; at < to; at += 1) found.add(confirmed[at < middle ? 'a' : 'b'][groups.items[at]!]!) // an item is a row
    rule.groups += 1
    const sample = (kind: 'gained' | 'changed') => {
      shown[kind] += 1
      if (shown[kind] <= SAMPLES) samples.push(describe(kind, rule.rule, lines, groups.items, [from, middle, to]))
    }
    const [only] = found
    if (found.size === 1 && only === '') {
      gained += 1
      rule.gained += 1
      sample('gained')
    } else if (found.size === 1 && only !== undefined && sizes.get(only) === to - from) {
      rule.right += 1
      kept.add(only)
    } else {
      rule.wrong += 1
      for (const name of found) if (name !== '') touched.add(name)
      sample('changed')
    }
  }
  const lost = [...sizes.keys()].filter(name => !kept.has(name) && !touched.has(name))
  return {
    ...{ kept: kept.size, changed: touched.size, lost: lost.length, gained },
    rules: rules.map(rule => ({ ...rule, proven: Math.floor(provenPrecision(rule) * 10_000) })),
    currencies: [...new Set([...lines.a.currencies, ...lines.b.currencies])].sort(),
    samples: [...samples, ...describeLost(lines, confirmed, lost.slice(0, SAMPLES))],
  }
}

/** Lines of each confirmed match that are here. */
function countSizes(confirmed: Confirmed): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const side of ['a', 'b'] as const)
    for (const name of confirmed[side]) if (name !== '') sizes.set(name, (sizes.get(name) ?? 0) + 1)
  return sizes
}

const nameLine = (side: 'a' | 'b', id: string): string => `${side.toUpperCase()}${id.replace(/^0+/, '')}`

function describe(
  kind: 'gained' | 'changed',
  rule: string,
  lines: BothSides,
  items: ArrayLike<number>,
  [from, middle, to]: readonly [number, number, number],
): RuleTest['samples'][number] {
  const names = { a: [] as string[], b: [] as string[] }
  let difference = 0n
  for (let at = from; at < to; at += 1) {
    const side = at < middle ? 'a' : 'b'
    const row = items[at]! // at < to
    const minor = lines[side].amountsMinor[row]! // an item is a row
    difference += side === 'a' ? minor : -minor
    if (names[side].length < LINES) names[side].push(nameLine(side, lines[side].ids[row]!)) // an item is a row
  }
  const currency = lines.a.currencies[items[from]!] ?? '' // every group begins with a line of A
  return { kind, rule, ...names, difference_minor: String(difference), currency }
}

/** Confirmed matches of which the rules find nothing. */
function describeLost(lines: BothSides, confirmed: Confirmed, lost: readonly string[]): RuleTest['samples'] {
  const places = new Map(lost.map((name, at) => [name, at]))
  const found = lost.map(() => ({ a: [] as string[], b: [] as string[], minor: 0n, currency: '' }))
  for (const side of ['a', 'b'] as const)
    confirmed[side].forEach((name, row) => {
      const each = found[places.get(name) ?? -1]
      if (!each) return
      const minor = lines[side].amountsMinor[row]! // as many as there are lines
      each.minor += side === 'a' ? minor : -minor
      each.currency = lines[side].currencies[row]! // as many as there are lines
      if (each[side].length < LINES) each[side].push(nameLine(side, lines[side].ids[row]!)) // as many as there are lines
    })
  return found.map(({ a, b, minor, currency }) => ({
    ...{ kind: 'lost', rule: null, a, b, difference_minor: String(minor), currency },
  }))
}
