/** What a number format shows of a serial number. */
export type NumberFormat = 'date' | 'datetime' | 'time' | 'duration'

const DATE_IDS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const TIME_IDS = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 47])

/** Excel takes no longer ones. */
const MAX_CODE = 255

/** Undefined for formats of plain numbers. `code` is given where the workbook defines the format itself. */
export function isDateFormat(id: number, code: string | undefined): NumberFormat | undefined {
  if (code === undefined) return readBuiltIn(id)
  // Only the part for positive numbers; without texts, escapes and colours.
  const bare = (code.slice(0, MAX_CODE).split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*./g, '')
  if (/\[(h+|m+|s+)\]/i.test(bare)) return 'duration'
  const letters = bare.replace(/\[[^\]]*\]|General/gi, '').replace(/AM\/PM|A\/P|上午\/下午/gi, 'h')
  const hasTime = /[hs]/i.test(letters)
  const hasDate = /[yde]/i.test(letters) || (/m/i.test(letters) && !hasTime)
  // An e beside digits is an exponent.
  if (/[0#?]\.?[0#?]*e[+-]/i.test(letters)) return undefined
  if (hasDate) return hasTime ? 'datetime' : 'date'
  return hasTime ? 'time' : undefined
}

function readBuiltIn(id: number): NumberFormat | undefined {
  if (id === 22) return 'datetime'
  if (id === 46) return 'duration'
  if (TIME_IDS.has(id)) return 'time'
  return DATE_IDS.has(id) ? 'date' : undefined
}

const DAY_MS = 86_400_000
/** 9999-12-31 in the 1900 system. */
const MAX_SERIAL = 2_958_466

/**
 * A serial number as the text Excel stands for, without any time zone. null when it is no date.
 * Fractions of a day are rounded to the millisecond, because they are not exact.
 */
export function formatSerial(serial: number, format: NumberFormat, is1904: boolean): string | null {
  const ms = Math.round(serial * DAY_MS)
  if (serial < 0 || serial >= MAX_SERIAL || !Number.isFinite(serial)) return null
  const day = Math.floor(ms / DAY_MS)
  const restMs = ms % DAY_MS
  if (format === 'duration') return formatTime(ms)
  if (format === 'time' && day === 0) return formatTime(ms)
  const date = formatDay(day, is1904)
  if (date === null) return null
  // A date format may hide a time that is there.
  return format === 'date' && restMs === 0 ? date : `${date} ${formatTime(restMs)}`
}

function formatDay(day: number, is1904: boolean): string | null {
  if (is1904) return toIso(Date.UTC(1904, 0, 1) + day * DAY_MS)
  // Excel believes that 1900 was a leap year. The text is what it shows; a cast to a date will refuse it.
  if (day === 60) return '1900-02-29'
  if (day === 0) return null
  return toIso(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * DAY_MS)
}

/** null beyond 9999-12-31, which rounding and the 1904 system can reach. */
const toIso = (ms: number): string | null => (ms < AFTER_LAST_DAY ? new Date(ms).toISOString().slice(0, 10) : null)
const AFTER_LAST_DAY = Date.UTC(10_000, 0, 1)

function formatTime(ms: number): string {
  const pad = (number: number, length = 2) => String(number).padStart(length, '0')
  const seconds = Math.floor(ms / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(part => pad(part))
    .join(':')
  return ms % 1000 === 0 ? clock : `${clock}.${pad(ms % 1000, 3)}`
}
