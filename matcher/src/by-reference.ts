import type { View } from './board.ts'
import { bucketSides, columnOf, rowsOf, sizeOf } from './codes.ts'
import { isTurn, otherSide, SIDES, type Side, type Turns } from './lines.ts'
import type { ReferenceRule } from './rule.ts'

const MIN_FUZZY = 10
const MAX_CHARACTERS = 64
/** Lines of one amount beyond which the rule does not look: each has as many spellings as characters. */
const MAX_ALIKE = 20_000

/** A reference without what people and programs do to it. */
export function cleanReference(reference: string, prefixes: readonly string[]): string {
  const clean = reference.normalize('NFKC').trim().toUpperCase()
  const prefix = prefixes.find(start => clean.startsWith(start.toUpperCase()) && clean.length > start.length)
  return prefix === undefined ? clean : clean.slice(prefix.length)
}

/** Whether one character added, left out or replaced makes one of the other; equal ones are. */
export function isNear(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}

/** Lines of one side with one cleaned reference, among those of one amount. */
interface Node {
  readonly text: string
  readonly rows: number[]
}

/** Equal amounts whose references are the same but for their writing or one character; proposes only. */
export function* matchReferences(view: View, rule: ReferenceRule, at: number): Turns<void> {
  const codes = yield* view.book.keysAndAmounts(rule.keys)
  const buckets = yield* bucketSides(codes, view.isOpen)
  for (let code = 0; code < codes.count; code += 1) {
    if (isTurn(code)) yield
    const sizes = { a: sizeOf(buckets.a, code), b: sizeOf(buckets.b, code) }
    if (sizes.a === 0 || sizes.b === 0) continue
    const rows = { a: rowsOf(buckets.a, code), b: rowsOf(buckets.b, code) }
    if (sizes.a + sizes.b > MAX_ALIKE)
      doubtAll(view, at, rows, columnOf(view.lines, 'a', rule.reference), columnOf(view.lines, 'b', rule.reference))
    else yield* matchAlike(view, rule, at, rows)
  }
}

function doubtAll(
  view: View,
  at: number,
  rows: Readonly<Record<Side, Int32Array>>,
  a: readonly (string | null)[],
  b: readonly (string | null)[],
): void {
  const columns = { a, b }
  for (const side of SIDES) for (const row of rows[side]) if (columns[side][row] !== null) view.doubt(at, side, row, -1)
}

function* matchAlike(
  view: View,
  rule: ReferenceRule,
  at: number,
  rows: Readonly<Record<Side, Int32Array>>,
): Turns<void> {
  const nodes = { a: makeNodes(view, 'a', rule, rows.a), b: makeNodes(view, 'b', rule, rows.b) }
  takeEqual(view, at, nodes)
  const spellings = yield* indexSpellings(nodes)
  const pairs: [Node, Node][] = []
  let steps = 0
  for (const side of SIDES)
    for (const node of nodes[side].values()) {
      const others = findNear(spellings, otherSide(side), node.text)
      view.step(1 + others.length)
      if (isTurn(++steps)) yield
      const [first] = others
      if (first === undefined) continue
      const isSingle = others.length === 1 && first.rows.length === 1 && node.rows.length === 1
      if (!isSingle || findNear(spellings, side, first.text).length > 1) doubtNode(view, at, side, node, others)
      else if (side === 'a') pairs.push([node, first])
    }
  for (const [a, b] of pairs) view.take(at, false, a.rows, b.rows)
}

type Nodes = Readonly<Record<Side, Map<string, Node>>>

function makeNodes(view: View, side: Side, rule: ReferenceRule, rows: Int32Array): Map<string, Node> {
  const column = columnOf(view.lines, side, rule.reference)
  const nodes = new Map<string, Node>()
  for (const row of rows) {
    const reference = column[row] ?? null
    if (reference === null || reference.length > MAX_CHARACTERS) continue
    const text = cleanReference(reference, rule.prefixes)
    if (text === '') continue
    const node = nodes.get(text)
    if (node === undefined) nodes.set(text, { text, rows: [row] })
    else node.rows.push(row)
  }
  return nodes
}

/** What is equal once cleaned is taken, or in doubt, before anything is compared with what is only near. */
function takeEqual(view: View, at: number, nodes: Nodes): void {
  for (const a of [...nodes.a.values()]) {
    const b = nodes.b.get(a.text)
    view.step(1)
    if (b === undefined) continue
    if (a.rows.length === 1 && b.rows.length === 1) view.take(at, false, a.rows, b.rows)
    else {
      doubtNode(view, at, 'a', a, [b])
      doubtNode(view, at, 'b', b, [a])
    }
    nodes.a.delete(a.text)
    nodes.b.delete(b.text)
  }
}

function doubtNode(view: View, at: number, side: Side, node: Node, others: readonly Node[]): void {
  const candidates = others.reduce((sum, other) => sum + other.rows.length, 0)
  for (const row of node.rows) view.doubt(at, side, row, candidates)
}

type Spellings = ReadonlyMap<string, Readonly<Record<Side, readonly Node[]>>>

/**
 * A text is kept as itself (`=`), without each of its characters (`-`), and with each of them left open (`?`). Two texts are near
 * exactly when one is the other without a character, or they agree with the same one left open: so near ones are looked up, and
 * each is never compared with each.
 */
function* indexSpellings(nodes: Nodes): Turns<Spellings> {
  const spellings = new Map<string, Record<Side, Node[]>>()
  let steps = 0
  for (const side of SIDES)
    for (const node of nodes[side].values())
      for (const spelling of [`=${node.text}`, ...listLeftOut(node.text, '-'), ...listLeftOpen(node.text)]) {
        const entry = spellings.get(spelling) ?? { a: [], b: [] }
        // Two are enough to know that a line has more than one candidate.
        if (entry[side].length < 2) entry[side].push(node)
        spellings.set(spelling, entry)
        if (isTurn(++steps)) yield
      }
  return spellings
}

/** At most a few of the nodes of a side near a text, and all of them when there is only one. */
function findNear(spellings: Spellings, side: Side, text: string): readonly Node[] {
  const found = new Set<Node>()
  for (const spelling of [`-${text}`, ...listLeftOut(text, '='), ...listLeftOpen(text)])
    for (const node of spellings.get(spelling)?.[side] ?? []) found.add(node)
  return [...found]
}

/** A short one is found by too many. */
function listLeftOut(text: string, mark: string): readonly string[] {
  if (text.length <= MIN_FUZZY) return []
  return Array.from({ length: text.length }, (_, at) => `${mark}${text.slice(0, at)}${text.slice(at + 1)}`)
}

function listLeftOpen(text: string): readonly string[] {
  if (text.length < MIN_FUZZY) return []
  return Array.from({ length: text.length }, (_, at) => `${at}?${text.slice(0, at)}\0${text.slice(at + 1)}`)
}
