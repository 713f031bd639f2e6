import { createHash } from 'node:crypto'
import { type MatchRule, matchColumns } from '../flow/contract.ts'

type Column = (typeof matchColumns)[number]

interface ExampleLine {
  readonly id: string
  readonly minor: bigint
  readonly ms: number
  readonly columns: Readonly<Record<Column, string | null>>
}

/** A match that a person made, and that stands. */
export interface Example {
  readonly id: string
  readonly a: readonly ExampleLine[]
  readonly b: readonly ExampleLine[]
  /** Code of the item that its difference was booked to, where a second person agreed. */
  readonly item: string | null
}

export interface Proposed {
  /** Of its shape: what is rejected stays so, whatever the next numbers. */
  readonly shape: string
  readonly rule: MatchRule
  readonly examples: readonly Example[]
}

/** Matches by hand of one shape that make a rule. */
const NEEDED = 3
const HOUR_MS = 3_600_000
const WINDOWS = [24, 48, 72, 168, 720, 2160]
const MOST_POINTS = 1000n
const MOST_PREFIX = 20
const REFERENCES = ['order', 'parent_order', 'batch'] as const

/** What one match says: the rule's kind, its columns, and what else must be alike. */
interface Said {
  readonly kind: MatchRule['kind']
  readonly keys: readonly Column[]
  readonly alike: string
  readonly example: Example
}

/**
 * Rules that matches by hand speak for, those with most examples first. The same matches make the same rules. How a rule comes out of
 * its examples stands in docs/decisions/0267.
 */
export function proposeRules(examples: readonly Example[]): Proposed[] {
  const said = new Map<string, Said[]>()
  for (const each of examples.flatMap(example => read(example) ?? [])) {
    const shape = `${each.kind}|${each.keys.join()}|${each.alike}`
    said.set(shape, [...(said.get(shape) ?? []), each])
  }
  const proposed: Proposed[] = []
  for (const [shape, alike] of said) {
    const [first] = alike
    if (!first) continue
    if (first.kind === 'tolerance') proposed.push(...proposeTolerances(shape, first.keys, alike))
    else if (alike.length >= NEEDED) proposed.push(propose(shape, first, alike))
  }
  return proposed.toSorted(
    (one, other) => other.examples.length - one.examples.length || (one.shape < other.shape ? -1 : 1),
  )
}

const hash = (shape: string): string => createHash('sha256').update(shape).digest('hex').slice(0, 16)
const sum = (lines: readonly ExampleLine[]): bigint => lines.reduce((all, { minor }) => all + minor, 0n)
const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)
const differenceOf = ({ a, b }: Example): bigint => sum(a) - sum(b)

/** Columns in which all lines of both sides say the same. */
function sharedBy({ a, b }: Example): Column[] {
  const lines = [...a, ...b]
  return matchColumns.filter(name => {
    const value = lines[0]?.columns[name] ?? null
    return value !== null && lines.every(line => line.columns[name] === value)
  })
}

function read(example: Example): Said | null {
  const { a, b } = example
  if (a.length === 0 || b.length === 0) return null
  const shared = sharedBy(example)
  const reference = REFERENCES.find(name => shared.includes(name))
  const difference = differenceOf(example)
  const rest = (['account', 'item'] as const).filter(name => shared.includes(name))
  if (reference !== undefined) {
    const keys = [reference, ...rest.filter(name => name === 'item')]
    if (difference !== 0n)
      return example.item === null ? null : { kind: 'tolerance', keys, alike: example.item, example }
    if (reference === 'batch') return a.length === 1 ? { kind: 'batch', keys, alike: '', example } : null
    const isPair = a.length === 1 && b.length === 1
    return { kind: isPair ? 'exact' : 'aggregate', keys, alike: isPair ? '' : groupingOf(example), example }
  }
  return difference !== 0n || rest.length === 0 ? null : readLoose(example, rest)
}

const groupingOf = ({ a, b }: Example): string => `${a.length === 1 ? 1 : 'n'}:${b.length === 1 ? 1 : 'n'}`

/** Matches that no number joins: the same number written otherwise, or the same amount not far away. */
function readLoose(example: Example, keys: readonly Column[]): Said | null {
  const { a, b } = example
  const [one, other] = [a[0]?.columns.order ?? null, b[0]?.columns.order ?? null]
  if (a.length === 1 && b.length === 1 && one !== null && other !== null) {
    const prefix = prefixOf(one, other)
    return prefix === null ? null : { kind: 'reference', keys, alike: prefix, example }
  }
  const lags = a.flatMap(left => b.map(right => Math.abs(right.ms - left.ms)))
  const window = WINDOWS.find(hours => Math.max(...lags) <= hours * HOUR_MS)
  if (window === undefined || (a.length > 1 && b.length > 1)) return null
  const kind = a.length === 1 && b.length === 1 ? 'window' : 'subset'
  return { kind, keys, alike: `${groupingOf(example)}|${window}`, example }
}

