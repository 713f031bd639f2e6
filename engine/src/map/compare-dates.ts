import { textOf } from './expression-value.ts'
import { parseDate, parseTime, wallSeconds } from './parse-date.ts'
import { showValue } from './refusal.ts'

/** Texts that count by what they name: instants and days, months, times of day (since the fourth edition of the language). */

interface Time {
  readonly seconds: number
  readonly fraction: string
  readonly hasZone: boolean
}

/** undefined: no date. What is no date by its fifth character is not looked at. */
export function readTime(text: string): Time | undefined {
  return /^\d{4}[-/年]/.test(text) ? readDate(text) : undefined
}

function readDate(text: string): Time | undefined {
  const parts = parseDate(text)
  if (typeof parts === 'string') return undefined
  const { offsetSeconds, fraction } = parts
  return { seconds: wallSeconds(parts) - (offsetSeconds ?? 0), fraction, hasZone: offsetSeconds !== undefined }
}

/** @throws RangeError when only one of them names its zone */
export function orderTimes(left: Time, right: Time): number {
  if (left.hasZone !== right.hasZone)
    throw new RangeError(
      'one of the two times names a zone and the other does not; give both one with unix_timestamp(time, zone), or compare days with date_format',
    )
  if (left.seconds !== right.seconds) return left.seconds < right.seconds ? -1 : 1
  const [a, b] = [left.fraction.padEnd(12, '0'), right.fraction.padEnd(12, '0')]
  return a === b ? 0 : a < b ? -1 : 1
}

interface Moment extends Time {
  readonly kind: 'date' | 'month' | 'clock'
}

/** A day, with its time or without, as people write one; a number that goes on behind it (2024-01-05-003) is none. */
const DATE_SHAPE =
  /^(?:\d{4}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日)|\d{1,2}([-/.])\d{1,2}\2\d{4})(?=$|[Tt\s]|\d{1,2}:)|^\/Date\(/
const MONTH = /^(\d{4})(?:[-/](\d{1,2})|年(\d{1,2})月)$/

/** Written as a date, whether the calendar has it or not: whoever orders it means the day, never its characters. */
export const isDateShaped = (text: string): boolean => DATE_SHAPE.test(text)

function readMoment(text: string): Moment | undefined {
  const isCounted = text.startsWith('/Date(')
  if (!isCounted && !/^\d{1,4}[-/年:]/.test(text)) return undefined
  const time = isCounted ? readDate(text) : readTime(text)
  if (time) return { ...time, kind: 'date' }
  const [, year, month = '', other = month] = MONTH.exec(text) ?? []
  if (year !== undefined && Number(other) >= 1 && Number(other) <= 12)
    return { kind: 'month', seconds: Number(year) * 12 + Number(other), fraction: '', hasZone: false }
  const clock = parseTime(text)
  if (typeof clock === 'string') return undefined
  const [hour, minute, second = '0'] = clock.text.split(':')
  const [whole, fraction = ''] = second.split('.')
  return {
    ...{ kind: 'clock', fraction, hasZone: false },
    seconds: Number(hour) * 3600 + Number(minute) * 60 + Number(whole),
  }
}

/**
 * Which of two texts that are no numbers is more: by what they name where both name the same kind of thing, else by characters.
 * @throws RangeError where one is a date and the other none, and for one that the calendar does not have
 */
export function orderMoments(left: string, right: string): number {
  if (left === right) return 0
  const [a, b] = [readMoment(left), readMoment(right)]
  if (a && a.kind === b?.kind) return orderTimes(a, b)
  const [isDate, isOther] = [isDateShaped(left), isDateShaped(right)]
  if (isDate || isOther) {
    const [odd, beside] = isDate && a?.kind === 'date' ? [right, left] : [left, right]
    throw new RangeError(
      `${showValue(odd)} is no date and cannot be ordered beside ${showValue(beside)}; read it with parse_date(value, "DD/MM/YYYY"), or say what counts then: iferror(comparison, false)`,
    )
  }
  return left < right ? -1 : 1
}

/**
 * Whether values that are no numbers are all of one kind of moment.
 * @throws RangeError where some are dates and some are not
 */
export function areMoments(values: readonly unknown[]): boolean {
  const kindOf = (value: unknown): Moment['kind'] | undefined =>
    value instanceof Date ? 'date' : typeof value === 'string' ? readMoment(value)?.kind : undefined
  const kind = kindOf(values[0])
  const isAll = kind !== undefined && values.every(value => kindOf(value) === kind)
  if (isAll || !values.some(value => value instanceof Date || (typeof value === 'string' && isDateShaped(value))))
    return isAll
  const odd = values.find(value => kindOf(value) !== 'date')
  throw new RangeError(
    `some of the values are dates and ${showValue(typeof odd === 'string' ? odd : textOf(odd))} is none; leave it out with filter(), or read it with parse_date(value, "DD/MM/YYYY")`,
  )
}
