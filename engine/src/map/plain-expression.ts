import type { ASTNode } from '@marcbachmann/cel-js'
import { Bytes, type Edition, ExactNumber, isData, NEWEST_EDITION, type Value } from '@sluice/contract'
import { ordersOf } from './compare-values.ts'
import { editionAt, isExact } from './exact-operators.ts'
import { parseExpression } from './expression.ts'
import { readCall } from './expression-calls.ts'
import { type Choice, findChoice, rulesOf } from './expression-choice.ts'
import { takesMissing } from './expression-functions.ts'
import { calculate, Numeral, type Operator } from './expression-numeral.ts'
import { weighPattern } from './expression-pattern.ts'
import { fromExpression, toExpression } from './expression-value.ts'
import { findPlainFunction } from './plain-functions.ts'
import {
  compareEqual,
  findIn,
  findSame,
  isSamePlain,
  order,
  orderPlainly,
  reckon,
  reckonExact,
  sum,
  sumExact,
} from './plain-operators.ts'
import { leavePlain, spendSteps } from './plain-steps.ts'
import type { Evaluate, Scope } from './scope.ts'

/**
 * The short way of expressions: those whose work is bounded by the record alone become closures that run beside the
 * declarative fields, on the caller's thread. They answer only where the answer is certain; whatever is not plain (a
 * missing field, a wrong type, an error, too much work) is left to cel-js in a worker, which says what is wrong. So both
 * ways agree, and `plain-expression.test.ts` compares them.
 */

/** A value as expressions see it. */
type Run = (scope: Scope) => unknown

/** null: only cel-js can run it. @throws ExpressionError as `compileExpression` does */
export function compilePlain(source: string, edition: Edition = NEWEST_EDITION): Evaluate | null {
  const { ast } = parseExpression(source, edition)
  const path = readPath(ast)
  if (path) return scope => pass(readPresent(path(scope)), scope)
  const optional = readOptional(ast)
  if (optional) return scope => optional(scope)
  const run = compileLookUp(ast) ?? compileNode(ast)
  if (!run) return null
  const steps = countNodes(ast)
  return scope => {
    spendSteps(scope, steps)
    try {
      const made = run(scope)
      return made === undefined ? made : fromExpression(made, scope.record)
    } catch {
      // Its sentence is cel-js's to say.
      return leavePlain()
    }
  }
}

/** A field handed on: scalars stay as they are, the rest as any result. */
function pass(value: Value, scope: Scope): Value | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber || value instanceof Bytes) {
    scope.record.charsLeft -= typeof value === 'string' ? value.length : 8
    if (scope.record.charsLeft < 0) leavePlain()
    return value
  }
  return fromExpression(open(value, scope), scope.record)
}

/** Lists and objects are walked, which is work. */
function open(value: Value, scope: Scope): unknown {
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) spendSteps(scope, weigh(value))
  return toExpression(value)
}

function weigh(value: Value): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + weigh(element), 4)
  if (isData(value)) return Object.values(value).reduce<number>((sum, child) => sum + weigh(child), 4)
  return 4
}

type Read = (scope: Scope) => Value | undefined

function readPresent(value: Value | undefined): Value {
  return value === undefined ? leavePlain() : value
}

/** `row`, `line`, `derived` and fields below them; what is missing is undefined. */
function readPath(node: ASTNode): Read | null {
  if (node.op === 'id') {
    if (node.args === 'row') return scope => scope.row
    if (node.args === 'derived') return scope => scope.record.derived ?? {}
    return node.args === 'line' ? scope => scope.line ?? null : null
  }
  const name = fieldOf(node)
  const parent = name === null ? null : readPath((node.args as readonly [ASTNode, unknown])[0])
  if (name === null || !parent) return null
  return scope => readOwn(parent(scope), name)
}

/** `x.name` or `x["name"]`. */
function fieldOf(node: ASTNode): string | null {
  if (node.op === '.') return node.args[1]
  if (node.op !== '[]') return null
  const [, key] = node.args
  return key.op === 'value' && typeof key.args === 'string' ? key.args : null
}

/** Of null a field is missing; of a text or a number it is an error. */
function readOwn(parent: Value | undefined, name: string): Value | undefined {
  if (parent === undefined || parent === null) return undefined
  if (!isData(parent)) return leavePlain()
  return Object.hasOwn(parent, name) ? parent[name] : undefined
}

/** `row.?name` alone; undefined when it is missing. */
function readOptional(node: ASTNode): Read | null {
  if (node.op !== '.?') return null
  const [owner, name] = node.args
  const parent = readPath(owner)
  if (owner.op !== 'id' || !parent) return null
  return scope => {
    const value = readOwn(readData(parent(scope)), name)
    return value === undefined ? undefined : pass(value, scope)
  }
}

const readData = (value: Value | undefined): Value => (isData(value) ? value : leavePlain())

