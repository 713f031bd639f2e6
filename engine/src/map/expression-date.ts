import type { ASTNode } from '@marcbachmann/cel-js'
import { functionAliases } from '@sluice/contract'
import { readPattern, writeDate } from './date-pattern.ts'
import { CallError, childrenOf } from './expression-calls.ts'
import type { ExpressionFunction } from './expression-money.ts'
import { numeralOf } from './expression-money.ts'
import { formatInstant, textOf } from './expression-value.ts'
import { formatDate, instantOf, partsInZone } from './format-date.ts'
import type { DateParts } from './parse-date.ts'
import { isKnownZone } from './time-zone.ts'

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

/** Which arguments of a function are a pattern and a zone. */
const PLACES: Readonly<Record<string, (count: number) => { readonly pattern?: number; readonly zone?: number }>> = {
  date_format: () => ({ pattern: 1, zone: 2 }),
  parse_date: () => ({ pattern: 1 }),
  from_unixtime: count => (count === 2 ? { zone: 1 } : { pattern: 1, zone: 2 }),
  unix_timestamp: () => ({ zone: 1 }),
}

/** Patterns and zones that are written out are read before any record comes. @throws CallError naming the place */
export function checkDates(node: ASTNode): void {
  if (node.op === 'call') checkCall(...node.args)
  for (const child of childrenOf(node.args)) checkDates(child)
}

function checkCall(called: string, args: readonly ASTNode[]): void {
  const name = (Object.hasOwn(functionAliases, called) ? functionAliases[called] : undefined) ?? called
  const places = Object.hasOwn(PLACES, name) ? PLACES[name]?.(args.length) : undefined
  const check = (at: number | undefined, read: (text: string) => unknown): void => {
    const argument = at === undefined ? undefined : args[at]
    if (argument?.op !== 'value' || typeof argument.args !== 'string') return
    try {
      read(argument.args)
    } catch (error) {
      throw error instanceof RangeError ? new CallError(error.message, argument) : error
    }
  }
  check(places?.pattern, text => readPattern(fromMysqlPattern(text)))
  check(places?.zone, requireZone)
}

function requireZone(zone: string): void {
  if (!isKnownZone(zone)) throw new RangeError(`"${zone}" is no known time zone; zones are written Asia/Shanghai.`)
}
