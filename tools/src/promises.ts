import { type Identifier, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isForOfStatement,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isNewExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyDeclaration,
  isVariableDeclaration,
  isVoidExpression,
} from 'typescript/unstable/ast/is'
import type { Checker, Type } from 'typescript/unstable/sync'
import { readTyped } from './typed-sources.ts'

/** A promise whose rejection would find no handler: Node ends a process for one, and with it the work of everybody. */
export interface LoosePromise {
  readonly path: string
  readonly line: number
  readonly problem: string
}

// On the line or the one before: `// never rejects: <why>`, `// handled: <where>`.
const WAIVER = /\/\/ (never rejects|handled): \S/

/** All in the files that `isWanted` of the project of a `tsconfig.json`. */
export const findLoosePromises = (root: string, isWanted: (path: string) => boolean): LoosePromise[] =>
  readTyped(root, isWanted, findInFile)

/** A place where a promise is begun and not awaited at once. */
interface Beginning {
  readonly value: Node
  judge(): string | null
}

function findInFile(source: SourceFile, checker: Checker): Omit<LoosePromise, 'path'>[] {
  const beginnings = listBeginnings(source)
  const values = beginnings.map(({ value }) => value)
  const types = typesAt(values, checker)
  const isLate = (type: Type | undefined): boolean => isPromise(type, checker) || isListOfPromises(type, checker)
  const lines = source.text.split('\n')
  return beginnings.flatMap(({ value, judge }, index) => {
    if (!isCallback(value) && !isLate(types[index])) return []
    const problem = judge()
    const { line } = source.getLineAndCharacterOfPosition(value.getStart(source))
    const isWaived = WAIVER.test(`${lines[line - 1] ?? ''}\n${lines[line] ?? ''}`)
    return problem === null || isWaived ? [] : [{ line: line + 1, problem }]
  })
}

