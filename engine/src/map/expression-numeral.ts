import { ExactNumber, type Value } from '@sluice/contract'
import { Decimal, fromDecimal, isWorkable, QuotientDecimal, toDecimal } from './decimal.ts'

/**
 * Every number of a record inside an expression: CEL's type `number`. Exact, unlike CEL's double, so `row.price *
 * row.qty` is the amount to the last digit, and a number that an expression only passes on keeps its digits.
 */
export class Numeral {
  readonly #source: number | ExactNumber | Decimal

  constructor(source: number | ExactNumber | Decimal) {
    this.#source = source
  }

  /** @throws RangeError beyond 1000 digits or 10^1000 */
  toDecimal(): Decimal {
    if (this.#source instanceof Decimal) return this.#source
    const decimal = toDecimal(this.#source)
    if (!decimal) throw new RangeError('a number has more than 1000 digits')
    return decimal
  }

  /** The number when it is a whole one that a double holds exactly: the fast lane. */
  toSafeInteger(): number | undefined {
    return typeof this.#source === 'number' && Number.isSafeInteger(this.#source) ? this.#source : undefined
  }

  /** How much work it is to reckon with: about a word for each seven digits. */
  countWords(): number {
    if (typeof this.#source === 'number') return Number.isSafeInteger(this.#source) ? 1 : 3
    return this.#source instanceof Decimal ? this.#source.d.length : 1 + this.#source.text.length / 7
  }

  toValue(): number | ExactNumber {
    if (!(this.#source instanceof Decimal)) return this.#source
    return this.#source.isZero() ? 0 : fromDecimal(this.#source)
  }

  toString(): string {
    return String(this.toValue())
  }
}

/** What arithmetic takes: numbers of records, CEL's int (bigint) and double. */
export type Operand = Numeral | bigint | number

export const isOperand = (value: unknown): value is Operand =>
  value instanceof Numeral || typeof value === 'bigint' || typeof value === 'number'

/** @throws RangeError for a double that is no number (NaN, infinity) */
function operandDecimal(value: Operand): Decimal {
  if (value instanceof Numeral) return value.toDecimal()
  const decimal = new Decimal(String(value))
  if (!isWorkable(decimal)) throw new RangeError(`${value} is not a finite number`)
  return decimal
}

/**
 * A number out of a number or of a text in plain digits.
 * @throws RangeError naming what was given instead
 */
export function toNumeral(value: unknown, show: (value: unknown) => string): Numeral {
  if (value instanceof Numeral) return value
  if (typeof value === 'bigint' || typeof value === 'number') return new Numeral(operandDecimal(value))
  if (value === null) throw new RangeError('null is no number; write coalesce(value, 0) where nothing counts as zero')
  const decimal = typeof value === 'string' ? toDecimal(value as Value) : undefined
  if (!decimal) throw new RangeError(`${show(value)} is not a number in plain digits`)
  return new Numeral(decimal)
}

export type Operator = '+' | '-' | '*' | '/' | '%'

/**
 * Exact sums, differences, products and remainders; quotients have 34 digits, rounded half away from zero.
 * @throws RangeError on division by zero and when a result needs more than 1000 digits
 */
export function calculate(left: Operand, operator: Operator, right: Operand): Numeral {
  const fast = calculateFast(left, operator, right)
  if (fast !== undefined) return new Numeral(fast)
  const a = operandDecimal(left)
  const b = operandDecimal(right)
  if (b.isZero() && (operator === '/' || operator === '%')) throw new RangeError('division by zero')
  const result = operate(a, operator, b)
  if (!isWorkable(result)) throw new RangeError('a result has more than 1000 digits')
  return new Numeral(result)
}

function operate(a: Decimal, operator: Operator, b: Decimal): Decimal {
  if (operator === '+') return a.plus(b)
  if (operator === '-') return a.minus(b)
  if (operator === '*') return a.times(b)
  if (operator === '%') return a.mod(b)
  return new Decimal(QuotientDecimal.div(a, b))
}

const safeOf = (value: Operand): number | undefined =>
  value instanceof Numeral ? value.toSafeInteger() : Number.isSafeInteger(Number(value)) ? Number(value) : undefined

function calculateFast(left: Operand, operator: Operator, right: Operand): number | undefined {
  const a = safeOf(left)
  const b = safeOf(right)
  if (a === undefined || b === undefined || operator === '/' || operator === '%') return undefined
  const result = operator === '+' ? a + b : operator === '-' ? a - b : a * b
  return Number.isSafeInteger(result) ? result + 0 : undefined
}

/** -1, 0 or 1, exact. */
export function compareOperands(left: Operand, right: Operand): number {
  const a = safeOf(left)
  const b = safeOf(right)
  if (a !== undefined && b !== undefined) return a < b ? -1 : a > b ? 1 : 0
  return operandDecimal(left).cmp(operandDecimal(right))
}

/** Digits after the point exactly `scale`, rounded half away from zero: the numeral of 2.345 by 2 is 2.35, of 1 is 1.00. */
export function roundNumeral(value: Numeral, scale: number): Numeral {
  if (!Number.isInteger(scale) || scale < -100 || scale > 100)
    throw new RangeError('a scale is a whole number from -100 to 100')
  if (scale < 0) {
    const unit = new Decimal(10).pow(-scale)
    return new Numeral(value.toDecimal().div(unit).toDecimalPlaces(0).times(unit))
  }
  const text = value.toDecimal().toFixed(scale)
  return new Numeral(new ExactNumber(/^-0(\.0*)?$/.test(text) ? text.slice(1) : text))
}