function compileNode(node: ASTNode): Run | null {
  const path = readPath(node)
  if (path) return scope => toRun(readPresent(path(scope)), scope)
  switch (node.op) {
    case 'value':
      return compileLiteral(node.args)
    case 'id':
      return compileVariable(node.args)
    case '?:':
      return compileTernary(node.args)
    case '&&':
    case '||':
      return compileLogic(node.args, node.op === '||')
    case '!_':
      return compileWith([node.args], ([right]) => {
        if (typeof right !== 'boolean') return leavePlain()
        return !right
      })
    case '-_':
      return compileWith([node.args], ([right]) => negate(right))
    case 'list':
      return compileWith(node.args, values => values)
    case 'map':
      return compileMap(node.args)
    case 'call': {
      const lookUp = compileLookUp(node)
      return lookUp ? scope => lookUp(scope) ?? null : compileCall(node, node.args[0], node.args[1])
    }
    case 'rcall':
      return compileMethod(node.args[0], node.args[1], node.args[2])
    default:
      return compileBinary(node)
  }
}

/** The commonest: a text is itself, a number gets its exact type. */
function toRun(value: Value, scope: Scope): unknown {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return new Numeral(value)
  return open(value, scope)
}

function compileLiteral(value: unknown): Run | null {
  if (value !== null && typeof value === 'object' && !(value instanceof Numeral)) return null
  return () => value
}

function compileVariable(name: string): Run | null {
  if (name === 'index') return scope => BigInt(scope.index)
  return name === 'now' ? scope => scope.now : null
}

/** All arguments must be plain, else nothing is. */
function compileAll(nodes: readonly ASTNode[], compile = compileNode): readonly Run[] | null {
  const runs = nodes.map(compile)
  return runs.every(run => run !== null) ? runs : null
}

function compileWith(
  nodes: readonly ASTNode[],
  apply: (values: readonly unknown[], scope: Scope) => unknown,
  compile = compileNode,
): Run | null {
  const runs = compileAll(nodes, compile)
  if (!runs) return null
  return scope =>
    apply(
      runs.map(run => run(scope)),
      scope,
    )
}

function compileTernary(nodes: readonly ASTNode[]): Run | null {
  const runs = compileAll(nodes)
  if (!runs) return null
  const [condition, left, right] = runs as readonly [Run, Run, Run] // a ternary has three parts
  return scope => {
    const chosen = condition(scope)
    if (chosen === true) return left(scope)
    return chosen === false ? right(scope) : leavePlain()
  }
}

/** `end`: the left value that decides alone. */
function compileLogic(nodes: readonly ASTNode[], end: boolean): Run | null {
  const runs = compileAll(nodes)
  if (!runs) return null
  const [left, right] = runs as readonly [Run, Run] // two operands
  return scope => {
    const first = left(scope)
    if (typeof first !== 'boolean') return leavePlain()
    if (first === end) return first
    const second = right(scope)
    return typeof second === 'boolean' ? second : leavePlain()
  }
}

function compileMap(entries: readonly (readonly [ASTNode, ASTNode])[]): Run | null {
  // The guard lets through keys that are texts in quotes. A map of `$bytes` alone would be read back as binary.
  const names = entries.map(([key]) => String(key.args))
  if (names.includes('$bytes')) return null
  return compileWith(
    entries.map(([, value]) => value),
    values => Object.fromEntries(names.map((name, index) => [name, values[index]])),
  )
}

function negate(value: unknown): unknown {
  if (value instanceof Numeral) return calculate(0n, '-', value)
  return typeof value === 'bigint' || typeof value === 'number' ? -value : leavePlain()
}

function compileCall(node: ASTNode, name: string, args: readonly ASTNode[]): Run | null {
  if (name === 'has') return compileHas(args)
  const choice = findChoice(name)
  if (choice) return compileChoice(node, choice, args)
  const call = findPlainFunction(name, args.length, editionAt(node), weighPattern(node))
  if (!call) return null
  return compileWith(args, call, isExact(node) && takesMissing.has(name) ? compileOrNull : compileNode)
}

/** A missing field is null. */
function compileOrNull(node: ASTNode): Run | null {
  const run = compilePlainNode(node)
  return run && (scope => run(scope) ?? null)
}

/** `lookup(…)` and `find(…)`; undefined where nothing is found. */
function compileLookUp(node: ASTNode): Run | null {
  const call = readCall(node)
  if (!call) return null
  const runs = call.values.map(compilePlainNode)
  if (!runs.every(run => run !== null)) return null
  return scope => {
    spendSteps(scope, LOOK_UP_STEPS)
    return scope.record.calls?.run(
      call,
      runs.map(run => run(scope)),
      scope,
    )
  }
}

/** Writing a question, and finding its answer. */
const LOOK_UP_STEPS = 50

/** `has(row.name)`; null is there. */
function compileHas([node]: readonly ASTNode[]): Run | null {
  if (node?.op !== '.') return null
  const [owner, name] = node.args
  const parent = readPath(owner)
  return parent ? scope => readOwn(readData(parent(scope)), name) !== undefined : null
}

