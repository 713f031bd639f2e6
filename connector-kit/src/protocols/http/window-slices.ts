import type { ReadWindow } from '@sluice/contract'
import { z } from 'zod'
import type { WindowFormat } from './http-plan.ts'
import { parseTime } from './window-text.ts'

const DAY_MS = 86_400_000

/** A part of a window that the far system answers at once, in whole seconds as milliseconds; both bounds belong to it. */
export const Slice = z.strictObject({ from: z.number(), to: z.number(), until: z.number() })
export type Slice = z.output<typeof Slice>

/** The first part; null where the far system takes any window. A bound that is missing is made up for. */
export function firstSlice(window: ReadWindow | null, format: WindowFormat | undefined, nowMs: number): Slice | null {
  if (!format?.maxSeconds) return null
  const msOf = (text: string): number => parseTime(text, format.timeZone ?? 'UTC').ms
  // Rounded outwards, so that no part grows beyond the limit when it is written.
  const until = Math.ceil((window?.to ? msOf(window.to) + 1 : nowMs) / 1000) * 1000
  const from = window?.from ? msOf(window.from) : until - (format.firstDays ?? 1) * DAY_MS
  return cut(Math.floor(from / 1000) * 1000, until, format)
}

/** The part behind one; the bound between belongs to both, so that nothing lies between them. */
export const nextSlice = (slice: Slice, format: WindowFormat): Slice | null =>
  slice.to < slice.until ? cut(slice.to, slice.until, format) : null

const cut = (from: number, until: number, { maxSeconds = 1 }: WindowFormat): Slice => ({
  from,
  to: Math.min(from + maxSeconds * 1000, until),
  until,
})

export const toWindow = ({ from, to }: Slice, field = ''): ReadWindow => ({
  field,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
