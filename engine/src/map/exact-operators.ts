import type { ASTNode } from '@marcbachmann/cel-js'
import type { Edition } from '@sluice/contract'
import { isSame, ordersOf } from './compare-values.ts'
import { toDecimal } from './decimal.ts'
import { childrenOf } from './expression-calls.ts'
import { numeralOf, truncate } from './expression-money.ts'
import { calculate, isOperand, Numeral, type Operator } from './expression-numeral.ts'

/** What cel-js hangs on a checked node; a unary operator gets its value first. */
export type Handle = (left: unknown, right: unknown, ...rest: unknown[]) => unknown

const edited = new WeakMap<ASTNode, Edition>()

/** The edition by which a node is read; 1 where none was noted. */
export const editionAt = (node: ASTNode): Edition => edited.get(node) ?? 1

/** The node means what the second edition says, or a later one. */
export const isExact = (node: ASTNode): boolean => editionAt(node) > 1

/** Since the second edition literals with a point are the number that is written, not the double nearest to it. */
export function keepDigits(node: ASTNode, edition: Edition): void {
  edited.set(node, edition)
  if (node.op === 'value' && typeof node.args === 'number') {
    const decimal = toDecimal(node.input.slice(node.start, node.end).replace(/^\./, '0.'))
    if (decimal) (node as { args: unknown }).args = new Numeral(decimal)
  }
  for (const child of childrenOf(node.args)) keepDigits(child, edition)
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

/** Numbers are exact whatever their kind; comparisons follow the rule of `compare-values.ts`. */
export function exactOperator(operator: ASTNode['op'], handle: Handle, edition: Edition): Handle {
  if (ARITHMETIC.has(operator)) return exactArithmetic(operator as Operator, handle, edition)
  const test = Object.hasOwn(ORDERS, operator) ? ORDERS[operator] : undefined
  const { orderOf } = ordersOf(edition)
  if (test)
    return (left, right, ...rest) =>
      isOwn(left) && isOwn(right) ? handle(left, right, ...rest) : test(orderOf(left, right))
  switch (operator) {
    case '-_':
      return (value, ...rest) =>
        isOperand(value) && typeof value !== 'bigint'
          ? calculate(0n, '-', value)
          : handle(value, ...(rest as [unknown]))
    case '==':
      return isSame
    case '!=':
      return (left, right) => !isSame(left, right)
    case 'in':
      return (left, right, ...rest) =>
        Array.isArray(right) ? right.some(element => isSame(left, element)) : handle(left, right, ...rest)
    default:
      return handle
  }
}

/** Durations and the like, which only cel-js orders. */
const isOwn = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'object' && value !== null && !(value instanceof Numeral) && !Array.isArray(value))

/** Whole numbers stay CEL's own, but for a quotient that is none, and since the fourth edition for what is beyond 64 bits. */
export const isInts = (left: unknown, operator: Operator, right: unknown): boolean =>
  typeof left === 'bigint' && typeof right === 'bigint' && (operator !== '/' || right === 0n || left % right === 0n)

const isInt = (value: bigint): boolean => BigInt.asIntN(64, value) === value

const reckonWhole = (left: bigint, operator: Operator, right: bigint): bigint =>
  operator === '+' ? left + right : operator === '-' ? left - right : operator === '*' ? left * right : 0n

function exactArithmetic(operator: Operator, handle: Handle, edition: Edition): Handle {
  return (left, right, ...rest) => {
    if (isInts(left, operator, right)) {
      const isBeyond = edition > 3 && !isInt(reckonWhole(left as bigint, operator, right as bigint)) // both are
      return isBeyond ? calculate(left as bigint, operator, right as bigint) : handle(left, right, ...rest)
    }
    if (isOperand(left) && isOperand(right)) return calculate(left, operator, right)
    const isMixed = (typeof left === 'string' && isOperand(right)) || (isOperand(left) && typeof right === 'string')
    if (isMixed)
      throw new RangeError(
        operator === '+'
          ? 'a text and a number are not added; write concat(a, b) for a text, add(a, b) for a number'
          : `a text is no number; write dec(value) ${operator} …`,
      )
    return handle(left, right, ...rest)
  }
}

/** The checker takes whole numbers and doubles for what they were; what is exact meets their conversions. */
export function exactCall(name: string, handle: Handle, edition: Edition): Handle {
  const convert = Object.hasOwn(conversions, name) ? conversions[name] : undefined
  if (!convert) return handle
  return (values, ...rest) => {
    const value = Array.isArray(values) && values.length === 1 ? values[0] : undefined
    // BigInt would make 0 of "" and 16 of "0x10".
    if (name === 'int' && edition > 3 && typeof value === 'string' && !/^[+-]?\d+$/.test(value)) return readInt(value)
    return isOperand(value) || (name === 'double' && typeof value === 'string')
      ? convert(numeralOf(value))
      : handle(values, ...(rest as [unknown]))
  }
}

function readInt(text: string): bigint {
  const value = numeralOf(text)
  if (!value.toDecimal().isInteger()) throw new RangeError(`"${text.slice(0, 80)}" is no whole number`)
  return truncate(value)
}

export const conversions: Readonly<Record<string, (value: Numeral) => unknown>> = {
  string: value => value.toString(),
  double: value => value,
  int: truncate,
}
