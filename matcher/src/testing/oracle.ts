import { cleanReference } from '../by-reference.ts'
import type { ExactRule, KeyField, ReferenceRule, Rule, SubsetRule, ToleranceRule, WindowRule } from '../rule.ts'
import type { TestLine } from './to-lines.ts'

/**
 * What the rules mean, said in the plainest way and compared line by line with every other: far too slow for anything but
 * checking `match` on small sets. A group is the sorted ids of its lines, with the rule's.
 */
export function matchByHand(a: readonly TestLine[], b: readonly TestLine[], rules: readonly Rule[]): Set<string> {
  const groups = new Set<string>()
  let open = { a: [...a], b: [...b] }
  for (const rule of rules) {
    const found = listByRule(rule, open.a, open.b)
    for (const lines of found) groups.add(`${rule.id}: ${nameGroup(lines)}`)
    const taken = new Set(found.flat())
    open = { a: open.a.filter(line => !taken.has(line)), b: open.b.filter(line => !taken.has(line)) }
  }
  return groups
}

export const nameGroup = (lines: readonly TestLine[]): string =>
  lines
    .map(line => line.id)
    .toSorted()
    .join(' ')

type Lines = readonly TestLine[]

function listByRule(rule: Rule, a: Lines, b: Lines): TestLine[][] {
  switch (rule.kind) {
    case 'exact':
      return pairs(a, b, (one, two) => areExact(rule, one, two))
    case 'window':
      return pairs(a, b, (one, two) => areWithin(rule, one, two))
    case 'reference':
      return [
        ...pairs(a, b, (one, two) => areWritten(rule, one, two, 0)),
        ...pairs(withoutEqual(rule, a, b), withoutEqual(rule, b, a), (one, two) => areWritten(rule, one, two, 1)),
      ]
    case 'subset':
      return listSubsets(rule, a, b)
    case 'aggregate':
    case 'batch':
    case 'tolerance':
      return listSums(rule, a, b)
  }
}

const value = (line: TestLine, name: string): string | null => line[name as 'order'] ?? null
const currency = (line: TestLine): string => line.currency ?? 'CNY'

function haveKeys(keys: readonly KeyField[], a: TestLine, b: TestLine): boolean {
  return (
    currency(a) === currency(b) && keys.every(key => value(a, key.a) !== null && value(a, key.a) === value(b, key.b))
  )
}

const areExact = (rule: ExactRule | ReferenceRule | WindowRule, a: TestLine, b: TestLine): boolean =>
  haveKeys(rule.keys, a, b) && a.amount === b.amount

const mayMeet = (a: TestLine, b: TestLine): boolean => value(a, 'order') === null || value(b, 'order') === null

const areWithin = (rule: WindowRule, a: TestLine, b: TestLine): boolean =>
  areExact(rule, a, b) && mayMeet(a, b) && b.at >= a.at - rule.beforeMs && b.at <= a.at + rule.afterMs

/** Pairs that fit, and fit nothing else. */
function pairs(a: Lines, b: Lines, fit: (one: TestLine, two: TestLine) => boolean): TestLine[][] {
  const all = a.flatMap(one => b.filter(two => fit(one, two)).map(two => [one, two] as const))
  return all
    .filter(([one, two]) => all.every(([first, second]) => (first === one) === (second === two)))
    .map(pair => [...pair])
}

function written(rule: ReferenceRule, line: TestLine): string | null {
  const reference = value(line, 'order')
  return reference === null ? null : cleanReference(reference, rule.prefixes) || null
}

function areWritten(rule: ReferenceRule, a: TestLine, b: TestLine, far: number): boolean {
  const [one, two] = [written(rule, a), written(rule, b)]
  if (one === null || two === null || !areExact(rule, a, b)) return false
  return far === 0 ? one === two : Math.min(one.length, two.length) >= 10 && measureEdits(one, two) === 1
}

const withoutEqual = (rule: ReferenceRule, lines: Lines, others: Lines): Lines =>
  lines.filter(line => !others.some(other => areWritten(rule, line, other, 0)))

/** The table of every textbook. */
export function measureEdits(one: string, two: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at])
  for (let column = 1; column <= two.length; column += 1) rows[0]![column] = column // the first row
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= two.length; column += 1) {
      const at = (left: number, up: number): number => rows[row - up]![column - left]! // filled before
      const change = one[row - 1] === two[column - 1] ? 0 : 1
      rows[row]![column] = Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + change) // row ≤ length
    }
  return rows[one.length]![two.length]! // the last
}

const total = (lines: Lines): bigint => lines.reduce((sum, line) => sum + line.amount, 0n)
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function listSums(
  rule: Extract<Rule, { kind: 'aggregate' | 'batch' | 'tolerance' }>,
  a: Lines,
  b: Lines,
): TestLine[][] {
  const groups: TestLine[][] = []
  const seen = new Set<TestLine>()
  for (const one of a) {
    if (seen.has(one)) continue
    const ofB = b.filter(two => haveKeys(rule.keys, one, two))
    const ofA = a.filter(other => ofB.length > 0 && haveKeys(rule.keys, other, ofB[0]!)) // not empty
    for (const line of ofA) seen.add(line)
    if (ofB.length === 0 || (rule.kind === 'batch' && ofA.length > 1)) continue
    const isEqual = total(ofA) === total(ofB)
    if (isEqual || (rule.kind === 'tolerance' && isTolerated(rule, ofA, ofB))) groups.push([...ofA, ...ofB])
  }
  return groups
}

function isTolerated(rule: ToleranceRule, a: Lines, b: Lines): boolean {
  const ofBase = (absolute(total(b)) * rule.toleranceBasisPoints) / 10_000n
  const tolerance = ofBase > rule.toleranceMinor ? ofBase : rule.toleranceMinor
  return absolute(total(a) - total(b)) <= tolerance && [...a, ...b].every(line => absolute(line.amount) > tolerance)
}

/** All subsets of all candidates of all lines; those that share a line with another solution fall. */
function listSubsets(rule: SubsetRule, a: Lines, b: Lines): TestLine[][] {
  const solutions = [
    ...a.flatMap(line => solve(line, b, other => fits(rule, line, other, other.at - line.at))),
    ...b.flatMap(line => solve(line, a, other => fits(rule, line, other, line.at - other.at))),
  ]
  return solutions.filter(one => solutions.every(two => one === two || !one.some(line => two.includes(line))))
}

const fits = (rule: SubsetRule, line: TestLine, other: TestLine, lag: number): boolean =>
  haveKeys(rule.keys, line, other) &&
  mayMeet(line, other) &&
  lag >= -rule.beforeMs &&
  lag <= rule.afterMs &&
  line.amount > 0n === other.amount > 0n &&
  absolute(other.amount) < absolute(line.amount)

function solve(line: TestLine, others: Lines, fit: (other: TestLine) => boolean): TestLine[][] {
  const candidates = others.filter(fit)
  const found: TestLine[][] = []
  for (let mask = 1; mask < 2 ** candidates.length; mask += 1) {
    const chosen = candidates.filter((_, at) => (mask >> at) & 1)
    if (total(chosen) === line.amount) found.push([line, ...chosen])
  }
  return found.length === 1 ? found : []
}
