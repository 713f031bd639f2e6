/** A point of time as a bill states it. */
export interface Moment {
  /** `2024-03-01 10:00:00`, on the clock of the bill. */
  readonly local: string
  /** `+08:00`; null where the bill's own zone is meant. */
  readonly offset: string | null
}

/** How `01/02/2024` is meant. A bill that writes so says it in its format; nothing is guessed. */
export type DayOrder = 'ymd' | 'dmy' | 'mdy'

const YEAR_FIRST =
  /^(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/
const DAY_OR_MONTH_FIRST =
  /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?:\s*(\d{2}):?(\d{2})(?::?(\d{2}))?)?$/

/** Undefined where the text is no day of the calendar. */
export function readMoment(written: string, order: DayOrder = 'ymd'): Moment | undefined {
  const text = written.replaceAll('：', ':')
  const found = (order === 'ymd' ? (YEAR_FIRST.exec(text) ?? DIGITS.exec(text)) : DAY_OR_MONTH_FIRST.exec(text)) ?? []
  const [, first = '', second = '', third = '', hour = '0', minute = '0', second60 = '0', zone] = found
  const [year, month, day] =
    order === 'ymd' ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second]
  if (year === '' || !isDay(Number(year), Number(month), Number(day))) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second60) > 59) return undefined
  const date = `${year}-${two(month)}-${two(day)}`
  return { local: `${date} ${two(hour)}:${two(minute)}:${two(second60)}`, offset: readOffset(zone) }
}

const two = (digits: string): string => digits.padStart(2, '0')

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1990 && year <= 2199 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function readOffset(zone: string | undefined): string | null {
  if (zone === undefined) return null
  return /^(Z|UTC)$/.test(zone) ? '+00:00' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
}
