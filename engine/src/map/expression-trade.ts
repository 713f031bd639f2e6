import { type Data, parseJson, type Value } from '@sluice/contract'
import type { Decimal as DecimalJs } from 'decimal.js'
import { orderWithin } from './compare-values.ts'
import { readByPattern } from './date-pattern.ts'
import { Decimal } from './decimal.ts'
import { type ExpressionFunction, numeralOf } from './expression-money.ts'
import { Numeral } from './expression-numeral.ts'
import { fromExpression, MAX_TEXT, textOf, toExpression } from './expression-value.ts'
import { formatIso } from './format-date.ts'
import { type DateParts, daysInMonth, parseDate, partsAt, wallSeconds } from './parse-date.ts'
import { hasNumbers, joinKeys, valueKey } from './value-key.ts'

/** What people of trade and accounts calculate with: days, shares of an amount, places, lists. */
export const tradeFunctions: readonly ExpressionFunction[] = [
  [
    'date_add(dyn, int, string): string',
    (date: unknown, count: bigint, unit: string) => shift(date, Number(count), unit),
  ],
  ['date_diff(dyn, dyn): int', (left: unknown, right: unknown) => countDays(left, right)],
  ['last_day(dyn): string', (date: unknown) => lastDay(date)],
  ...(['year', 'month', 'day'] as const).map(
    (part): ExpressionFunction => [`${part}(dyn): int`, (date: unknown) => BigInt(partsOf(date)[part])],
  ),
  ['parse_date(dyn, string): string', parseByPattern],
  ['mod(dyn, dyn): number', (a: unknown, b: unknown) => remainder(a, b)],
  ['truncate(dyn, int): number', (value: unknown, places: bigint) => roundTo(value, places, 'down')],
  [
    'round_to(dyn, int, string): number',
    (value: unknown, places: bigint, mode: string) => roundTo(value, places, mode),
  ],
  ['byte_length(dyn): int', (text: unknown) => BigInt(Buffer.byteLength(textOf(text), 'utf8'))],
  ['half_width(dyn): string', (text: unknown) => toHalfWidth(textOf(text))],
  ['full_width(dyn): string', (text: unknown) => toFullWidth(textOf(text))],
  ['distinct(list): list', (list: readonly unknown[]) => distinct(list)],
  ['sort(list): list', (list: readonly unknown[]) => sort(list, list)],
  [
    'sort(list, string): list',
    (list: readonly unknown[], field: string) =>
      sort(
        list,
        list.map(each => fieldOf(each, field)),
      ),
  ],
  ['apportion(dyn, list, int): list', apportion],
  ['apportion(dyn, list): list', (amount: unknown, weights: readonly unknown[]) => apportion(amount, weights, 2n)],
  ['parse_json(dyn): dyn', (text: unknown) => readJson(textOf(text))],
]

function partsOf(date: unknown): DateParts {
  const text = date instanceof Date ? date.toISOString() : textOf(date)
  const parts = parseDate(text)
  if (typeof parts === 'string') throw new RangeError(`"${text.slice(0, 80)}" ${parts}`)
  return parts
}

/** As it came: a day stays a day, a time keeps its offset. */
const writeParts = (parts: DateParts): string => (parts.hasTime ? formatIso(parts) : formatIso(parts).slice(0, 10))

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
const MAX_COUNT = 100_000_000

function shift(date: unknown, count: number, unit: string): string {
  const parts = partsOf(date)
  if (Math.abs(count) > MAX_COUNT) throw new RangeError('date_add moves by at most 100000000 units')
  const name = unit.toLowerCase().replace(/s$/, '')
  const seconds = Object.hasOwn(SECONDS, name) ? SECONDS[name] : undefined
  const months = Object.hasOwn(MONTHS, name) ? MONTHS[name] : undefined
  if (seconds !== undefined) {
    const moved = partsAt(wallSeconds(parts) + count * seconds, parts.fraction, 0)
    const hasTime = parts.hasTime || seconds < 86_400
    return writeParts(requireYear({ ...moved, hasTime, offsetSeconds: parts.offsetSeconds }))
  }
  if (months === undefined)
    throw new RangeError(
      `"${unit.slice(0, 40)}" is no unit of time; units are ${[...Object.keys(SECONDS), ...Object.keys(MONTHS)].join(', ')}`,
    )
  const at = parts.year * 12 + parts.month - 1 + count * months
  const [year, month] = [Math.floor(at / 12), (((at % 12) + 12) % 12) + 1]
  return writeParts(requireYear({ ...parts, year, month, day: Math.min(parts.day, daysInMonth(year, month)) }))
}

function requireYear(parts: DateParts): DateParts {
  if (!(parts.year >= 1 && parts.year <= 9999)) throw new RangeError('the result is a time outside the years 1 to 9999')
  return parts
}

/** Days from the second to the first, as the calendar counts them. */
function countDays(left: unknown, right: unknown): bigint {
  const [a, b] = [partsOf(left), partsOf(right)].map(parts => wallSeconds({ ...parts, hour: 0, minute: 0, second: 0 }))
  return BigInt(Math.round(((a ?? 0) - (b ?? 0)) / 86_400))
}

