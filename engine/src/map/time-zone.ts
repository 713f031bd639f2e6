const DAY_SECONDS = 86_400

/**
 * Offset from UTC, in seconds, that a zone's clocks have at an instant. Seconds matter before 1901 (local mean time). Most
 * values of a column lie on few days, and on nearly all days the clocks stay as they are: those are asked for once.
 * @throws RangeError of a zone that is not known
 */
export function offsetOf(epochSeconds: number, timeZone: string): number {
  const days = daysOf(timeZone)
  const day = Math.floor(epochSeconds / DAY_SECONDS)
  const known = days.get(day)
  if (known !== undefined) return known ?? readClock(epochSeconds, timeZone)
  const start = readClock(day * DAY_SECONDS, timeZone)
  const isSteady = readClock((day + 1) * DAY_SECONDS, timeZone) === start
  if (days.size >= MAX_DAYS) days.clear()
  days.set(day, isSteady ? start : null)
  return isSteady ? start : readClock(epochSeconds, timeZone)
}

function readClock(epochSeconds: number, timeZone: string): number {
  const format = formatterOf(timeZone)
  if (!format) throw new RangeError(`reading a clock in an unknown zone: ${timeZone}`)
  const fields: Record<string, number> = {}
  for (const part of format.formatToParts(epochSeconds * 1000)) fields[part.type] = Number(part.value)
  const date = new Date(0)
  date.setUTCFullYear(fields['year'] ?? 0, (fields['month'] ?? 1) - 1, fields['day'] ?? 1)
  date.setUTCHours(fields['hour'] ?? 0, fields['minute'] ?? 0, fields['second'] ?? 0)
  return date.getTime() / 1000 - Math.floor(epochSeconds)
}

/** By zone the offset of each day (UTC) that was asked for; null: the clocks change in it. Twenty years of a zone, twenty zones. */
const offsets = new Map<string, Map<number, number | null>>()
const MAX_DAYS = 8000
const MAX_ZONES = 20

function daysOf(timeZone: string): Map<number, number | null> {
  const known = offsets.get(timeZone)
  if (known) return known
  if (offsets.size >= MAX_ZONES) offsets.clear()
  const days = new Map<number, number | null>()
  offsets.set(timeZone, days)
  return days
}

export const isKnownZone = (timeZone: string): boolean => formatterOf(timeZone) !== undefined

// Making a formatter takes about 50 µs, using one about 2 µs. The cap bounds zones made up by records.
const formatters = new Map<string, Intl.DateTimeFormat | undefined>()
const MAX_FORMATTERS = 1000

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (formatters.has(timeZone)) return formatters.get(timeZone)
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  const formatter = makeFormatter(timeZone)
  formatters.set(timeZone, formatter)
  return formatter
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'iso8601',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}
