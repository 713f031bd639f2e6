import type { ReadWindow } from '@sluice/contract'
import { compareWatermarks } from './window.ts'

/** Where refused rows lie, in the increment field; both bounds inside. */
export type Stretch = Pick<ReadWindow, 'from' | 'to'>

/** What is kept of a strategy's refused rows. */
export interface RejectedPlaces {
  readonly field: string
  readonly windows: readonly Stretch[]
}

/** Each is a question to the source in every run; more places than this share windows with what lies between them. */
const MAX_WINDOWS = 100

/** The places as windows; null where they cannot be brought into an order. */
export function toStretches(places: readonly string[]): readonly Stretch[] | null {
  const isOrdered = places.every(place => compareWatermarks(place, places[0] ?? place) !== null)
  if (places.length > MAX_WINDOWS && !isOrdered) return null
  const sorted = isOrdered ? places.toSorted((a, b) => compareWatermarks(a, b) ?? 0) : places
  const size = Math.ceil(sorted.length / MAX_WINDOWS)
  return Array.from({ length: Math.ceil(sorted.length / Math.max(size, 1)) }, (_, at) => {
    const part = sorted.slice(at * size, (at + 1) * size)
    return { from: part[0] ?? null, to: part.at(-1) ?? null }
  })
}

/** Those that a run would not read anyway. */
export const listBehind = (windows: readonly Stretch[], next: Stretch): readonly Stretch[] =>
  windows.filter(({ from, to }) => !isInside(from, to, next))

function isInside(from: string | null, to: string | null, next: Stretch): boolean {
  const isNotBefore = next.from === null || (from !== null && (compareWatermarks(from, next.from) ?? -1) >= 0)
  const isNotAfter = next.to === null || (to !== null && (compareWatermarks(to, next.to) ?? 1) <= 0)
  return isNotBefore && isNotAfter
}
