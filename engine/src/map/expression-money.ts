import { calculate, Numeral, roundNumeral, toNumeral } from './expression-numeral.ts'
import { textOf } from './expression-value.ts'
import { readMarks, readNumber } from './read-number.ts'
import { showValue } from './refusal.ts'

/** Signature in CEL's notation, and what it does: arguments come typed as the signature says. */
export type ExpressionFunction = readonly [signature: string, handler: (...args: never[]) => unknown]

/** @throws RangeError when the value is neither a number nor a text in plain digits */
export const numeralOf = (value: unknown): Numeral => toNumeral(value, given => showValue(textOf(given)))

/** Money: exact, no binary fractions. A text in plain digits is taken for its number. */
export const moneyFunctions: readonly ExpressionFunction[] = [
  ['dec(dyn): number', numeralOf],
  ['parse_number(dyn): number', (value: unknown) => parseNumber(value, '.')],
  ['parse_number(dyn, string): number', parseNumber],
  ['parse_number(dyn, string, string): number', parseNumber],
  ['add(dyn, dyn): number', (a: unknown, b: unknown) => calculate(numeralOf(a), '+', numeralOf(b))],
  ['sub(dyn, dyn): number', (a: unknown, b: unknown) => calculate(numeralOf(a), '-', numeralOf(b))],
  ['mul(dyn, dyn): number', (a: unknown, b: unknown) => calculate(numeralOf(a), '*', numeralOf(b))],
  ['div(dyn, dyn): number', (a: unknown, b: unknown) => calculate(numeralOf(a), '/', numeralOf(b))],
  ['round(dyn): number', (value: unknown) => roundNumeral(numeralOf(value), 0)],
  ['round(dyn, int): number', (value: unknown, scale: bigint) => roundNumeral(numeralOf(value), Number(scale))],
  ['abs(dyn): number', (value: unknown) => new Numeral(numeralOf(value).toDecimal().abs())],
  ['ceil(dyn): number', (value: unknown) => new Numeral(numeralOf(value).toDecimal().ceil())],
  ['floor(dyn): number', (value: unknown) => new Numeral(numeralOf(value).toDecimal().floor())],
  ['string(number): string', (value: Numeral) => value.toString()],
  ['double(number): double', (value: Numeral) => Number(value.toString())],
  ['int(number): int', truncate],
]

/** A number as people write it; one that is a number already stays as it is. */
function parseNumber(value: unknown, decimal: string, group?: string): Numeral {
  readMarks(decimal, group)
  if (typeof value !== 'string') return numeralOf(value)
  const read = readNumber(value, decimal, group)
  if (typeof read === 'string') throw new RangeError(`"${value.slice(0, 80)}" ${read}`)
  return numeralOf(read.digits)
}

/** As CEL's int(double): the fraction is cut. */
export function truncate(value: Numeral): bigint {
  const decimal = value.toDecimal().trunc()
  if (decimal.gt('9223372036854775807') || decimal.lt('-9223372036854775808'))
    throw new RangeError(`${value} does not fit into 64 bits`)
  return BigInt(decimal.toFixed())
}
