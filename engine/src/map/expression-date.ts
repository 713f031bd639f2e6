import { writeDate } from './date-pattern.ts'
import type { ExpressionFunction } from './expression-money.ts'
import { numeralOf } from './expression-money.ts'
import { formatInstant, textOf } from './expression-value.ts'
import { formatDate, instantOf, partsInZone } from './format-date.ts'
import type { DateParts } from './parse-date.ts'

/**
 * Dates. A local text is never given a zone by guess: unix_timestamp of one needs the zone named. Patterns are those of
 * the template filter `date`, or MySQL's with `%`.
 */
export const dateFunctions: readonly ExpressionFunction[] = [
  ...formatting(writeDate),
  ['unix_timestamp(dyn): int', (date: unknown) => toSeconds(date, undefined)],
  ['unix_timestamp(dyn, string): int', toSeconds],
]

/** The first edition's: letters that are no part of a date are copied. */
export const firstDateFunctions: readonly ExpressionFunction[] = formatting(formatDate)

type Write = (parts: DateParts, pattern: string) => string

function formatting(write: Write): readonly ExpressionFunction[] {
  const format = (date: unknown, pattern: string, zone?: string): string => formatBy(write, date, pattern, zone)
  const fromSeconds = (seconds: unknown, pattern: string, zone: string): string =>
    format(toInstant(seconds), pattern, zone)
  return [
    ['date_format(dyn, string): string', (date: unknown, pattern: string) => format(date, pattern)],
    ['date_format(dyn, string, string): string', format],
    ['from_unixtime(dyn, string): string', (seconds: unknown, zone: string) => fromSeconds(seconds, DATE_TIME, zone)],
    ['from_unixtime(dyn, string, string): string', fromSeconds],
  ]
}

const DATE_TIME = 'YYYY-MM-DD HH:mm:ss'

const dateText = (date: unknown): string => (date instanceof Date ? formatInstant(date) : textOf(date))

function formatBy(write: Write, date: unknown, pattern: string, zone: string | undefined): string {
  const text = dateText(date)
  const parts = partsInZone(text, zone)
  if (typeof parts === 'string') throw new RangeError(`"${text.slice(0, 80)}" ${parts}`)
  return write(parts, fromMysqlPattern(pattern))
}

function toInstant(seconds: unknown): Date {
  const date = new Date(Number(numeralOf(seconds).toString()) * 1000)
  if (!(Math.abs(date.getTime()) <= 253_402_300_799_999)) throw new RangeError('a count of seconds is out of range')
  return date
}

function toSeconds(date: unknown, zone: string | undefined): bigint {
  const text = dateText(date)
  const instant = instantOf(text, zone)
  if (typeof instant === 'string') throw new RangeError(`"${text.slice(0, 80)}" ${instant}`)
  return BigInt(instant.seconds)
}

const MYSQL: Readonly<Record<string, string>> = {
  '%Y': 'YYYY',
  '%y': 'YY',
  '%m': 'MM',
  '%c': 'M',
  '%d': 'DD',
  '%e': 'D',
  '%H': 'HH',
  '%k': 'H',
  '%h': 'hh',
  '%i': 'mm',
  '%s': 'ss',
  '%S': 'ss',
  '%f': 'SSS',
  '%p': 'A',
  '%T': 'HH:mm:ss',
  '%%': '%',
}

export function fromMysqlPattern(pattern: string): string {
  if (!pattern.includes('%')) return pattern
  return pattern.replace(/%.|[^%]+/gs, piece => {
    if (!piece.startsWith('%')) return /[A-Za-z]/.test(piece) ? `[${piece}]` : piece
    const own = MYSQL[piece]
    if (own === undefined) throw new RangeError(`date_format does not know ${piece}`)
    return own
  })
}
