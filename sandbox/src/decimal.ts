/** units / 10^scale, exact. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

// Longer numerals are no quantity or price, and 1e999999 would fill the memory.
const MAX_DIGITS = 60
const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** null when the text is not a decimal number of at most 60 digits. */
export function parseDecimal(text: string): Decimal | null {
  const match = NUMERAL.exec(text.trim())
  if (match === null || text.length > MAX_DIGITS) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > MAX_DIGITS) return null
  const units = BigInt(`${sign}${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

export const subtract = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  return { units: rescale(a, scale) - rescale(b, scale), scale }
}

/** Negative, zero or positive, as a is below, equal to or above b. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

export const absolute = (a: Decimal): Decimal => (a.units < 0n ? { units: -a.units, scale: a.scale } : a)

/** Without an exponent and without trailing zeros, for messages. */
export function writeDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const rescale = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale)
