import type { Data, Value } from '@sluice/contract'
import type { Decimal as DecimalJs } from 'decimal.js'
import { lengthInBytes } from './byte-length.ts'
import { Decimal } from './decimal.ts'
import { type ExpressionFunction, numeralOf } from './expression-money.ts'
import { calculate, Numeral } from './expression-numeral.ts'
import { textOf, toExpression } from './expression-value.ts'
import { readJson, UnclearText } from './read-json.ts'

/** What people of trade and accounts calculate with: shares of an amount, places, lists. */
export const tradeFunctions: readonly ExpressionFunction[] = [
  ['mod(dyn, dyn): number', (a: unknown, b: unknown) => remainder(a, b)],
  ['truncate(dyn, int): number', (value: unknown, places: bigint) => roundTo(value, places, 'down')],
  [
    'round_to(dyn, int, string): number',
    (value: unknown, places: bigint, mode: string) => roundTo(value, places, mode),
  ],
  ['byte_length(dyn): int', (text: unknown) => lengthInBytes(textOf(text), 'utf8')],
  ['byte_length(dyn, string): int', (text: unknown, encoding: string) => lengthInBytes(textOf(text), encoding)],
  ['half_width(dyn): string', (text: unknown) => toHalfWidth(textOf(text))],
  ['full_width(dyn): string', (text: unknown) => toFullWidth(textOf(text))],
  ['truncate(dyn): number', (value: unknown) => roundTo(value, 0n, 'down')],
  ['round_up(dyn, int): number', (value: unknown, places: bigint) => roundTo(value, places, 'up')],
  ['sign(dyn): int', (value: unknown) => BigInt(numeralOf(value).toDecimal().cmp(0))],
  ['power(dyn, int): number', power],
  ['apportion(dyn, list, int): list', apportion],
  ['apportion(dyn, list): list', (amount: unknown, weights: readonly unknown[]) => apportion(amount, weights, 2n)],
  ['parse_json(dyn): dyn', (text: unknown) => parseText(textOf(text))],
]

/** Exact, so with a whole exponent. */
function power(base: unknown, exponent: bigint): Numeral {
  if (exponent < -100n || exponent > 100n) throw new RangeError('an exponent is a whole number from -100 to 100')
  let result: Numeral = new Numeral(1)
  const factor = numeralOf(base)
  for (let left = exponent < 0n ? -exponent : exponent; left > 0n; left--) result = calculate(result, '*', factor)
  return exponent < 0n ? calculate(1n, '/', result) : result
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

function parseText(text: string): unknown {
  let value: Value
  try {
    value = readJson(text)
  } catch (error) {
    throw new RangeError(`"${text.slice(0, 80)}" ${error instanceof UnclearText ? error.message : 'is not JSON'}`)
  }
  return toExpression(value as Data)
}
