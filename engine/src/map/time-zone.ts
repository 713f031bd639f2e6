/** Offset from UTC, in seconds, that a zone's clocks have at an instant. Seconds matter before 1901 (local mean time). */
export function offsetOf(epochSeconds: number, timeZone: string): number {
  const format = formatterOf(timeZone)
  if (!format) throw new RangeError(`reading a clock in an unknown zone: ${timeZone}`)
  const fields: Record<string, number> = {}
  for (const part of format.formatToParts(epochSeconds * 1000)) fields[part.type] = Number(part.value)
  const date = new Date(0)
  date.setUTCFullYear(fields['year'] ?? 0, (fields['month'] ?? 1) - 1, fields['day'] ?? 1)
  date.setUTCHours(fields['hour'] ?? 0, fields['minute'] ?? 0, fields['second'] ?? 0)
  return date.getTime() / 1000 - Math.floor(epochSeconds)
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
