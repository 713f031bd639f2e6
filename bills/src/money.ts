/** Digits after the point of the minor unit, by ISO 4217, where they are not two. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3] as const),
  ...'CLF UYW'.split(' ').map(code => [code, 4] as const),
])

/** @param currency three capital letters */
export const exponentOf = (currency: string): number => EXPONENTS.get(currency) ?? 2

/** The decimal sign of a text of numbers. */
export type DecimalSign = '.' | ','

/** An amount as a cell states it. */
export interface Amount {
  readonly minor: bigint
  /** What the cell says was paid back of it: `131.77(已退款89.84)`. */
  readonly refunded: bigint | null
}

/** Largest that a column of the database holds. */
const MOST = 2n ** 63n - 1n

/**
 * The minor units of a cell; null where it is blank, undefined where it is no amount of this currency. Nothing is rounded:
 * a digit that the currency has no unit for is refused unless it is 0.
 */
export function readAmount(cell: string, exponent: number, sign: DecimalSign = '.'): Amount | null | undefined {
  const text = cell.normalize('NFKC').trim()
  if (text === '') return null
  const noted = NOTE.exec(text)
  const minor = readMinor(noted?.[1] ?? text, exponent, sign)
  if (minor === undefined) return undefined
  if (!noted) return { minor, refunded: null }
  // `(已全额退款)` names no amount: all of it.
  const refunded = noted[2] === undefined ? minor : readMinor(noted[2], exponent, sign)
  return refunded === undefined ? undefined : { minor, refunded }
}

const NOTE = /^([^()]+)\((?:已退款:?\s*([^()]+)|已全额退款)\)$/
// A sign or brackets for what is negative, a currency's sign, digits in groups or not, and the unit behind.
const DOT = /^([-+−]?)\s*(?:[¥$€£]|[A-Z]{3})?\s*([-+−]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*(?:元|[A-Z]{3})?$/
const COMMA = /^([-+−]?)\s*(?:[¥$€£]|[A-Z]{3})?\s*([-+−]?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?\s*(?:[€]|[A-Z]{3})?$/

function readMinor(text: string, exponent: number, sign: DecimalSign): bigint | undefined {
  const bracketed = /^\((.+)\)$/.exec(text.trim())
  const found = (sign === '.' ? DOT : COMMA).exec(bracketed?.[1] ?? text.trim())
  if (!found) return undefined
  const [, outer = '', inner = '', whole = '', fraction = ''] = found
  if (outer !== '' && inner !== '') return undefined
  if (bracketed && outer + inner !== '') return undefined
  if (/[^0]/.test(fraction.slice(exponent))) return undefined
  const digits = whole.replaceAll(/[.,]/g, '') + fraction.slice(0, exponent).padEnd(exponent, '0')
  // Longer ones cost time and are no money.
  if (digits.length > 24) return undefined
  const minor = BigInt(digits)
  if (minor > MOST) return undefined
  return bracketed || /[-−]/.test(outer + inner) ? -minor : minor
}

/** Minor units as a decimal numeral, every digit of the currency shown: `-1234.50`. */
export function sayMinor(minor: bigint, exponent: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  const at = digits.length - exponent
  return `${minor < 0n ? '-' : ''}${digits.slice(0, at)}${exponent > 0 ? `.${digits.slice(at)}` : ''}`
}