function lastDay(date: unknown): string {
  const parts = partsOf(date)
  return formatIso({ ...parts, day: daysInMonth(parts.year, parts.month) }).slice(0, 10)
}

function parseByPattern(text: unknown, pattern: string): string {
  const given = textOf(text)
  const read = readByPattern(given, pattern)
  if (typeof read === 'string') throw new RangeError(`"${given.slice(0, 80)}" ${read}`)
  return read.iso
}

function remainder(a: unknown, b: unknown): Numeral {
  const by = numeralOf(b).toDecimal()
  if (by.isZero()) throw new RangeError('division by zero')
  return new Numeral(numeralOf(a).toDecimal().mod(by))
}

const MODES: Readonly<Record<string, DecimalJs.Rounding>> = {
  ...{ half_up: Decimal.ROUND_HALF_UP, half_even: Decimal.ROUND_HALF_EVEN, half_down: Decimal.ROUND_HALF_DOWN },
  ...{ up: Decimal.ROUND_UP, down: Decimal.ROUND_DOWN, ceiling: Decimal.ROUND_CEIL, floor: Decimal.ROUND_FLOOR },
}

/** Places may be negative: 1250 to -2 places is 1300. */
function roundTo(value: unknown, places: bigint, mode: string): Numeral {
  const rounding = Object.hasOwn(MODES, mode) ? MODES[mode] : undefined
  if (rounding === undefined)
    throw new RangeError(`"${mode.slice(0, 40)}" is no way to round; ways are ${Object.keys(MODES).join(', ')}`)
  return new Numeral(roundDecimal(numeralOf(value).toDecimal(), Number(places), rounding))
}

function roundDecimal(decimal: Decimal, places: number, rounding: DecimalJs.Rounding): Decimal {
  if (!Number.isInteger(places) || Math.abs(places) > 100)
    throw new RangeError('a scale is a whole number from -100 to 100')
  if (places >= 0) return decimal.toDecimalPlaces(places, rounding)
  const unit = new Decimal(10).pow(-places)
  return decimal.div(unit).toDecimalPlaces(0, rounding).times(unit)
}

/** Full-width letters, digits and signs as the plain ones, the wide blank as a blank. */
const toHalfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, each => String.fromCharCode(each.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')

const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, each => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')

const fieldOf = (element: unknown, field: string): unknown => (element instanceof Map ? element.get(field) : undefined)

/** The first of equal ones. */
function distinct(list: readonly unknown[]): unknown[] {
  const values = list.map(each => fromExpression(each, { charsLeft: MAX_TEXT }) ?? null)
  const isAmounts = hasNumbers(values)
  const seen = new Set<string>()
  return list.filter((_, index) => {
    const id = joinKeys([valueKey(values[index], isAmounts)])
    return !seen.has(id) && seen.add(id)
  })
}

/** By one value of each, the smallest first; null and missing come last. */
function sort(list: readonly unknown[], by: readonly unknown[]): unknown[] {
  const isThere = (index: number): boolean => by[index] !== null && by[index] !== undefined
  const places = [...list.keys()]
  const order = orderWithin(by.filter(value => value !== null && value !== undefined))
  const sorted = places.filter(isThere).sort((a, b) => order(by[a], by[b]))
  return [...sorted, ...places.filter(index => !isThere(index))].map(index => list[index])
}

/**
 * An amount over weights: each share rounded to so many places, and together the amount exactly. What rounding leaves goes to
 * the shares that lost most by it, the earlier of equal ones first.
 */
function apportion(amount: unknown, weights: readonly unknown[], places: bigint): Numeral[] {
  const whole = numeralOf(amount).toDecimal()
  const parts = weights.map(weight => numeralOf(weight).toDecimal())
  const sum = parts.reduce((total, part) => total.plus(part), new Decimal(0))
  if (parts.some(part => part.lt(0))) throw new RangeError('apportion takes weights that are not below zero')
  if (sum.isZero()) throw new RangeError('apportion needs a weight above zero')
  const unit = new Decimal(10).pow(-Number(places))
  if (!roundDecimal(whole, Number(places), Decimal.ROUND_DOWN).eq(whole))
    throw new RangeError(
      `${whole.toFixed()} has more than ${places} places, so shares of that size cannot sum up to it`,
    )
  // In whole units; truncated toward zero, so what is left has the sign of the amount.
  const units = whole.div(unit)
  const exact = parts.map(part => units.times(part))
  const shares = exact.map(each => each.divToInt(sum))
  const losses = exact.map((each, index) => each.minus(shares[index]!.times(sum)).abs()) // one share each
  const left = units.minus(shares.reduce((total, share) => total.plus(share), new Decimal(0)))
  const order = [...shares.keys()].sort((a, b) => losses[b]!.cmp(losses[a]!) || a - b)
  for (const index of order.slice(0, left.abs().toNumber())) shares[index] = shares[index]!.plus(left.s)
  return shares.map(share => new Numeral(share.times(unit)))
}

function readJson(text: string): unknown {
  let value: Value
  try {
    value = parseJson(text)
  } catch {
    throw new RangeError(`"${text.slice(0, 80)}" is not JSON`)
  }
  return toExpression(value as Data)
}
