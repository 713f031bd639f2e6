import type { ASTNode } from '@marcbachmann/cel-js'
import { showJson } from './explain.ts'
import { childrenOf, readCall } from './expression-calls.ts'
import { findChoice, rulesOf } from './expression-choice.ts'
import { toExpression } from './expression-value.ts'
import type { StepKind } from './field-note.ts'
import { Refusal } from './refusal.ts'
import type { Evaluate, Scope } from './scope.ts'

/** A part of an expression by its source; null where this way of evaluating has none. */
export type CompilePart = (source: string) => Evaluate | null

/** An expression of more parts tells more than anybody reads. */
const MAX_PARTS = 30

/**
 * The expression itself, telling what it looked up, then the fields it reads and what each of its parts gave, in the
 * order in which they were worked out. Branches that were not taken are not told. The parts are worked out once more, aside from the record's
 * budget, so the value is the bare expression's own.
 */
export function explainExpression(source: string, ast: ASTNode, run: Evaluate, compilePart: CompilePart): Evaluate {
  const parts = new Map<string, Evaluate | null>()
  // As it is written: what CEL was given in its stead is as long.
  const textOf = (node: ASTNode): string => source.slice(node.start, node.end)
  const evaluate = (node: ASTNode, scope: Scope): ReturnType<Evaluate> => {
    const text = textOf(node)
    if (!parts.has(text)) parts.set(text, compileQuietly(text, compilePart))
    return aside(scope, parts.get(text) ?? null)
  }
  return scope => {
    const { trace } = scope.record
    if (!trace) return run(scope)
    const seen = new Set<string>()
    const note = (kind: StepKind, node: ASTNode): ReturnType<Evaluate> => {
      const value = evaluate(node, scope)
      const rule = textOf(node)
      if (value instanceof Refusal || seen.has(rule) || seen.size >= MAX_PARTS) return value
      seen.add(rule)
      trace.note({ kind, rule, after: showJson(value) })
      return value
    }
    // Each look-up tells its own step, with what answered.
    const made = run(scope)
    walk(ast, { isWhole: true, note, evaluate: node => evaluate(node, scope) })
    const refused = made instanceof Refusal ? { refusal: made.rule } : {}
    trace.note({
      kind: 'expression',
      rule: source,
      after: made instanceof Refusal ? null : showJson(made),
      ...refused,
    })
    return made
  }
}

interface Walk {
  /** The node is the whole expression, which is told at the end. */
  readonly isWhole: boolean
  note(kind: StepKind, node: ASTNode): ReturnType<Evaluate>
  /** Tells nothing. */
  evaluate(node: ASTNode): ReturnType<Evaluate>
}

const LOOPS: readonly string[] = ['map', 'filter', 'all', 'exists', 'exists_one']

function walk(node: ASTNode, at: Walk): ReturnType<Evaluate> {
  const inner = { ...at, isWhole: false }
  if (isField(node)) return at.note('read', node)
  const call = readCall(node)
  if (call) {
    for (const value of call.values) walk(value, inner)
    return at.isWhole ? undefined : at.evaluate(node)
  }
  switch (node.op) {
    case 'value':
    case 'id':
      return undefined
    case '?:': {
      const [condition, left, right] = node.args
      const chosen = walk(condition, inner) ?? at.note('part', condition)
      if (typeof chosen === 'boolean') walk(chosen ? left : right, inner)
      break
    }
    case '&&':
    case '||': {
      const [left, right] = node.args
      const first = walk(left, inner) ?? at.note('part', left)
      if (first !== (node.op === '||')) walk(right, inner)
      break
    }
    case 'call':
      walkCall(node, node.args[0], node.args[1], inner)
      break
    case 'rcall': {
      const [name, receiver, args] = node.args
      walk(receiver, inner)
      // What is inside a loop has a value for each element, not one.
      if (!LOOPS.includes(name)) for (const argument of args) walk(argument, inner)
      break
    }
    default:
      for (const child of childrenOf(node.args)) walk(child, inner)
  }
  return at.isWhole ? undefined : at.note('part', node)
}

/** Of a choice only what it asks for. */
function walkCall(node: ASTNode, name: string, args: readonly ASTNode[], inner: Walk): void {
  const choice = findChoice(name)
  if (!choice) {
    if (name !== 'has') for (const argument of args) walk(argument, inner)
    return
  }
  const seen = new Map<number, unknown>()
  const ask = (index: number): unknown => {
    if (seen.has(index)) return seen.get(index)
    const argument = args[index]! // asked for what is there
    const isLiteral = argument.op === 'value'
    const value = isLiteral ? argument.args : toExpressionOrNothing(walk(argument, inner))
    seen.set(index, value)
    return value
  }
  try {
    choice.run({ count: args.length, ask, ...rulesOf(node) })
  } catch {
    // The whole says why.
  }
}

const toExpressionOrNothing = (value: ReturnType<Evaluate>): unknown =>
  value === undefined || value instanceof Refusal ? undefined : toExpression(value)

const RECORDS: readonly unknown[] = ['row', 'line', 'derived']

/** `row.a.b`, `line["x"]`, `row.list[0]`, `derived.x`. */
function isField(node: ASTNode): boolean {
  if (node.op !== '.' && node.op !== '.?' && node.op !== '[]' && node.op !== '[?]') return false
  const [owner, key] = node.args
  if (typeof key !== 'string' && key.op !== 'value') return false
  return owner.op === 'id' ? RECORDS.includes(owner.args) : isField(owner)
}

/** A variable of a loop means nothing outside it. */
function compileQuietly(source: string, compilePart: CompilePart): Evaluate | null {
  try {
    return compilePart(source)
  } catch {
    return null
  }
}

/** On a copy of the record's state: it spends and notes nothing. A part that gives nothing says nothing. */
function aside(scope: Scope, part: Evaluate | null): ReturnType<Evaluate> {
  if (!part) return undefined
  const { trace, lookups, finds, ...record } = scope.record
  try {
    return part({ ...scope, record })
  } catch {
    return new Refusal('mapping.expression', 'was left to the other way of evaluating')
  }
}
