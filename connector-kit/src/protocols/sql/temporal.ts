import { dropEndZeros } from './decimal.ts'

/** A point in time as text parts; never a JavaScript Date, which would drop microseconds and far years. */
export interface Moment {
  readonly date: string
  /** `10:00:00`, without fraction. */
  readonly time: string
  /** Digits after the second's point without trailing zeros, "" when none. */
  readonly fraction: string
  /** Minutes east of UTC, null when the text names no zone. */
  readonly offsetMinutes: number | null
}

const MOMENT =
  /^(\d{4,6}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))? ?(Z|z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/
const OFFSET = /^([+-])(\d{2}):?(\d{2})?$/

/** ISO 8601 and SQL forms, `T` or blank between, with or without offset. null for anything else and for days that do not exist. */
export function parseMoment(text: string): Moment | null {
  const match = MOMENT.exec(text)
  const date = match?.[1]
  if (!match || date === undefined || !isDay(date)) return null
  const time = match[2] ?? '00:00'
  // Two digits each, so they compare as text.
  if (time.slice(0, 2) > '23' || time.slice(3, 5) > '59' || time.slice(6, 8) > '59') return null
  return {
    date,
    time: time.length === 5 ? `${time}:00` : time,
    fraction: dropEndZeros(match[3] ?? ''),
    offsetMinutes: match[4] === undefined ? null : parseOffset(match[4]),
  }
}

/** Whether `YYYY-MM-DD` names a day of the calendar. */
export function isDay(text: string): boolean {
  const day = Number(text.slice(-2))
  const month = Number(text.slice(-5, -3))
  const year = Number(text.slice(0, -6))
  if (month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
}

/** `+08:00` → 480; `Z` and `UTC` → 0. */
export function parseOffset(text: string): number {
  const match = OFFSET.exec(text)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0))
}

/** The same instant on the clock of another offset; the fraction stays as it is. Years 1 to 9999. */
export function shiftMoment(moment: Moment, toOffsetMinutes: number): Moment {
  if (moment.offsetMinutes === null || moment.offsetMinutes === toOffsetMinutes)
    return { ...moment, offsetMinutes: toOffsetMinutes }
  const ms = Date.parse(`${moment.date}T${moment.time}Z`) + (toOffsetMinutes - moment.offsetMinutes) * 60_000
  const iso = new Date(ms).toISOString()
  return { ...moment, date: iso.slice(0, 10), time: iso.slice(11, 19), offsetMinutes: toOffsetMinutes }
}

export const formatMoment = ({ date, time, fraction }: Moment): string =>
  `${date} ${time}${fraction === '' ? '' : `.${fraction}`}`
