import { ExactNumber, toNumber, type Value } from '@sluice/contract'
import { Decimal as DecimalJs } from 'decimal.js'

/**
 * Sums, differences and products are exact up to this many digits; what needs more is refused (`isRounded`).
 * decimal.js rounds to `precision`, so one digit more is kept to notice it.
 */
const MAX_DIGITS = 1000

/** decimal.js for exact arithmetic, rounding half away from zero where it must round. */
export const Decimal = DecimalJs.clone({
  precision: MAX_DIGITS + 1,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
})
export type Decimal = DecimalJs

/** Quotients have 34 significant digits (as IEEE decimal128), rounded half away from zero. */
export const QuotientDecimal = DecimalJs.clone({ precision: 34, rounding: DecimalJs.ROUND_HALF_UP })

/** Beyond 10^±1000 a numeral written out would be a kilobyte of zeros; beyond 10^9 it would end the process. */
const MAX_EXPONENT = 1000

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,10})?$/

/** Text of a JSON numeral: no leading zeros, plus sign, separators, blanks or full-width digits. */
export const isNumeral = (text: string): boolean => text.length <= MAX_DIGITS + 100 && NUMERAL.test(text)

/** The decimal of a number or of a numeral's text; undefined for anything else and for unworkable magnitudes. */
export function toDecimal(value: Value | undefined): Decimal | undefined {
  const text = numeralText(value)
  if (text === undefined) return undefined
  const decimal = new Decimal(text)
  return isWorkable(decimal) ? decimal : undefined
}

/** A value's numeral, as it is written; undefined when it is none. */
export function numeralText(value: Value | undefined): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  const text = value instanceof ExactNumber ? value.text : value
  return typeof text === 'string' && isNumeral(text) ? text : undefined
}

export const isWorkable = (decimal: Decimal): boolean =>
  decimal.isFinite() && Math.abs(decimal.e) <= MAX_EXPONENT && decimal.precision() <= MAX_DIGITS

/** Back to a value: plain digits, no exponent. */
export const fromDecimal = (decimal: Decimal): number | ExactNumber => toNumber(decimal.toFixed())