function listBeginnings(source: Node): Beginning[] {
  const found: Beginning[] = []
  const visit = (node: Node): void => {
    const beginning = beginningOf(node)
    if (beginning && !isHandled(beginning.value)) found.push(beginning)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function beginningOf(node: Node): Beginning | null {
  if (isExpressionStatement(node) && !isAssignment(node.expression)) {
    const value = isVoidExpression(node.expression) ? node.expression.expression : node.expression
    return isAwaitExpression(value) ? null : { value, judge: () => 'nobody waits for it' }
  }
  if (isVariableDeclaration(node) && node.initializer && isIdentifier(node.name)) {
    const name = node.name.text
    return { value: node.initializer, judge: () => judgeVariable(node, name) }
  }
  if (isPropertyDeclaration(node) && node.initializer) return { value: node.initializer, judge: () => KEPT }
  if (isBinaryExpression(node) && isAssignment(node)) {
    const { left, right } = node
    if (isIdentifier(left)) return { value: right, judge: () => judgeVariable(statementOf(node), left.text) }
    return { value: right, judge: () => judgeProperty(statementOf(node), left) }
  }
  if (isCallExpression(node)) {
    const callback = node.arguments.find(isAsyncFunction)
    if (callback && CALLERS.has(nameOfCallee(node.expression)))
      return { value: callback, judge: () => 'its caller ignores what an async function answers' }
  }
  return null
}

const KEPT = 'kept in a property, where it may fail before anybody waits for it'
const CALLERS = new Set(['on', 'once', 'addEventListener', 'addListener', 'setTimeout', 'setInterval', 'setImmediate'])
for (const name of ['nextTick', 'queueMicrotask', 'forEach']) CALLERS.add(name)

const isAssignment = (node: Node): boolean =>
  isBinaryExpression(node) &&
  [
    SyntaxKind.EqualsToken,
    SyntaxKind.QuestionQuestionEqualsToken,
    SyntaxKind.BarBarEqualsToken,
    SyntaxKind.AmpersandAmpersandEqualsToken,
  ].includes(node.operatorToken.kind)

const isSettled = (value: Node): boolean =>
  isHandled(value) || !(isCallExpression(value) || isNewExpression(value) || isConditionalExpression(value))

const isAsyncFunction = (node: Node): boolean =>
  (isArrowFunction(node) || isFunctionExpression(node)) &&
  (node.modifiers ?? []).some(({ kind }) => kind === SyntaxKind.AsyncKeyword)

const isCallback = (node: Node): boolean => isAsyncFunction(node) && isCallExpression(node.parent)

const nameOfCallee = (node: Node): string =>
  isPropertyAccessExpression(node) ? node.name.text : isIdentifier(node) ? node.text : ''

/** A promise, or one that may also be null. Unions are read as text: the compiler cannot hand out some of their parts. */
function isPromise(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined) return false
  if (type.isUnionType()) return /(^|\| )Promise</.test(checker.typeToString(type))
  return type.getSymbol()?.name === 'Promise'
}

/** One by one where the compiler cannot hand out all; what it cannot tell at all is a list of a form of its own. */
function typesAt(nodes: readonly Node[], checker: Checker): readonly (Type | undefined)[] {
  try {
    return checker.getTypeAtLocation(nodes)
  } catch (error) {
    if (nodes.length > 1) return nodes.flatMap(node => typesAt([node], checker))
    if (error instanceof Error && error.message.startsWith('panic:')) return [undefined]
    throw error
  }
}

const isListOfPromises = (type: Type | undefined, checker: Checker): boolean =>
  type !== undefined &&
  checker.isArrayType(type) &&
  /^(readonly )?(Array<)?\(?Promise</.test(checker.typeToString(type))

/** Its rejection has somebody: a handler of its own, or all that is in it was made so that it cannot reject. */
function isHandled(value: Node): boolean {
  // What another name stands for was begun, and judged, elsewhere.
  if (isAwaitExpression(value) || isIdentifier(value) || isPropertyAccessExpression(value)) return true
  if (isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].every(isSettled)
  if (isNewExpression(value)) {
    const [executor] = value.arguments ?? []
    return executor !== undefined && isArrowFunction(executor) && executor.parameters.length < 2
  }
  if (!isCallExpression(value)) return false
  if (nameOfCallee(value.expression) === 'awaitedLater') return true
  if (!isPropertyAccessExpression(value.expression)) return false
  const { name, expression } = value.expression
  if (['catch', 'allSettled'].includes(name.text)) return true
  if (name.text === 'resolve') return isIdentifier(expression) && expression.text === 'Promise'
  if (name.text === 'then') return value.arguments.length > 1
  return name.text === 'finally' && isHandled(expression)
}

function judgeVariable(from: Node, name: string): string | null {
  const event = firstAfter(from, name)
  if (event === 'suspended') return `${name} may fail while something else is awaited`
  if (event === 'put away') return `${name} is put away without a handler`
  return null
}

/** Whoever waits for it at once takes it out of the property again. */
function judgeProperty(from: Node, left: Node): string | null {
  const event = isPropertyAccessExpression(left) ? firstAfter(from, left.name.text) : null
  return event === 'used' ? null : KEPT
}

type Event = 'used' | 'put away' | 'suspended' | 'left'

const statementOf = (node: Node): Node => (isExpressionStatement(node.parent) ? node.parent : node)

/** What happens first to whoever runs on behind a node: the promise gets somebody who waits, or the function waits for another. */
function firstAfter(node: Node, name: string): Event | null {
  for (let at = node; at.parent && !isFunction(at); at = at.parent) {
    const { parent } = at
    const after = childrenOf(parent).filter(child => child.pos >= at.end)
    const isSequence = !isIfStatement(parent)
    const next = isSequence ? firstOf(after, name) : null
    if (next) return next
    if (isLoop(parent)) {
      const again = firstIn(parent, name)
      if (again) return again
    }
  }
  return null
}

function firstIn(node: Node, name: string): Event | null {
  if (isFunction(node)) return null
  if (isIdentifier(node) || isPrivateIdentifier(node)) return node.text === name ? judgeUse(node) : null
  if (isIfStatement(node)) {
    const asked = firstIn(node.expression, name)
    if (asked) return asked
    const ways = [node.thenStatement, node.elseStatement].map(way => (way ? firstIn(way, name) : null))
    return ways.find(way => way === 'suspended' || way === 'put away') ?? ways.find(way => way === 'used') ?? null
  }
  const inside = firstOf(childrenOf(node), name)
  if (isForOfStatement(node) && node.awaitModifier) return firstIn(node.expression, name) ?? 'suspended'
  if (inside) return inside
  if (node.kind === SyntaxKind.AwaitExpression || node.kind === SyntaxKind.YieldExpression) return 'suspended'
  return node.kind === SyntaxKind.ReturnStatement || node.kind === SyntaxKind.ThrowStatement ? 'left' : null
}

function firstOf(nodes: readonly Node[], name: string): Event | null {
  for (const node of nodes) {
    const event = firstIn(node, name)
    if (event) return event
  }
  return null
}

const STORES = new Set(['push', 'unshift', 'add', 'set'])

function judgeUse(node: Node): Event {
  const { parent } = node
  const isStored = isCallExpression(parent) && parent.expression !== node && STORES.has(nameOfCallee(parent.expression))
  if (!isStored) return 'used'
  // Put away, and then waited for or handed on all the same.
  return firstAfter(node, (node as Identifier).text) === 'used' ? 'used' : 'put away'
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  node.forEachChild(child => void children.push(child))
  return children
}

const LOOPS: readonly SyntaxKind[] = [
  SyntaxKind.ForStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
]
const isLoop = (node: Node): boolean => LOOPS.includes(node.kind)

const FUNCTIONS: readonly SyntaxKind[] = [
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]
const isFunction = (node: Node): boolean => FUNCTIONS.includes(node.kind)
