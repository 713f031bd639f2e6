import type { HistoryRow } from './store.ts'

export interface Odd {
  readonly strategy_id: string
  readonly day: string
  readonly measure: 'written' | 'errors'
  readonly value: number
  readonly usual: number
}

const DAY_MS = 86_400_000
const WEEK = 7
/** Weeks looked back at, and how many of them there must be: of two nobody knows which is the usual one. */
const MOST_WEEKS = 8
const FEWEST_WEEKS = 3
/** Deviations of a normal spread; beyond 3.5 it is no accident. */
const BEYOND = 3.5
const SPREAD = 1.4826
/** A spread of less than this share, or of fewer records, is a day like the others. */
const LEAST_SHARE = 0.1
const LEAST = 5

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Whole days that are beyond what is usual of their weekday, those furthest from it first. Median and median deviation:
 * one odd week before does not move them.
 */
export function findAnomalies(history: readonly HistoryRow[], days: number, most: number): Odd[] {
  const found = history.flatMap(row => lookAt(row, days))
  const size = ({ value, usual }: Odd) => Math.abs(value - usual)
  return found
    .toSorted((a, b) => size(b) - size(a) || (a.day < b.day ? 1 : -1) || (a.strategy_id < b.strategy_id ? -1 : 1))
    .slice(0, most)
}

function lookAt({ strategy_id, yesterday, days: text }: HistoryRow, days: number): Odd[] {
  const moved = new Map(
    text.split(',').map(each => {
      const [day = '', written, errors] = each.split(':')
      return [day, { written: Number(written), errors: Number(errors) }]
    }),
  )
  const first = [...moved.keys()].sort()[0] ?? ''
  const odd: Odd[] = []
  for (let back = 0; back < days; back += 1) {
    const ms = Date.parse(`${yesterday}T00:00:00Z`) - back * DAY_MS
    const before = Array.from({ length: MOST_WEEKS }, (_, week) => dayAt(ms - (week + 1) * WEEK * DAY_MS))
    // Before its first day there was no strategy: that it moved nothing then says nothing.
    const known = before.filter(day => day >= first)
    if (known.length < FEWEST_WEEKS) continue
    for (const measure of ['written', 'errors'] as const) {
      const value = moved.get(dayAt(ms))?.[measure] ?? 0
      const usual = known.map(day => moved.get(day)?.[measure] ?? 0)
      const middle = median(usual)
      const isFewer = value < middle
      // Fewer errors than usual alarm nobody.
      if (measure === 'errors' && isFewer) continue
      if (isBeyond(value, middle, usual)) odd.push({ strategy_id, day: dayAt(ms), measure, value, usual: middle })
    }
  }
  return odd
}

function isBeyond(value: number, middle: number, usual: readonly number[]): boolean {
  const spread = SPREAD * median(usual.map(each => Math.abs(each - middle)))
  return Math.abs(value - middle) > BEYOND * Math.max(spread, middle * LEAST_SHARE, LEAST)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const high = sorted[Math.floor(half)] ?? 0
  return Number.isInteger(half) ? ((sorted[half - 1] ?? 0) + high) / 2 : high
}
