import { ExactNumber, type Value } from '@sluice/contract'
import { parseDate, resolveOffset, wallSeconds } from './parse-date.ts'

/** Seconds or milliseconds since 1970, from 2001 to 2286: what lies between could be either, and nobody has such dates. */
const SECONDS = { from: 1e9, to: 1e10 } as const
const NUMERAL = /^\d{10}(\d{3})?(\.\d+)?$/

/**
 * The moment that a business date names, in milliseconds; null: it names none. A text without a zone is of `timeZone`,
 * a day without a time begins at midnight; times that the clocks skipped are none.
 */
export function readMoment(value: Value | undefined, timeZone: string): number | null {
  if (typeof value === 'number') return readCount(value)
  if (value instanceof ExactNumber) return readCount(Number(value.text))
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (NUMERAL.test(text)) return readCount(Number(text))
  const parts = parseDate(text)
  if (typeof parts === 'string') return null
  const offset = resolveOffset(parts, timeZone)
  if (typeof offset === 'string') return null
  return (wallSeconds(parts) - offset) * 1000 + Math.floor(Number(`0.${parts.fraction || '0'}`) * 1000)
}

function readCount(count: number): number | null {
  if (count >= SECONDS.from && count < SECONDS.to) return Math.floor(count * 1000)
  return count >= SECONDS.from * 1000 && count < SECONDS.to * 1000 ? Math.floor(count) : null
}
