import { type ASTNode, Optional } from '@marcbachmann/cel-js'
import { Bytes, type Edition } from '@sluice/contract'
import { exactCall, exactOperator, type Handle } from './exact-operators.ts'
import { childrenOf } from './expression-calls.ts'
import { takesMissing } from './expression-functions.ts'
import { runOrMissing } from './expression-look-ups.ts'
import { Numeral } from './expression-numeral.ts'
import { joinTexts, splitText } from './expression-text.ts'
import { isEqual, MAX_LIST, MAX_TEXT } from './expression-value.ts'
import { instantOf } from './format-date.ts'

/**
 * Refuses what no budget could bound or what would answer differently on another machine.
 * @throws RangeError with a sentence for the user
 */
export function refuseUnsafe(node: ASTNode, loops = 0): void {
  if (node.op === 'value' && node.args instanceof Uint8Array)
    throw new RangeError('Literals of bytes are not supported; pass a binary field on, or use base64(field).')
  if (node.op === 'map') for (const [key] of node.args) refuseKey(key)
  if (node.op === 'call') refuseCall(...node.args)
  if (node.op === 'rcall') {
    const [name, receiver, args] = node.args
    refuseMethod(name, args.length)
    const inside = LOOPS.has(name) && args.length > 1 ? loops + 1 : loops
    if (inside > MAX_LOOPS) throw new RangeError(`"${name}" is nested more than ${MAX_LOOPS} deep.`)
    // The receiver is computed once, so a chain of loops is not a nest.
    refuseUnsafe(receiver, loops)
    for (const argument of args) refuseUnsafe(argument, inside)
    return
  }
  for (const child of childrenOf(node.args)) refuseUnsafe(child, loops)
}

const LOOPS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])
const MAX_LOOPS = 2

/** The evaluator drops these silently from map literals. */
const DROPPED_KEYS: readonly unknown[] = ['__proto__', 'constructor', 'prototype']

function refuseKey(key: ASTNode): void {
  if (key.op !== 'value' || typeof key.args !== 'string') throw new RangeError('Keys of a map are texts in quotes.')
  if (DROPPED_KEYS.includes(key.args)) throw new RangeError(`A map cannot have the key "${key.args}".`)
}

function refuseCall(name: string, [first]: readonly ASTNode[]): void {
  if (name === 'bytes') throw new RangeError('bytes() is not supported; pass a binary field on, or use base64(field).')
  if (name === 'has' && first && rootOf(first) === 'now')
    throw new RangeError('has() asks whether a record has a field; now has none.')
}

/** The variable that a path begins with. */
function rootOf(node: ASTNode): string | null {
  if (node.op === 'id') return node.args
  return node.op === '.' || node.op === '.?' || node.op === '[]' || node.op === '[?]' ? rootOf(node.args[0]) : null
}

function refuseMethod(name: string, argumentCount: number): void {
  if (name === 'matches')
    throw new RangeError('matches() can run for hours on some texts; use rmatch(), whose time is bounded.')
  if (/^get[A-Z]/.test(name) && (argumentCount > 0 || name === 'getDayOfYear'))
    throw new RangeError(`${name}() depends on the server's own time zone; use date_format(date, pattern, zone).`)
}

/**
 * Bounds every operation whose result could be large, before it is made: V8 ends the whole process, not the worker,
 * when one allocation exceeds the worker's heap by more than its reserve (seen with split, list growth and repeated
 * concatenation). Also makes equality and `in` treat numbers by amount. Works on the handlers that cel-js 8.0.0 hangs
 * on its checked nodes; the tests on growth fail if another version moves them.
 */
export function boundOperations(node: ASTNode, edition: Edition): void {
  const checked = node as CheckedNode
  if (node.op === 'rcall') boundMethod(checked, node.args[0])
  else if (node.op === 'call') boundCall(checked, node.args[0])
  else if (checked.handle) checked.handle = boundOperator(node.op, checked.handle)
  if (edition > 1 && node.op === 'call' && takesMissing.has(node.args[0]))
    for (const each of node.args[1]) passMissing(each)
  if (checked.handle && edition > 1)
    checked.handle =
      node.op === 'call'
        ? exactCall(node.args[0], checked.handle, edition)
        : exactOperator(node.op, checked.handle, edition)
  for (const child of childrenOf(node.args)) boundOperations(child, edition)
}

