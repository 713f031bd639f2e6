import { Bytes, isData } from '@sluice/contract'
import type { Decimal } from './decimal.ts'
import { toDecimal } from './decimal.ts'
import { compareOperands, isOperand, Numeral } from './expression-numeral.ts'
import { isEqual, textOf } from './expression-value.ts'
import { parseDate, wallSeconds } from './parse-date.ts'
import { showValue } from './refusal.ts'

/**
 * How two values are compared, everywhere (`docs/mapping-language.md`):
 * numbers by amount; a text in plain digits that meets a number is one; two texts are the same when their characters are, or
 * when they are the same time; what is more of two texts: by amount where both are in plain digits, by time where both are
 * dates, else by characters. What cannot be meant throws, naming the spelling that can.
 */

const PLAIN_DIGITS = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** Of `12` or `-3.50`: no exponent, no leading zero, no plus. */
export const plainDecimal = (text: string): Decimal | undefined =>
  text.length <= 1000 && PLAIN_DIGITS.test(text) ? toDecimal(text) : undefined

interface Time {
  readonly seconds: number
  readonly fraction: string
  readonly hasZone: boolean
}

/** undefined: no date. What is no date by its fifth character is not looked at. */
export function readTime(text: string): Time | undefined {
  if (!/^\d{4}[-/年]/.test(text)) return undefined
  const parts = parseDate(text)
  if (typeof parts === 'string') return undefined
  const { offsetSeconds, fraction } = parts
  return { seconds: wallSeconds(parts) - (offsetSeconds ?? 0), fraction, hasZone: offsetSeconds !== undefined }
}

/** @throws RangeError when only one of them names its zone */
export function orderTimes(left: Time, right: Time): number {
  if (left.hasZone !== right.hasZone)
    throw new RangeError(
      'one of the two times names a zone and the other does not; give both one with unix_timestamp(time, zone), or compare days with date_format',
    )
  if (left.seconds !== right.seconds) return left.seconds < right.seconds ? -1 : 1
  const [a, b] = [left.fraction.padEnd(12, '0'), right.fraction.padEnd(12, '0')]
  return a === b ? 0 : a < b ? -1 : 1
}

/** @throws RangeError where they cannot be meant to be the same */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isOperand(left) && isOperand(right)) return compareOperands(left, right) === 0
  if (isNothing(left) || isNothing(right)) return false
  if (typeof left === 'string' && typeof right === 'string') return isSameText(left, right)
  const [a, b] = [kindOf(left), kindOf(right)]
  if (a === b && a === 'list') {
    const [one, other] = [left as readonly unknown[], right as readonly unknown[]]
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]))
  }
  return a === b ? isEqual(left, right) : orderMixed(left, right) === 0
}

/** Nothing but itself equals null or "", so asking for them is always meant. */
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

function isSameText(left: string, right: string): boolean {
  const time = readTime(left)
  const other = time && readTime(right)
  return other ? orderTimes(time, other) === 0 : false
}

/** Negative, zero, positive. @throws RangeError where neither can be more */
export function orderOf(left: unknown, right: unknown): number {
  if (isOperand(left) && isOperand(right)) return compareOperands(left, right)
  if (typeof left === 'string' && typeof right === 'string') return orderTexts(left, right)
  return orderMixed(left, right)
}

function orderTexts(left: string, right: string): number {
  const number = plainDecimal(left)
  const other = number && plainDecimal(right)
  if (other) return number.cmp(other)
  const time = readTime(left)
  const otherTime = time && readTime(right)
  if (otherTime) return orderTimes(time, otherTime)
  return left < right ? -1 : left > right ? 1 : 0
}

function orderMixed(left: unknown, right: unknown): number {
  if (typeof left === 'string' && isOperand(right)) return -orderMixed(right, left)
  if (isOperand(left) && typeof right === 'string') {
    const number = plainDecimal(right)
    if (number) return compareOperands(left, new Numeral(number))
  }
  if (left instanceof Date && right instanceof Date) return Math.sign(left.getTime() - right.getTime())
  if (left instanceof Date && typeof right === 'string') return -orderMixed(right, left)
  if (typeof left === 'string' && right instanceof Date) {
    const time = readTime(left)
    if (time) return orderTimes(time, readTime(right.toISOString())!) // a time is one
  }
  throw new RangeError(explain(left, right))
}

function explain(left: unknown, right: unknown): string {
  const [a, b] = [kindOf(left), kindOf(right)]
  const shown = `${show(left)} (${a}) cannot be compared with ${show(right)} (${b})`
  if (a === 'list' || b === 'list') return `${shown}; count the elements with size(list), or ask with: value in list`
  if (a === 'null' || b === 'null')
    return `${shown}; write coalesce(value, ${[a, b].includes('number') ? '0' : '""'}) where it may be nothing`
  if ((left === '' || right === '') && [a, b].includes('number'))
    return `${shown}; write coalesce(nullif(value, ""), 0) where nothing counts as zero`
  if ([a, b].includes('number')) return `${shown}; compare numbers with dec(value), or texts with toText(value)`
  return `${shown}; compare texts with toText(value)`
}

const show = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? `[${value.length} …]` : showValue(textOf(value)).slice(0, 100)

type Kind = 'null' | 'text' | 'number' | 'bool' | 'time' | 'binary' | 'list' | 'object' | 'other'

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return 'text'
  if (isOperand(value)) return 'number'
  if (typeof value === 'boolean') return 'bool'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'time'
  if (value instanceof Bytes) return 'binary'
  return value instanceof Map || isData(value as never) ? 'object' : 'other'
}

/**
 * One order for all values of a list, so that no circle comes about: amounts, times, or characters.
 * @throws RangeError where some are of one kind and some of another
 */
export function orderWithin(values: readonly unknown[]): (left: unknown, right: unknown) => number {
  const isText = (value: unknown): value is string => typeof value === 'string'
  const isAmount = (value: unknown): boolean => isOperand(value) || (isText(value) && plainDecimal(value) !== undefined)
  const odd = values.find(value => !isAmount(value))
  if (odd === undefined) return orderOf
  if (values.some(isAmount))
    throw new RangeError(
      `some of the values are numbers and ${show(odd)} is not; leave it out with filter(), or make numbers of them with dec(value)`,
    )
  if (values.every(value => value instanceof Date || (isText(value) && readTime(value) !== undefined))) return orderOf
  const other = values.find(value => !isText(value))
  if (other !== undefined) throw new RangeError(`${show(other)} (${kindOf(other)}) has no place in an order`)
  return (left, right) => ((left as string) < (right as string) ? -1 : left === right ? 0 : 1)
}
