import type { ActiveWindow } from '@sluice/contract'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES
// No change of the clock on the wall is longer; beyond it the sum by elapsed minutes is right.
const SHIFT_MINUTES = 180

/** Whether runs may start at this instant. Without windows they always may. */
export function isActive(windows: readonly ActiveWindow[], timeZone: string, atMs: number): boolean {
  if (windows.length === 0) return true
  const at = readWall(timeZone, atMs)
  return windows.some(window => listSpans(window).some(({ start, length }) => minutesSince(start, at) < length))
}

/**
 * The first minute at or after this instant in which runs may start. The clock on the wall says how many minutes are
 * left; where daylight saving begins or ends in between, the minutes around that place are walked one by one.
 */
export function findActive(windows: readonly ActiveWindow[], timeZone: string, fromMs: number): number {
  if (isActive(windows, timeZone, fromMs)) return fromMs
  const at = readWall(timeZone, fromMs)
  const starts = windows.flatMap(window => listSpans(window).map(({ start }) => start))
  const left = Math.min(...starts.map(start => minutesSince(at, start)))
  const floor = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS
  const first = floor + Math.max(1, left - SHIFT_MINUTES) * MINUTE_MS
  const last = floor + (left + SHIFT_MINUTES) * MINUTE_MS
  for (let ms = first; ms <= last; ms += MINUTE_MS) if (isActive(windows, timeZone, ms)) return ms
  // The day's window fell into the hour that was left out.
  return findActive(windows, timeZone, last + MINUTE_MS)
}

/** The first minute at or after this instant that lies in none of the windows; null: they cover the whole week. */
export function findInactive(windows: readonly ActiveWindow[], timeZone: string, fromMs: number): number | null {
  if (windows.length === 0) return fromMs
  const floor = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS
  for (let minutes = 0; minutes <= WEEK_MINUTES; minutes += 1) {
    const ms = Math.max(fromMs, floor + minutes * MINUTE_MS)
    if (!isActive(windows, timeZone, ms)) return ms
  }
  return null
}

/** Minutes of the week, Monday 00:00 being 0; each day of a window is a span of its own. */
function listSpans({ days, from, to }: ActiveWindow): { readonly start: number; readonly length: number }[] {
  const begin = readMinutes(from)
  const length = (readMinutes(to) - begin + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  return days.map(day => ({ start: (day - 1) * DAY_MINUTES + begin, length }))
}

const minutesSince = (from: number, to: number): number => (to - from + WEEK_MINUTES) % WEEK_MINUTES

function readMinutes(time: string): number {
  const [hour, minute] = time.split(':')
  return Number(hour) * 60 + Number(minute)
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()

function readWall(timeZone: string, atMs: number): number {
  let format = formats.get(timeZone)
  if (!format) {
    // A format takes a hundred times as long to make as to use.
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  // `Mon 08:30` or `Mon, 08:30`
  const text = format.format(atMs)
  return WEEKDAYS.indexOf(text.slice(0, 3)) * DAY_MINUTES + readMinutes(text.slice(-5))
}