/** Beside its other fields, a text lacks a remark more often than not: missing is "" there, as null is. */
function passMissing(node: CheckedNode): void {
  if (node.op !== '.' && node.op !== '[]') return
  const { handle } = node
  passMissing(node.args[0])
  if (handle)
    node.handle = (owner, ...rest) =>
      owner === null ? null : (runOrMissing({ run: () => handle(owner, ...(rest as [unknown])) }, null, null) ?? null)
}

// The evaluator calls node.handle(...); its typings leave that out.
type CheckedNode = ASTNode & { handle?: Handle }

function boundOperator(operator: ASTNode['op'], handle: Handle): Handle {
  switch (operator) {
    case '+':
      return (left, right, ...rest) => {
        boundSum(left, right)
        return handle(left, right, ...rest)
      }
    case '==':
      return isEqual
    case '!=':
      return (left, right) => !isEqual(left, right)
    case '.':
    case '.?':
    case '[]':
    case '[?]':
      return (left, right, ...rest) => {
        refuseInside(left, right)
        return handle(left, right, ...rest)
      }
    case 'in':
      return (left, right, ...rest) =>
        Array.isArray(right) ? right.some(element => isEqual(left, element)) : handle(left, right, ...rest)
    default:
      return handle
  }
}

/** Of times, durations and its own namespaces cel-js would read what JavaScript's classes inherit. */
function refuseInside(owner: unknown, key: unknown): void {
  if (typeof owner !== 'object' || owner === null || Array.isArray(owner) || isGuarded(owner)) return
  if (!Object.hasOwn(owner, String(key))) throw new RangeError(`${String(key).slice(0, 40)} is no field of this value`)
}

/** What cel-js reads by the types that we have given it, or by own keys alone. */
const isGuarded = (owner: object): boolean =>
  owner instanceof Map ||
  owner instanceof Numeral ||
  owner instanceof Bytes ||
  owner instanceof Optional ||
  [Object.prototype, null].includes(Object.getPrototypeOf(owner))

function boundSum(left: unknown, right: unknown): void {
  if (typeof left === 'string' && typeof right === 'string' && left.length + right.length > MAX_TEXT)
    throw new RangeError(`a text grows beyond ${MAX_TEXT} characters`)
  if (Array.isArray(left) && Array.isArray(right) && left.length + right.length > MAX_LIST)
    throw new RangeError(`a list grows beyond ${MAX_LIST} elements`)
}

/** Method handlers get (values with the receiver first, evaluator, node). */
function boundMethod(node: CheckedNode, name: string): void {
  const { handle } = node
  if (!handle) return
  if (name === 'split')
    node.handle = (values, ...rest) => {
      // Split once within the bound; with a limit as third argument, cel-js then does it again its own way.
      const [text, separator, limit] = Array.isArray(values) ? values : []
      const pieces = typeof text === 'string' && typeof separator === 'string' ? splitText(text, separator) : undefined
      if (pieces && limit === undefined) return pieces
      if (pieces && separator === '' && limit > 1n && limit < pieces.length) return joinRest(pieces, Number(limit))
      return pieces && limit < 0n ? pieces : handle(values, ...(rest as [unknown]))
    }
  if (name === 'join')
    node.handle = (values, ...rest) => {
      if (Array.isArray(values) && Array.isArray(values[0])) return joinTexts(values[0], String(values[1] ?? ''))
      return handle(values, ...(rest as [unknown]))
    }
}

const joinRest = (pieces: readonly string[], count: number): string[] => [
  ...pieces.slice(0, count - 1),
  pieces.slice(count - 1).join(''),
]

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** Date would read a text without a zone by the server's own, and the 30th of February as a day of March. */
function requireInstant(text: string): void {
  if (!HAS_ZONE.test(text)) throw new RangeError(`timestamp() needs a time zone in "${text.slice(0, 40)}"`)
  const instant = instantOf(text, undefined)
  if (typeof instant === 'string') throw new RangeError(`"${text.slice(0, 40)}" ${instant}`)
}

function boundCall(node: CheckedNode, name: string): void {
  const { handle } = node
  if (!handle || name !== 'timestamp') return
  node.handle = (values, ...rest) => {
    const text = Array.isArray(values) ? values[0] : undefined
    if (typeof text === 'string') requireInstant(text)
    return handle(values, ...(rest as [unknown]))
  }
}