/** What one of two numbers has before the other; null: they are two numbers. */
function prefixOf(one: string, other: string): string | null {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const length = long.length - short.length
  if (length === 0 || length > MOST_PREFIX || short.length < 4 || !long.endsWith(short)) return null
  return long.slice(0, length).toUpperCase()
}

function propose(shape: string, { kind, keys, alike }: Said, said: readonly Said[]): Proposed {
  const examples = said.map(({ example }) => example)
  const base = { id: `example-${hash(shape).slice(0, 8)}`, keys: [...keys] }
  const made = (rule: MatchRule): Proposed => ({ shape: hash(shape), rule, examples })
  if (kind === 'reference') return made({ ...base, kind, prefixes: [alike] })
  if (kind === 'window' || kind === 'subset') return made({ ...base, kind, ...windowOf(examples) })
  return made({ ...base, kind: kind === 'tolerance' ? 'aggregate' : kind }) // tolerances are made of their own
}

/** No wider than the examples are, in whole hours. */
function windowOf(examples: readonly Example[]) {
  const lags = examples.flatMap(({ a, b }) => a.flatMap(left => b.map(right => right.ms - left.ms)))
  const hours = (ms: number) => Math.max(0, Math.ceil(ms / HOUR_MS))
  return { before_hours: hours(-Math.min(...lags)), after_hours: hours(Math.max(...lags)) }
}

/**
 * Differences that are one share of their documents make a rate; those left that are of one size make an amount. Neither is wider
 * than its examples.
 */
function proposeTolerances(shape: string, keys: readonly Column[], said: readonly Said[]): Proposed[] {
  const made: Proposed[] = []
  const left = new Set(said)
  const byRate = groupBy(said, ({ example }) => String(rateOf(example) ?? ''))
  for (const [rate, alike] of byRate) {
    const sizes = new Set(alike.map(({ example }) => absolute(differenceOf(example))))
    if (rate === '' || alike.length < NEEDED || sizes.size < 2) continue
    for (const each of alike) left.delete(each)
    made.push(toTolerance(`${shape}|rate:${rate}`, keys, alike, 'rate'))
  }
  for (const [size, alike] of groupBy([...left], ({ example }) => sizeOf(absolute(differenceOf(example)))))
    if (alike.length >= NEEDED) made.push(toTolerance(`${shape}|size:${size}`, keys, alike, 'amount'))
  return made
}

function toTolerance(shape: string, keys: readonly Column[], said: readonly Said[], way: 'rate' | 'amount'): Proposed {
  const examples = said.map(({ example }) => example)
  const largest = examples
    .map(example => absolute(differenceOf(example)))
    .reduce((max, each) => (each > max ? each : max))
  const points = examples.map(pointsOf).reduce((max, each) => (each > max ? each : max))
  return {
    shape: hash(shape),
    examples,
    rule: {
      ...{ id: `example-${hash(shape).slice(0, 8)}`, kind: 'tolerance', keys: [...keys], item: said[0]?.alike ?? '' },
      tolerance_minor: way === 'amount' ? String(largest) : '0',
      tolerance_basis_points: way === 'rate' ? Number(points) : 0,
      limit_minor: String(largest * 100n),
    },
  }
}

/** The fewest basis points of the documents that hold the difference. */
function pointsOf(example: Example): bigint {
  const [difference, base] = [absolute(differenceOf(example)), absolute(sum(example.b))]
  return base === 0n ? MOST_POINTS + 1n : (difference * 10_000n + base - 1n) / base
}

/** In basis points, where the difference is that share of the documents, rounded to a minor unit; null: it is none. */
function rateOf(example: Example): bigint | null {
  const [difference, base] = [absolute(differenceOf(example)), absolute(sum(example.b))]
  if (base === 0n) return null
  const points = (difference * 20_000n + base) / (2n * base)
  const isExact = (base * points * 2n + 10_000n) / 20_000n === difference
  return points > 0n && points < MOST_POINTS && isExact ? points : null
}

/** 1, 2 or 5 of the same power of ten: what is called the same size. */
function sizeOf(minor: bigint): string {
  for (let power = 1n; ; power *= 10n) {
    const size = [1n, 2n, 5n].map(each => each * power).find(each => minor <= each)
    if (size !== undefined) return String(size)
  }
}

function groupBy<T>(all: readonly T[], nameOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all) groups.set(nameOf(each), [...(groups.get(nameOf(each)) ?? []), each])
  return groups
}
