import type { Value } from '@sluice/contract'
import { formatIso } from './format-date.ts'
import { parseDate, parseTime, resolveOffset } from './parse-date.ts'
import { Refusal } from './refusal.ts'

const refuse = (value: Value, rule: string): Refusal => new Refusal('mapping.type', rule, value)

/**
 * ISO text stays as it is; other forms are rewritten as ISO. With `timeZone`, a local time gets that zone's offset:
 * a time the zone skipped is refused, a time that happened twice is its first occurrence.
 */
export function castDateTime(value: Value, timeZone: string | undefined): Value | Refusal {
  if (typeof value !== 'string') return refuse(value, NOT_TEXT)
  const parts = parseDate(value)
  if (typeof parts === 'string') return refuse(value, parts)
  if (timeZone === undefined || parts.offsetSeconds !== undefined)
    return parts.isIso && parts.hasTime ? value : formatIso(parts)
  const offset = resolveOffset(parts, timeZone)
  if (typeof offset === 'string') return refuse(value, offset)
  if (offset % 60 !== 0) return refuse(value, `has an offset with seconds in ${timeZone}, which ISO 8601 cannot write`)
  return formatIso({ ...parts, offsetSeconds: offset })
}

/** `2024-01-05`; a date-time only when its time is midnight and names no zone, else something would be lost. */
export function castDate(value: Value): Value | Refusal {
  if (typeof value !== 'string') return refuse(value, NOT_TEXT)
  const parts = parseDate(value)
  if (typeof parts === 'string') return refuse(value, parts)
  if (parts.offsetSeconds !== undefined)
    return refuse(value, "is an instant, whose day depends on the zone; use the filter date:'YYYY-MM-DD'")
  if (parts.hour + parts.minute + parts.second > 0 || /[1-9]/.test(parts.fraction))
    return refuse(value, "has a time that a date would lose; use the filter date:'YYYY-MM-DD'")
  return formatIso(parts).slice(0, 10)
}

export function castTime(value: Value): Value | Refusal {
  if (typeof value !== 'string') return refuse(value, NOT_TEXT)
  const time = parseTime(value)
  return typeof time === 'string' ? refuse(value, time) : time.text
}

const NOT_TEXT =
  'is not a text with a date or time; for counts since 1970 use the filters from_timestamp and from_timestamp_ms'
