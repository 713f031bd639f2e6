const DAY_SECONDS = 86_400

/**
 * Offset from UTC, in seconds, that a zone's clocks have at an instant. Seconds matter before 1901 (local mean time). Most
 * values of a column lie on few days, and on nearly all days the clocks stay as they are: those are asked for once.
 * @throws RangeError of a zone that is not known
 */
export function offsetOf(epochSeconds: number, timeZone: string): number {
  const clock = clockOf(timeZone)
  if (!clock) throw new RangeError(`reading a clock in an unknown zone: ${timeZone}`)
  const day = Math.floor(epochSeconds / DAY_SECONDS)
  const known = clock.days.get(day)
  if (known !== undefined) return known ?? readClock(clock, epochSeconds)
  const start = readClock(clock, day * DAY_SECONDS)
  const isSteady = readClock(clock, (day + 1) * DAY_SECONDS) === start
  keepDay(clock, day, isSteady ? start : null)
  return isSteady ? start : readClock(clock, epochSeconds)
}

function readClock({ format }: Clock, epochSeconds: number): number {
  const fields: Record<string, number> = {}
  for (const part of format.formatToParts(epochSeconds * 1000)) fields[part.type] = Number(part.value)
  const date = new Date(0)
  date.setUTCFullYear(fields['year'] ?? 0, (fields['month'] ?? 1) - 1, fields['day'] ?? 1)
  date.setUTCHours(fields['hour'] ?? 0, fields['minute'] ?? 0, fields['second'] ?? 0)
  return date.getTime() / 1000 - Math.floor(epochSeconds)
}

export const isKnownZone = (timeZone: string): boolean => clockOf(timeZone) !== undefined

interface Clock {
  readonly format: Intl.DateTimeFormat
  /** The offset of each day (UTC) that was asked for; null: the clocks change in it. */
  readonly days: Map<number, number | null>
}

// Making a formatter takes about 50 µs, using one about 2 µs. The caps bound zones and days made up by records.
const clocks = new Map<string, Clock | undefined>()
const MAX_ZONES = 1000
const MAX_DAYS = 160_000
let keptDays = 0

function clockOf(timeZone: string): Clock | undefined {
  if (clocks.has(timeZone)) return clocks.get(timeZone)
  if (clocks.size >= MAX_ZONES) {
    clocks.clear()
    keptDays = 0
  }
  const format = makeFormatter(timeZone)
  const clock = format && { format, days: new Map<number, number | null>() }
  clocks.set(timeZone, clock)
  return clock
}

function keepDay(clock: Clock, day: number, offset: number | null): void {
  if (keptDays >= MAX_DAYS) {
    for (const each of clocks.values()) each?.days.clear()
    keptDays = 0
  }
  clock.days.set(day, offset)
  keptDays += 1
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
