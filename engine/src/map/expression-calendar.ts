import { readByPattern } from './date-pattern.ts'
import { fromMysqlPattern } from './expression-date.ts'
import type { ExpressionFunction } from './expression-money.ts'
import { textOf } from './expression-value.ts'
import { formatIso } from './format-date.ts'
import { type DateParts, daysInMonth, parseDate, partsAt, wallSeconds } from './parse-date.ts'

/** Reckoning with days, months and times. A day stays a day, and a time keeps the offset that it came with. */
export const calendarFunctions: readonly ExpressionFunction[] = [
  [
    'date_add(dyn, int, string): string',
    (date: unknown, count: bigint, unit: string) => shift(date, Number(count), unit),
  ],
  ['date_diff(dyn, dyn): int', (left: unknown, right: unknown) => countDays(partsOf(left), partsOf(right))],
  ['date_diff(dyn, dyn, string): int', countUnits],
  ['add_months(dyn, int): string', addMonths],
  ['edate(dyn, int): string', (date: unknown, count: bigint) => shift(date, Number(count), 'month')],
  [
    'eomonth(dyn, int): string',
    (date: unknown, count: bigint) => lastDay(shift(date, Number(count), 'month'), 'month'),
  ],
  ['last_day(dyn): string', (date: unknown) => lastDay(date, 'month')],
  ['last_day(dyn, string): string', lastDay],
  ['first_day(dyn): string', (date: unknown) => firstDay(date, 'month')],
  ['first_day(dyn, string): string', firstDay],
  ...(['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (part): ExpressionFunction => [`${part}(dyn): int`, (date: unknown) => BigInt(partsOf(date)[part])],
  ),
  ['quarter(dyn): int', (date: unknown) => BigInt(Math.ceil(partsOf(date).month / 3))],
  ['iso_week(dyn): int', (date: unknown) => BigInt(isoWeek(partsOf(date)).week)],
  ['iso_year(dyn): int', (date: unknown) => BigInt(isoWeek(partsOf(date)).year)],
  ['iso_weekday(dyn): int', (date: unknown) => BigInt(weekdayOf(dayNumber(partsOf(date))))],
  ['day_of_year(dyn): int', (date: unknown) => BigInt(dayNumber(partsOf(date)) - dayAt(partsOf(date).year, 1, 1) + 1)],
  ['work_days(dyn, dyn): int', (from: unknown, to: unknown) => countWorkDays(from, to, [])],
  ['work_days(dyn, dyn, list): int', countWorkDays],
  ['add_work_days(dyn, int): string', (date: unknown, count: bigint) => addWorkDays(date, count, [])],
  ['add_work_days(dyn, int, list): string', addWorkDays],
  ['parse_date(dyn, string): string', parseByPattern],
]

function partsOf(date: unknown): DateParts {
  const text = date instanceof Date ? date.toISOString() : textOf(date)
  const parts = parseDate(text)
  if (typeof parts === 'string') throw new RangeError(`"${text.slice(0, 80)}" ${parts}`)
  return parts
}

/** As it came: a day stays a day, a time keeps its offset. */
const writeParts = (parts: DateParts): string => (parts.hasTime ? formatIso(parts) : formatIso(parts).slice(0, 10))
const writeDay = (parts: DateParts): string => formatIso(requireYear(parts)).slice(0, 10)

const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
const MAX_COUNT = 100_000_000

interface Unit {
  readonly seconds?: number | undefined
  readonly months?: number | undefined
}

/** @throws RangeError naming the units that there are */
function readUnit(unit: string): Unit {
  const name = unit.toLowerCase().replace(/s$/, '')
  if (Object.hasOwn(SECONDS, name)) return { seconds: SECONDS[name] }
  if (Object.hasOwn(MONTHS, name)) return { months: MONTHS[name] }
  throw new RangeError(
    `"${unit.slice(0, 40)}" is no unit of time; units are ${[...Object.keys(SECONDS), ...Object.keys(MONTHS)].join(', ')}`,
  )
}

function shift(date: unknown, count: number, unit: string): string {
  const parts = partsOf(date)
  if (Math.abs(count) > MAX_COUNT) throw new RangeError('date_add moves by at most 100000000 units')
  const { seconds, months } = readUnit(unit)
  if (seconds === undefined) return writeParts(moveMonths(parts, count * (months ?? 0)))
  const moved = partsAt(wallSeconds(parts) + count * seconds, parts.fraction, 0)
  const hasTime = parts.hasTime || seconds < 86_400
  return writeParts(requireYear({ ...moved, hasTime, offsetSeconds: parts.offsetSeconds }))
}

/** The 31st becomes the last day of a month that has none. */
function moveMonths(parts: DateParts, count: number): DateParts {
  const at = parts.year * 12 + parts.month - 1 + count
  const [year, month] = [Math.floor(at / 12), (((at % 12) + 12) % 12) + 1]
  return requireYear({ ...parts, year, month, day: Math.min(parts.day, daysInMonth(year, month)) })
}

/** As Oracle has it: the last day of a month becomes the last day of the other. */
function addMonths(date: unknown, count: bigint): string {
  const parts = partsOf(date)
  if (Math.abs(Number(count)) > MAX_COUNT) throw new RangeError('date_add moves by at most 100000000 units')
  const moved = moveMonths(parts, Number(count))
  const isLast = parts.day === daysInMonth(parts.year, parts.month)
  return writeParts(isLast ? { ...moved, day: daysInMonth(moved.year, moved.month) } : moved)
}

function requireYear(parts: DateParts): DateParts {
  if (!(parts.year >= 1 && parts.year <= 9999)) throw new RangeError('the result is a time outside the years 1 to 9999')
  return parts
}

/** Days since 1970 as the calendar counts them. */
const dayNumber = (parts: DateParts): number =>
  Math.round(wallSeconds({ ...parts, hour: 0, minute: 0, second: 0 }) / 86_400)

const dayAt = (year: number, month: number, day: number): number =>
  dayNumber({ ...partsAt(0, '', 0), year, month, day })

const partsOfDay = (number: number): DateParts => partsAt(number * 86_400, '', 0)

/** Days from the second to the first, as the calendar counts them. */
const countDays = (left: DateParts, right: DateParts): bigint => BigInt(dayNumber(left) - dayNumber(right))

/** Whole units from the second to the first: a month is over on the same day of the next. */
function countUnits(left: unknown, right: unknown, name: string): bigint {
  const { seconds, months } = readUnit(name)
  const [a, b] = [partsOf(left), partsOf(right)]
  if ((a.offsetSeconds === undefined) !== (b.offsetSeconds === undefined) && a.hasTime && b.hasTime)
    throw new RangeError(
      'one of the two times names a zone and the other does not; give both one with unix_timestamp(time, zone), or compare days with date_format',
    )
  if (seconds !== undefined) {
    if (seconds === 86_400 && (!a.hasTime || !b.hasTime)) return countDays(a, b)
    return BigInt(Math.trunc((instantSeconds(a, b) - instantSeconds(b, a)) / seconds) + 0)
  }
  const count = (a.year - b.year) * 12 + a.month - b.month
  // What is left of the month, as each clock shows it.
  const rest = restOfMonth(a) - restOfMonth(b)
  const isShort = count > 0 ? rest < 0 : count < 0 && rest > 0
  const whole = isShort ? count - Math.sign(count) : count
  return BigInt(Math.trunc(whole / (months ?? 1)) + 0)
}

const instantSeconds = (parts: DateParts, other: DateParts): number =>
  wallSeconds(parts) - (other.offsetSeconds === undefined ? 0 : (parts.offsetSeconds ?? 0))

const restOfMonth = ({ day, hour, minute, second }: DateParts): number =>
  day * 86_400 + hour * 3600 + minute * 60 + second

const PERIODS = 'week, month, quarter, year'

function firstDay(date: unknown, unit: string): string {
  const parts = partsOf(date)
  switch (unit.toLowerCase()) {
    case 'week': {
      const number = dayNumber(parts)
      return writeDay(partsOfDay(number - weekdayOf(number) + 1))
    }
    case 'month':
      return writeDay({ ...parts, day: 1 })
    case 'quarter':
      return writeDay({ ...parts, month: Math.floor((parts.month - 1) / 3) * 3 + 1, day: 1 })
    case 'year':
      return writeDay({ ...parts, month: 1, day: 1 })
    default:
      throw new RangeError(`"${unit.slice(0, 40)}" is no period; periods are ${PERIODS}`)
  }
}

const LENGTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

function lastDay(date: unknown, unit: string): string {
  const first = partsOf(firstDay(date, unit))
  const months = LENGTHS[unit.toLowerCase()]
  if (months === undefined) return writeDay(partsOfDay(dayNumber(first) + 6))
  const month = first.month + months - 1
  return writeDay({ ...first, month, day: daysInMonth(first.year, month) })
}

/** 1 is Monday, 7 Sunday. The first day of 1970 was a Thursday. */
const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

/** By ISO 8601: the week that has the year's first Thursday is its first. */
function isoWeek(parts: DateParts): { readonly week: number; readonly year: number } {
  const number = dayNumber(parts)
  const thursday = number - weekdayOf(number) + 4
  const { year } = partsOfDay(thursday)
  return { year, week: Math.floor((thursday - dayAt(year, 1, 1)) / 7) + 1 }
}

/** Ten thousand years of days would be work that nobody meant. */
const MAX_DAYS = 40_000

const daysOf = (dates: readonly unknown[]): ReadonlySet<number> => new Set(dates.map(date => dayNumber(partsOf(date))))

/** Monday to Friday that are no holidays, with the first and the last day; below zero where the last comes first. */
function countWorkDays(from: unknown, to: unknown, holidays: readonly unknown[]): bigint {
  const [a, b] = [dayNumber(partsOf(from)), dayNumber(partsOf(to))]
  if (Math.abs(b - a) > MAX_DAYS) throw new RangeError(`work days are counted over at most ${MAX_DAYS} days`)
  const off = daysOf(holidays)
  let count = 0
  for (let day = Math.min(a, b); day <= Math.max(a, b); day++) if (weekdayOf(day) < 6 && !off.has(day)) count++
  return BigInt(b < a ? -count : count)
}

function addWorkDays(date: unknown, count: bigint, holidays: readonly unknown[]): string {
  let left = Math.abs(Number(count))
  if (left > MAX_DAYS) throw new RangeError(`work days are counted over at most ${MAX_DAYS} days`)
  const off = daysOf(holidays)
  const step = count < 0n ? -1 : 1
  let day = dayNumber(partsOf(date))
  while (left > 0) {
    day += step
    if (weekdayOf(day) < 6 && !off.has(day)) left--
  }
  return writeDay(partsOfDay(day))
}

function parseByPattern(text: unknown, pattern: string): string {
  const given = textOf(text)
  const read = readByPattern(given, fromMysqlPattern(pattern))
  if (typeof read === 'string') throw new RangeError(`"${given.slice(0, 80)}" ${read}`)
  return read.iso
}
