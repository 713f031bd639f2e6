import { Bytes, type Edition, isData } from '@sluice/contract'
import { areMoments, orderMoments, orderTimes, readTime } from './compare-dates.ts'
import type { Decimal } from './decimal.ts'
import { toDecimal } from './decimal.ts'
import { compareOperands, isOperand, Numeral } from './expression-numeral.ts'
import { isEqual, textOf } from './expression-value.ts'
import { showValue } from './refusal.ts'

/**
 * How two values are compared, everywhere (`docs/mapping-language.md`):
 * numbers by amount; a text in plain digits that meets a number is one; two texts are the same when their characters are, or
 * when they are the same time; what is more of two texts: by amount where both are in plain digits, by time where both are
 * dates (`compare-dates.ts`), else by characters. What cannot be meant throws, naming the spelling that can.
 */

const PLAIN_DIGITS = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** Of `12` or `-3.50`: no exponent, no leading zero, no plus. */
export const plainDecimal = (text: string): Decimal | undefined =>
  text.length <= 1000 && PLAIN_DIGITS.test(text) ? toDecimal(text) : undefined

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

export type Order = (left: unknown, right: unknown) => number

interface Orders {
  /** Negative, zero, positive. @throws RangeError where neither can be more */
  readonly orderOf: Order
  /**
   * One order for all values of a list, so that no circle comes about: amounts, times, or characters.
   * @throws RangeError where some are of one kind and some of another
   */
  orderWithin(values: readonly unknown[]): Order
}

function makeOrders(
  orderOthers: (left: string, right: string) => number,
  areTimes: (values: readonly unknown[]) => boolean,
): Orders {
  const orderTexts = (left: string, right: string): number => {
    const number = plainDecimal(left)
    const other = number && plainDecimal(right)
    return other ? number.cmp(other) : orderOthers(left, right)
  }
  const orderOf: Order = (left, right) => {
    if (isOperand(left) && isOperand(right)) return compareOperands(left, right)
    return typeof left === 'string' && typeof right === 'string' ? orderTexts(left, right) : orderMixed(left, right)
  }
  return { orderOf, orderWithin: values => orderAll(values, orderOf, areTimes) }
}

/** Until the fourth edition a text that the calendar does not have was ordered by its characters. */
function orderOldTexts(left: string, right: string): number {
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

const isText = (value: unknown): value is string => typeof value === 'string'

function orderAll(
  values: readonly unknown[],
  orderOf: Order,
  areTimes: (values: readonly unknown[]) => boolean,
): Order {
  const isAmount = (value: unknown): boolean => isOperand(value) || (isText(value) && plainDecimal(value) !== undefined)
  const odd = values.find(value => !isAmount(value))
  if (odd === undefined) return orderOf
  if (values.some(isAmount))
    throw new RangeError(
      `some of the values are numbers and ${show(odd)} is not; leave it out with filter(), or make numbers of them with dec(value)`,
    )
  if (areTimes(values)) return orderOf
  const other = values.find(value => !isText(value))
  if (other !== undefined) throw new RangeError(`${show(other)} (${kindOf(other)}) has no place in an order`)
  return (left, right) => ((left as string) < (right as string) ? -1 : left === right ? 0 : 1)
}

const areOldTimes = (values: readonly unknown[]): boolean =>
  values.every(value => value instanceof Date || (isText(value) && readTime(value) !== undefined))

const [newest, older] = [makeOrders(orderMoments, areMoments), makeOrders(orderOldTexts, areOldTimes)]

export const ordersOf = (edition: Edition): Orders => (edition > 3 ? newest : older)