/** The same code as cel-js runs, with closures for its arguments. */
function compileChoice(node: ASTNode, choice: Choice, args: readonly ASTNode[]): Run | null {
  const count = args.length
  const runs: Run[] = []
  for (const [index, argument] of args.entries()) {
    const run = choice.mayMiss(index, count) ? compilePlainNode(argument) : compileNode(argument)
    if (!run) return null
    runs.push(run)
  }
  const rules = rulesOf(node)
  return scope => choice.run({ ...rules, count, ask: index => runs[index]!(scope) }) // asked for what is there
}

/** A part of an expression; a field that is missing is undefined. null: only cel-js can run it. */
export function compilePlainNode(node: ASTNode): Run | null {
  const path = readPath(node)
  return path ? scope => toPresent(path(scope), scope) : compileNode(node)
}

const toPresent = (value: Value | undefined, scope: Scope): unknown =>
  value === undefined ? undefined : toRun(value, scope)

type TextTest = (text: string, part: string) => boolean
const methods: Readonly<Record<string, TextTest>> = {
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
}

function compileMethod(name: string, receiver: ASTNode, args: readonly ASTNode[]): Run | null {
  const [first] = args
  if (name === 'orValue' && first && args.length === 1) return compileOrValue(receiver, first)
  const test = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!test || args.length !== 1) return null
  return compileWith([receiver, ...args], ([text, part], scope) => {
    if (typeof text !== 'string' || typeof part !== 'string') return leavePlain()
    spendSteps(scope, text.length + part.length)
    return test(text, part)
  })
}

/** `row.?name.orValue(other)`. */
function compileOrValue(receiver: ASTNode, other: ASTNode): Run | null {
  if (receiver.op !== '.?' || receiver.args[0].op !== 'id') return null
  const [owner, name] = receiver.args
  const parent = readPath(owner)
  const run = compileNode(other)
  if (!parent || !run) return null
  return scope => {
    const value = readOwn(readData(parent(scope)), name)
    return value === undefined ? run(scope) : toRun(value, scope)
  }
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])

function compileBinary(node: ASTNode): Run | null {
  const { op } = node
  if (!Array.isArray(node.args) || node.args.length !== 2) return null
  const runs = compileAll(node.args as readonly ASTNode[])
  if (!runs) return null
  const [left, right] = runs as readonly [Run, Run] // two operands
  if (isExact(node)) return compileExact(node, op, left, right)
  if (op === '==') return scope => compareEqual(left(scope), right(scope), scope)
  if (op === '!=') return scope => !compareEqual(left(scope), right(scope), scope)
  if (op === 'in') return scope => findIn(left(scope), right(scope), scope)
  if (op === '+') return scope => sum(left(scope), right(scope), scope)
  if (ARITHMETIC.has(op)) return scope => reckon(left(scope), op as Operator, right(scope), scope)
  const test = Object.hasOwn(orders, op) ? orders[op] : undefined
  if (!test) return null
  const [field, literal] = node.args as readonly [ASTNode, ASTNode]
  const path = readPath(field)
  if (path && literal.op === 'value' && Number.isSafeInteger(Number(literal.args)) && typeof literal.args === 'bigint')
    return compareWithLiteral(path, literal.args, test)
  return scope => test(order(left(scope), right(scope), scope))
}

/** As `exact-operators.ts` has it for cel-js. */
function compileExact(node: ASTNode, op: string, left: Run, right: Run): Run | null {
  if (op === '==') return scope => isSamePlain(left(scope), right(scope), scope)
  if (op === '!=') return scope => !isSamePlain(left(scope), right(scope), scope)
  if (op === 'in') return scope => findSame(left(scope), right(scope), scope)
  if (op === '+') return scope => sumExact(left(scope), right(scope), scope)
  if (ARITHMETIC.has(op)) return scope => reckonExact(left(scope), op as Operator, right(scope), scope)
  const test = Object.hasOwn(orders, op) ? orders[op] : undefined
  if (!test) return null
  const orderPlain = orderPlainly(ordersOf(editionAt(node)).orderOf)
  const [field, literal] = node.args as readonly [ASTNode, ASTNode]
  const path = readPath(field)
  if (path && literal.op === 'value' && typeof literal.args === 'bigint' && Number.isSafeInteger(Number(literal.args)))
    return compareWithLiteral(path, literal.args, test, orderPlain)
  return scope => test(orderPlain(left(scope), right(scope), scope))
}

/** The commonest comparison: a double's shortest text and a whole number lie to each other as the double does. */
function compareWithLiteral(path: Read, literal: bigint, test: (order: number) => boolean, compare = order): Run {
  const number = Number(literal)
  return scope => {
    const value = path(scope)
    if (typeof value === 'number') return test(value < number ? -1 : value > number ? 1 : 0)
    return test(compare(toRun(readPresent(value), scope), literal, scope))
  }
}

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

function countNodes(node: unknown): number {
  if (Array.isArray(node)) return node.reduce<number>((count, part) => count + countNodes(part), 0)
  if (typeof node !== 'object' || node === null || !('op' in node)) return 0
  return 1 + ('args' in node ? countNodes(node.args) : 0)
}
