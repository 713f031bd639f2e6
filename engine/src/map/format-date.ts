import { type DateParts, parseDate, partsAt, resolveOffset, wallSeconds } from './parse-date.ts'
import { isKnownZone, offsetOf } from './time-zone.ts'

const TOKEN = /\[([^[\]]*)\]|YYYY|YY|MM|M|DD|D|HH|H|hh|mm|m|ss|s|SSS|A|ZZ|Z|X|x/g

/**
 * Writes the parts in a pattern of YYYY YY MM M DD D HH H hh mm m ss s SSS A Z (+08:00) ZZ (+0800); `[text]` as it
 * stands. Hour and minute of a date without a time are zero. Milliseconds beyond three digits are cut.
 */
export function formatDate(parts: DateParts, pattern: string): string {
  return pattern.replace(TOKEN, (token, literal: string | undefined) => literal ?? writeDatePart(parts, token))
}

export const pad = (value: number, length: number): string => String(value).padStart(length, '0')

/** One token of a pattern; one that is none of a date stays as it is, and a zone that is not named is left out. */
export function writeDatePart(parts: DateParts, token: string): string {
  switch (token) {
    case 'YYYY':
      return pad(parts.year, 4)
    case 'YY':
      return pad(parts.year % 100, 2)
    case 'MM':
    case 'M':
      return pad(parts.month, token.length)
    case 'DD':
    case 'D':
      return pad(parts.day, token.length)
    case 'HH':
    case 'H':
      return pad(parts.hour, token.length)
    case 'hh':
    case 'h':
      return pad(parts.hour % 12 || 12, token.length)
    case 'mm':
    case 'm':
      return pad(parts.minute, token.length)
    case 'ss':
    case 's':
      return pad(parts.second, token.length)
    case 'SSS':
      return parts.fraction.slice(0, 3).padEnd(3, '0')
    case 'A':
      return parts.hour < 12 ? 'AM' : 'PM'
    case 'Z':
    case 'ZZ':
      return parts.offsetSeconds === undefined ? '' : formatOffset(parts.offsetSeconds, token === 'Z' ? ':' : '')
    default:
      return token
  }
}

/** `+08:00`. Offsets with seconds (before 1901) have no ISO form and are rounded down to the minute by callers' refusal. */
function formatOffset(offsetSeconds: number, separator: string): string {
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60)
  return `${offsetSeconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${separator}${pad(minutes % 60, 2)}`
}

/** `2024-01-05T10:00:00.25+08:00`, with as much of it as the parts have. */
export function formatIso(parts: DateParts): string {
  const date = `${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)}`
  const time = `${pad(parts.hour, 2)}:${pad(parts.minute, 2)}:${pad(parts.second, 2)}`
  const offset = parts.offsetSeconds === undefined ? '' : formatOffset(parts.offsetSeconds, ':')
  return `${date}T${time}${parts.fraction === '' ? '' : `.${parts.fraction}`}${offset}`
}

/**
 * Parts of a text as the clocks of `timeZone` show them. An instant is moved into the zone; a local time is taken to be
 * the zone's already. Without a zone the text's own clock stays.
 */
export function partsInZone(text: string, timeZone: string | undefined): DateParts | string {
  const parts = parseDate(text)
  if (typeof parts === 'string' || timeZone === undefined) return parts
  if (!isKnownZone(timeZone)) return `cannot be read in "${timeZone}", which is no known time zone`
  const offset = resolveOffset(parts, timeZone)
  if (typeof offset === 'string') return offset
  if (parts.offsetSeconds === undefined) return { ...parts, offsetSeconds: offset }
  const epoch = wallSeconds(parts) - offset
  return partsAt(epoch, parts.fraction, offsetOf(epoch, timeZone))
}

/** Whole seconds since 1970 and the digits after them; the broken rule when a local time names no zone. */
export function instantOf(
  text: string,
  timeZone: string | undefined,
): { readonly seconds: number; readonly fraction: string } | string {
  const parts = parseDate(text)
  if (typeof parts === 'string') return parts
  if (parts.offsetSeconds === undefined && timeZone === undefined)
    return 'names no time zone, so it is no instant; name one in the filter or in the field'
  const offset = parts.offsetSeconds ?? resolveOffset(parts, timeZone ?? 'UTC')
  if (typeof offset === 'string') return offset
  return { seconds: wallSeconds(parts) - offset, fraction: parts.fraction }
}
