import { useAmount } from './amount.ts'

const exponents = new Map<string, number>()

/** Digits after the point of a currency, as ISO 4217 has them. */
function exponentOf(currency: string): number {
  const known = exponents.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  exponents.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

/** A decimal numeral of whole minor units; no digit passes through a float. */
export function sayMinor(minor: string, currency: string): string {
  const exponent = exponentOf(currency)
  const [sign, digits] = minor.startsWith('-') ? ['-', minor.slice(1)] : ['', minor]
  if (exponent === 0) return `${sign}${digits}`
  const padded = digits.padStart(exponent + 1, '0')
  return `${sign}${padded.slice(0, -exponent)}.${padded.slice(-exponent)}`
}

/** The same with its groups, in the reader's language. */
export function useMinor(): (minor: string, currency: string) => string {
  const amount = useAmount()
  return (minor, currency) => amount(sayMinor(minor, currency))
}

/** Never of two currencies: that is the caller's to see to. */
export const addMinor = (amounts: readonly string[]): string =>
  String(amounts.reduce((sum, one) => sum + BigInt(one), 0n))
