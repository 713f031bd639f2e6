import { createHash } from 'node:crypto'
import { Board, View } from './board.ts'
import { matchExact, matchSums } from './by-key.ts'
import { matchReferences } from './by-reference.ts'
import { matchSubsets } from './by-subset.ts'
import { matchWindow } from './by-window.ts'
import { classify, type MatchOptions, type OpenLine } from './classify.ts'
import { checkIds } from './codes.ts'
import { type BothSides, checkLines, inTurns, SIDES, type Side, sortLines, type Turns } from './lines.ts'
import type { Rule, RuleSet } from './rule.ts'
import { type Totals, totalUp } from './totals.ts'

/** What was matched; lines are named by their place in the columns that were given. */
export interface Groups {
  readonly count: number
  /** The rule of each group, by its place in the rule set. */
  readonly rules: Int32Array
  /** 1: confirmed, 0: proposed. */
  readonly confirmed: Int32Array
  /** Sum of A less sum of B, of the groups that have a difference. */
  readonly differencesMinor: ReadonlyMap<number, bigint>
  /** The lines of group `g`: A from `bEnds[g - 1]` (0 for the first) up to `aEnds[g]`, B from there up to `bEnds[g]`. */
  readonly items: Int32Array
  readonly aEnds: Int32Array
  readonly bEnds: Int32Array
}

export interface MatchResult {
  readonly groups: Groups
  readonly open: readonly OpenLine[]
  readonly totals: readonly Totals[]
  /** Of everything above, by the lines' ids: equal for equal lines and rules, in whatever order they came. */
  readonly hash: string
  /** Comparisons made by rules that search. */
  readonly steps: number
}

/** Matches in turns; whoever drives it may stop between any two of them. */
export function* matchInTurns(given: BothSides, ruleSet: RuleSet, options: MatchOptions): Turns<MatchResult> {
  for (const side of SIDES) {
    yield* checkLines(given[side], side)
    yield* checkIds(given[side], side)
  }
  const sorted = { a: yield* sortLines(given.a), b: yield* sortLines(given.b) }
  const board = new Board({ a: sorted.a.lines, b: sorted.b.lines })
  const all = View.ofAll(board, ruleSet.reference)
  let view = all
  for (const [at, rule] of ruleSet.rules.entries()) {
    yield* applyRule(view, rule, at)
    view = yield* view.narrow()
  }
  const open = yield* classify(all, options)
  const totals = yield* totalUp(board)
  const hash = yield* hashResult(board, open)
  const rows = { a: sorted.a.rows, b: sorted.b.rows }
  return {
    groups: toGroups(board, rows),
    open: yield* nameGiven(open, rows),
    totals,
    hash,
    steps: board.steps,
  }
}

/** The same without turns, for a thread of its own. */
export function match(lines: BothSides, ruleSet: RuleSet, options: MatchOptions): MatchResult {
  const turns = matchInTurns(lines, ruleSet, options)
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
  }
}

function applyRule(view: View, rule: Rule, at: number): Turns<void> {
  switch (rule.kind) {
    case 'exact':
      return matchExact(view, rule, at)
    case 'aggregate':
    case 'batch':
    case 'tolerance':
      return matchSums(view, rule, at)
    case 'window':
      return matchWindow(view, rule, at)
    case 'reference':
      return matchReferences(view, rule, at)
    case 'subset':
      return matchSubsets(view, rule, at)
  }
}

function toGroups(board: Board, rows: Readonly<Record<Side, Int32Array>>): Groups {
  const groups = {
    count: board.rules.length,
    rules: board.rules.toArray(),
    confirmed: board.confirmed.toArray(),
    differencesMinor: board.differences,
    items: board.items.toArray(),
    aEnds: board.aEnds.toArray(),
    bEnds: board.bEnds.toArray(),
  }
  for (let group = 0, at = 0; group < groups.count; group += 1) {
    for (; at < groups.aEnds[group]!; at += 1) groups.items[at] = rows.a[groups.items[at]!]! // an item is a row
    for (; at < groups.bEnds[group]!; at += 1) groups.items[at] = rows.b[groups.items[at]!]! // an item is a row
  }
  return groups
}

/** By their places in the columns that were given. */
function* nameGiven(open: readonly OpenLine[], rows: Readonly<Record<Side, Int32Array>>): Turns<readonly OpenLine[]> {
  const named: OpenLine[] = []
  yield* inTurns(open.length, (from, to) => {
    for (const line of open.slice(from, to)) named.push({ ...line, row: rows[line.side][line.row]! }) // a row
  })
  return named
}

/** Groups stand in the order in which the rules found them, which is that of the lines' times and ids. */
function* hashResult(board: Board, open: readonly OpenLine[]): Turns<string> {
  const hash = createHash('sha256')
  const [items, aEnds, bEnds] = [board.items.toArray(), board.aEnds.toArray(), board.bEnds.toArray()]
  const [rules, confirmed] = [board.rules.toArray(), board.confirmed.toArray()]
  // With its length, no two lists of ids make the same text.
  const name = (side: Side, row: number): string => {
    const id = board.lines[side].ids[row]! // a row
    return `${side}${id.length}:${id}`
  }
  yield* inTurns(rules.length, (from, to) => {
    let text = ''
    for (let group = from, at = group === 0 ? 0 : bEnds[group - 1]!; group < to; group += 1) {
      text += `\n${rules[group]} ${confirmed[group]} ${board.differences.get(group) ?? 0}`
      for (; at < aEnds[group]!; at += 1) text += name('a', items[at]!) // a group's items
      for (; at < bEnds[group]!; at += 1) text += name('b', items[at]!) // a group's items
    }
    hash.update(text)
  })
  yield* inTurns(open.length, (from, to) => {
    const lines = open.slice(from, to)
    hash.update(
      lines
        .map(({ side, row, kind, rule, candidates }) => `\n${name(side, row)} ${kind} ${rule} ${candidates}`)
        .join(''),
    )
  })
  return hash.digest('hex')
}
