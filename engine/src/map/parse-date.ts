import { isKnownZone, offsetOf } from './time-zone.ts'

/** A date, a time of day or both, as written; nothing is shifted. */
export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hasTime: boolean
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Digits after the second as written, any number of them. */
  readonly fraction: string
  /** Offset from UTC as written or found by a zone; undefined for a local time that names none. */
  readonly offsetSeconds: number | undefined
  /** True when the text is ISO 8601 already (`T` or one blank between date and time). */
  readonly isIso: boolean
}

const TIME = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,12}))?)?'
const ZONE = '\\s?(Z|z|UTC|[+-]\\d{2}(?::?\\d{2})?)'
const DATE = '(\\d{4})(?:-(\\d{1,2})-(\\d{1,2})|/(\\d{1,2})/(\\d{1,2})|年(\\d{1,2})月(\\d{1,2})日)'
const DATE_TIME = new RegExp(`^${DATE}(?:(?:[Tt]|\\s{0,3})${TIME}(?:${ZONE})?)?$`)
const TIME_ONLY = new RegExp(`^${TIME}$`)
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

/** As .NET and OData write an instant: milliseconds since 1970, and the offset of the clock that it was read from. */
const COUNTED = /^\/Date\((-?\d{1,15})([+-]\d{4})?\)\/$/

/** Longer texts cannot be a date; keeps the pattern away from large texts. */
const MAX_LENGTH = 60

/**
 * Reads ISO 8601, `2024/1/5` and `2024年1月5日`, each with or without a time, and `/Date(1704450600000)/`. Returns the
 * broken rule for anything else: day-first forms are ambiguous, `0000-00-00`, month 0, 24:00, second 60 and days that do
 * not exist are no dates, and counts of seconds are read by the filters from_timestamp and from_timestamp_ms only.
 */
export function parseDate(text: string): DateParts | string {
  const counted = text.startsWith('/') ? COUNTED.exec(text) : null
  if (counted) return readCounted(Number(counted[1]), counted[2] ?? 'Z')
  const found = text.length <= MAX_LENGTH ? DATE_TIME.exec(text) : null
  if (!found)
    return 'is not a date of the form 2024-01-05, 2024/1/5 or 2024年1月5日, with or without a time; another form is read by parse_date(text, "dd.MM.yyyy")'
  const [, year, m1, d1, m2, d2, m3, d3, hour, minute, second, fraction, zone] = found
  const parts: DateParts = {
    year: Number(year),
    month: Number(m1 ?? m2 ?? m3),
    day: Number(d1 ?? d2 ?? d3),
    hasTime: hour !== undefined,
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    fraction: fraction ?? '',
    offsetSeconds: zone === undefined ? undefined : readOffset(zone),
    isIso: ISO.test(text),
  }
  return brokenDateRule(parts) ?? brokenTimeRule(parts) ?? parts
}

function readCounted(milliseconds: number, zone: string): DateParts | string {
  const offset = readOffset(zone)
  const seconds = Math.floor(milliseconds / 1000)
  const fraction = String(milliseconds - seconds * 1000).padStart(3, '0')
  const parts = { ...partsAt(seconds, fraction === '000' ? '' : fraction, offset), isIso: false }
  return parts.year > 9999 ? 'has a year above 9999' : (brokenDateRule(parts) ?? parts)
}

/** Hours, minutes and seconds of `08:30`, `8:30:15.25`; the broken rule otherwise. */
export function parseTime(text: string): string | { readonly text: string } {
  const found = text.length <= MAX_LENGTH ? TIME_ONLY.exec(text) : null
  if (!found) return 'is not a time of the form 08:30 or 08:30:15'
  const [, hour = '', minute = '', second, fraction] = found
  const broken = brokenTimeRule({ hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) })
  if (broken) return broken
  const seconds = second === undefined ? '' : `:${second}${fraction === undefined ? '' : `.${fraction}`}`
  return { text: `${hour.padStart(2, '0')}:${minute}${seconds}` }
}

function readOffset(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0
  const digits = zone.replace(':', '').slice(1)
  if (Number(digits.slice(2) || 0) > 59) return Number.NaN
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2) || 0) * 60
  return zone.startsWith('-') && seconds > 0 ? -seconds : seconds
}

function brokenDateRule(parts: DateParts): string | undefined {
  const { year, month, day, offsetSeconds } = parts
  if (year < 1 || month < 1 || day < 1) return 'has a year, month or day of 0, which is no date'
  if (month > 12) return 'has a month above 12'
  if (day > daysInMonth(year, month)) return 'names a day that its month does not have'
  if (offsetSeconds !== undefined && Number.isNaN(offsetSeconds)) return 'has an offset from UTC with minutes above 59'
  if (offsetSeconds !== undefined && Math.abs(offsetSeconds) > 18 * 3600) return 'has an offset from UTC above 18 hours'
  return undefined
}

function brokenTimeRule(parts: Pick<DateParts, 'hour' | 'minute' | 'second'>): string | undefined {
  if (parts.hour > 23) return 'has an hour above 23; write midnight as 00:00 of the next day'
  return parts.minute > 59 || parts.second > 59 ? 'has a minute or a second above 59' : undefined
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Seconds since 1970 of the parts read as if they were UTC. */
export function wallSeconds(parts: DateParts): number {
  const date = new Date(0)
  // Date.UTC would read the years 1 to 99 as 1901 to 1999.
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day)
  date.setUTCHours(parts.hour, parts.minute, parts.second)
  return date.getTime() / 1000
}

/**
 * A local time's offset in a zone. A time that the zone skips (clocks put forward) is refused; one that happens twice
 * (clocks put back) is its first occurrence.
 */
export function resolveOffset(parts: DateParts, timeZone: string): number | string {
  if (parts.offsetSeconds !== undefined) return parts.offsetSeconds
  if (!isKnownZone(timeZone)) return `names no instant: "${timeZone}" is no known time zone`
  const wall = wallSeconds(parts)
  // A zone changes its offset at most once within a day, so the offsets a day before and after are the candidates.
  const before = offsetOf(wall - 86_400, timeZone)
  const after = offsetOf(wall + 86_400, timeZone)
  const fits = [before, after].filter(offset => offsetOf(wall - offset, timeZone) === offset)
  if (fits.length === 0) return `does not exist in ${timeZone}: the clocks skipped that time`
  return Math.max(...fits)
}

/** The parts that a zone's clocks show at an instant. */
export function partsAt(epochSeconds: number, fraction: string, offsetSeconds: number): DateParts {
  const date = new Date((epochSeconds + offsetSeconds) * 1000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hasTime: true,
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    fraction,
    offsetSeconds,
    isIso: true,
  }
}
