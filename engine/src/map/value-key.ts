import { ExactNumber, toJson, type Value } from '@sluice/contract'
import { plainDecimal } from './compare-values.ts'
import { toDecimal } from './decimal.ts'

export interface ValueKey {
  readonly kind: 'missing' | 'null' | 'boolean' | 'number' | 'text' | 'other'
  readonly text: string
}

const MISSING: ValueKey = { kind: 'missing', text: '' }
const NULL: ValueKey = { kind: 'null', text: '' }
const TRUE: ValueKey = { kind: 'boolean', text: 'true' }
const FALSE: ValueKey = { kind: 'boolean', text: 'false' }

/** Whether texts in plain digits count by amount among these values: they do where they meet a number. */
export const hasNumbers = (values: readonly (Value | undefined)[]): boolean =>
  values.some(value => typeof value === 'number' || value instanceof ExactNumber)

/** What a value is to groups: numbers by amount (1.50 is 1.5), the text "1" is not the number 1, null is not missing. */
export function valueKey(value: Value | undefined, isAmounts = false): ValueKey {
  if (value === undefined) return MISSING
  if (value === null) return NULL
  if (typeof value === 'string') {
    const amount = isAmounts ? plainDecimal(value) : undefined
    return amount ? { kind: 'number', text: amount.isZero() ? '0' : amount.toFixed() } : { kind: 'text', text: value }
  }
  if (typeof value === 'boolean') return value ? TRUE : FALSE
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { kind: 'number', text: String(value || 0) }
  if (typeof value === 'number' || value instanceof ExactNumber) return { kind: 'number', text: amountOf(value) }
  return { kind: 'other', text: toJson(value) }
}

function amountOf(value: number | ExactNumber): string {
  const decimal = toDecimal(value)
  if (!decimal) return String(value)
  return decimal.isZero() ? '0' : decimal.toFixed()
}

/** One text for several keys, different for different ones. */
export const joinKeys = (keys: readonly ({ readonly kind: string; readonly text: string } | null)[]): string =>
  keys.map(key => (key === null ? '*' : `${key.kind}${key.text.length}:${key.text}`)).join('')
