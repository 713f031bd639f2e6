import { Bytes } from '@sluice/contract'
import { isSame, type Order } from './compare-values.ts'
import { isInts } from './exact-operators.ts'
import { calculate, compareOperands, isOperand, Numeral, type Operator } from './expression-numeral.ts'
import { isEqual, MAX_TEXT } from './expression-value.ts'
import { leavePlain, spendSteps } from './plain-steps.ts'
import type { Scope } from './scope.ts'

/** What operators of plain expressions make of two values; where cel-js would refuse them, the record is left to it. */
export function compareEqual(left: unknown, right: unknown, scope: Scope): boolean {
  if (left === right) return true
  if (typeof left === 'string' && typeof right === 'string') return false
  spendSteps(scope, weighOperand(left) + weighOperand(right))
  // Lists and maps would be compared element by element.
  if (isPlainOperand(left) && isPlainOperand(right)) return isEqual(left, right)
  return leavePlain()
}

const isPlainOperand = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || value instanceof Numeral || value instanceof Bytes

export function findIn(left: unknown, right: unknown, scope: Scope): boolean {
  if (!Array.isArray(right)) return leavePlain()
  return right.some(element => compareEqual(left, element, scope))
}

export function sum(left: unknown, right: unknown, scope: Scope): unknown {
  if (typeof left !== 'string' || typeof right !== 'string') return reckon(left, '+', right, scope)
  if (left.length + right.length > MAX_TEXT) return leavePlain()
  return left + right
}

const MAX_INT = 9_223_372_036_854_775_807n
const MIN_INT = -9_223_372_036_854_775_808n

/** Pairs with a number of the record are exact; int and double keep CEL's own rules, and their errors are told by it. */
export function reckon(left: unknown, operator: Operator, right: unknown, scope: Scope): unknown {
  if (!isOperand(left) || !isOperand(right)) return leavePlain()
  if (left instanceof Numeral || right instanceof Numeral) {
    if (operator === '/' || operator === '%') spendSteps(scope, DIVISION_STEPS)
    spendSteps(scope, weighOperand(left) * weighOperand(right))
    return calculate(left, operator, right)
  }
  if (typeof left === 'bigint' && typeof right === 'bigint') return reckonInts(left, operator, right)
  if (operator === '%') return leavePlain()
  return reckonDoubles(Number(left), operator, Number(right))
}

function reckonInts(left: bigint, operator: Operator, right: bigint): bigint {
  if (right === 0n && (operator === '/' || operator === '%')) return leavePlain()
  // CEL checks only these three against 64 bits.
  if (operator === '/') return left / right
  if (operator === '%') return left % right
  const result = operator === '+' ? left + right : operator === '-' ? left - right : left * right
  return result > MAX_INT || result < MIN_INT ? leavePlain() : result
}

function reckonDoubles(left: number, operator: Operator, right: number): number {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  return operator === '*' ? left * right : left / right
}

export function order(left: unknown, right: unknown, scope: Scope): number {
  if (typeof left === 'string' && typeof right === 'string') {
    spendSteps(scope, weighOperand(left) + weighOperand(right))
    return left < right ? -1 : left > right ? 1 : 0
  }
  if (!isOperand(left) || !isOperand(right)) return leavePlain()
  if (!(left instanceof Numeral || right instanceof Numeral)) {
    if (Number.isNaN(left) || Number.isNaN(right)) return leavePlain()
    return left < right ? -1 : left > right ? 1 : 0
  }
  spendSteps(scope, weighOperand(left) + weighOperand(right))
  return compareOperands(left, right)
}

/** The second edition's: what throws here is cel-js's to say. */
export function isSamePlain(left: unknown, right: unknown, scope: Scope): boolean {
  if (left === right) return true
  spendPair(left, right, scope)
  return isPlainOperand(left) && isPlainOperand(right) ? isSame(left, right) : leavePlain()
}

export const findSame = (left: unknown, right: unknown, scope: Scope): boolean =>
  Array.isArray(right) ? right.some(element => isSamePlain(left, element, scope)) : leavePlain()

export const orderPlainly =
  (orderOf: Order) =>
  (left: unknown, right: unknown, scope: Scope): number => {
    if (typeof left === 'boolean' || typeof right === 'boolean') return leavePlain()
    spendPair(left, right, scope)
    return isPlainOperand(left) && isPlainOperand(right) ? orderOf(left, right) : leavePlain()
  }

export function sumExact(left: unknown, right: unknown, scope: Scope): unknown {
  if (typeof left !== 'string' || typeof right !== 'string') return reckonExact(left, '+', right, scope)
  return sum(left, right, scope)
}

export function reckonExact(left: unknown, operator: Operator, right: unknown, scope: Scope): unknown {
  if (!isOperand(left) || !isOperand(right)) return leavePlain()
  if (typeof left === 'bigint' && typeof right === 'bigint' && isInts(left, operator, right))
    return reckonInts(left, operator, right)
  if (operator === '/' || operator === '%') spendSteps(scope, DIVISION_STEPS)
  spendSteps(scope, weighOperand(left) * weighOperand(right))
  return calculate(left, operator, right)
}

/** Two texts may be numbers or dates, which are read. */
function spendPair(left: unknown, right: unknown, scope: Scope): void {
  const isTexts = typeof left === 'string' && typeof right === 'string'
  spendSteps(scope, weighOperand(left) + weighOperand(right) + (isTexts ? 2 : 0))
}

/** 34 digits, each from all those of the divisor; a remainder may need a thousand. */
const DIVISION_STEPS = 200

/** Grows with the digits of a number; a safe whole number is one step. */
function weighOperand(value: unknown): number {
  if (value instanceof Numeral) return value.countWords()
  return typeof value === 'string' ? 1 + value.length / 16 : 1
}
