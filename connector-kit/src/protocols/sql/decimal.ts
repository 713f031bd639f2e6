/** A decimal number as sign, significant digits and power of ten: value = ±0.d₁d₂… × 10^(point). No rounding anywhere. */
export interface Decimal {
  readonly isNegative: boolean
  /** Significant digits without zeros at either end; "" is zero. */
  readonly digits: string
  /** How many of the digits stand before the point; may be negative or more than there are digits. */
  readonly point: number
}

// A leading zero before another digit is not a numeral: 007 is a code, and would arrive as 7.
const NUMERAL = /^([+-]?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/

/** Whatever its length: a pattern for it takes the square of the time where zeros stand before another digit. */
export function dropEndZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** null when the text is not a numeral of at most six exponent digits. */
export function parseDecimal(text: string): Decimal | null {
  const match = NUMERAL.exec(text)
  if (!match) return null
  const whole = match[2] ?? ''
  const all = whole + (match[3] ?? '')
  const leading = /^0*/.exec(all)?.[0].length ?? 0
  const digits = dropEndZeros(all.slice(leading))
  if (digits === '') return { isNegative: false, digits, point: 0 }
  return { isNegative: match[1] === '-', digits, point: whole.length - leading + Number(match[4] ?? 0) }
}

/** Digits after the point that the value needs. */
export const countFraction = (decimal: Decimal): number => Math.max(0, decimal.digits.length - decimal.point)

/** Digits before the point that the value needs. */
export const countWhole = (decimal: Decimal): number => (decimal.digits === '' ? 0 : Math.max(0, decimal.point))

/** Plain text without exponent: `-0.05`, `1200`. */
export function formatDecimal({ isNegative, digits, point }: Decimal): string {
  if (digits === '') return '0'
  const whole = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const fraction = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export const isSameDecimal = (left: Decimal, right: Decimal): boolean =>
  left.isNegative === right.isNegative && left.digits === right.digits && left.point === right.point

/** Shortest text of a 32-bit float held in a double, as databases print `real`. */
export function formatSingle(value: number): string {
  if (Object.is(value, -0)) return '-0'
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}

/** Whether a binary float of that width gives the numeral back digit for digit. */
export function isKeptByFloat(text: string, bits: 32 | 64): boolean {
  const wanted = parseDecimal(text)
  if (!wanted) return false
  const number = bits === 64 ? Number(text) : Math.fround(Number(text))
  if (!Number.isFinite(number)) return false
  const kept = parseDecimal(bits === 64 ? String(number) : formatSingle(number))
  return kept !== null && isSameDecimal(wanted, kept)
}
