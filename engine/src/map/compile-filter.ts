import {
  type Condition,
  type Data,
  type Edition,
  ExactNumber,
  Failure,
  isData,
  NEWEST_EDITION,
  parseJson,
  toText,
  type Value,
} from '@sluice/contract'
import { compilePath } from '../stage/read-path.ts'
import { isDateShaped, orderMoments, orderTimes, readTime } from './compare-dates.ts'
import { plainDecimal } from './compare-values.ts'
import { type Decimal, numeralText, toDecimal } from './decimal.ts'
import { instantOf } from './format-date.ts'

/** true: the row is kept. */
export type RowFilter = (row: Data) => boolean

/**
 * Compiles a row filter: the outer list is OR, the inner AND; an empty filter keeps everything.
 *
 * In the first edition:
 * - Two numerals are compared by amount, digit for digit; two dates by instant (a date-time without a zone is read in
 *   UTC on both sides); everything else as text.
 * - null and missing satisfy only isnull, neq, notlike and notin; "" is a text.
 * - A path through a list asks every element: the row is kept when any satisfies the condition; neq, notlike, notin and
 *   isnull are kept when none satisfies the opposite.
 * @throws Failure 'filter.invalid' naming the field
 */
export function compileFilter(
  conditions: readonly (readonly Condition[])[],
  edition: Edition = NEWEST_EDITION,
): RowFilter {
  const groups = conditions
    .filter(group => group.length > 0)
    .map(group => group.map(each => compileCondition(each, edition)))
  if (groups.length === 0) return () => true
  return row => groups.some(group => group.every(isMet => isMet(row)))
}

type Logic = Condition['logic']

/** They ask which of two is more. */
const ORDERS: ReadonlySet<Logic> = new Set(['gt', 'egt', 'lt', 'elt', 'between'])

const OPPOSITES: Partial<Record<Logic, Logic>> = { neq: 'eq', notlike: 'like', notin: 'in', isnull: 'notnull' }

function compileCondition(condition: Condition, edition: Edition): RowFilter {
  const { field, logic } = condition
  const opposite = OPPOSITES[logic]
  const test = compileTest({ ...condition, logic: opposite ?? logic }, edition)
  const read = compilePath(field)
  const inLists = splitForLists(field)
  const isAny: RowFilter = row => {
    const value = read(row)
    if (value !== undefined || inLists === undefined) return test(value)
    return readAll(row, inLists).some(test)
  }
  return opposite ? row => !isAny(row) : isAny
}

/** Names of a dotted path; undefined when it cannot lead through a list. */
function splitForLists(field: string): readonly string[] | undefined {
  return field.includes('.') && !field.includes('[') ? field.split('.') : undefined
}

/** Every value that a path reaches when each list on the way stands for all its elements. */
function readAll(row: Value, names: readonly string[]): readonly Value[] {
  let values: readonly Value[] = [row]
  for (const name of names) {
    const read = compilePath(`[${JSON.stringify(name)}]`)
    values = values.flatMap(value => {
      const next = read(value)
      return next === undefined ? [] : Array.isArray(next) ? next : [next]
    })
  }
  return values
}

type Test = (value: Value | undefined) => boolean

function compileTest(condition: Condition, edition: Edition): Test {
  const { logic } = condition
  if (logic === 'notnull') return value => value !== undefined && value !== null
  const text = condition.value
  if (text === undefined) throw invalidCondition(condition, `needs a value for "${logic}"`)
  const isStrict = edition > 3 && ORDERS.has(logic)
  const compile = (text: string) => (edition === 1 ? compileComparison(text) : compileTyped(text, condition, isStrict))
  const test = compileValueTest(condition, text, compile, edition)
  return value => value !== undefined && value !== null && test(value)
}

function compileValueTest(
  condition: Condition,
  text: string,
  compile: (text: string) => Comparison,
  edition: Edition,
): (value: Value) => boolean {
  switch (condition.logic) {
    case 'like': {
      const isLike = compileLike(text)
      return value => isLike(toText(value))
    }
    case 'in':
      return compileList(condition, listOf(text, edition > 3 ? condition : null), compile, edition)
    case 'between': {
      const bounds = listOf(text)
      const [low, high, ...more] = bounds.map(compile)
      if (!low || !high || more.length > 0) throw invalidCondition(condition, 'needs two values, written as "1,5"')
      if (edition > 3 && low(bounds[1] ?? '') < 0)
        throw invalidCondition(
          condition,
          `has the bounds "${bounds[0]}" and "${bounds[1]}", of which the first is more`,
        )
      return value => low(value) >= 0 && high(value) <= 0
    }
    default: {
      const compare = compile(text)
      const accepts = ACCEPTED[condition.logic]
      if (!accepts) throw invalidCondition(condition, `cannot use "${condition.logic}"`)
      return value => accepts(compare(value))
    }
  }
}

/** The values that a condition compares with, as they are written. */
export function valuesOf({ logic, value }: Condition): readonly string[] {
  if (value === undefined || logic === 'like' || logic === 'notlike') return []
  return ['in', 'notin', 'between'].includes(logic) ? listOf(value) : [value]
}

/** Values of one list; more belong into a value map. */
const MAX_LIST = 50_000

/**
 * Whether a value is one of a list. Amounts and texts are looked up, so that a long list costs a row no more than a short
 * one; times alone are gone through, for which of two is meant is said by both.
 */
function compileList(
  condition: Condition,
  list: readonly string[],
  compile: (text: string) => Comparison,
  edition: Edition,
): (value: Value) => boolean {
  if (list.length > MAX_LIST)
    throw invalidCondition(condition, `has a list of ${list.length} values; at most ${MAX_LIST} are taken`)
  const { type } = condition
  const isAnyNumeral = edition === 1 || type === 'number'
  const decimalOf = (text: string) => (isAnyNumeral ? toDecimal(text) : plainDecimal(text))
  const hasAmounts = edition === 1 || (type !== 'text' && type !== 'date')
  const texts = new Set(list)
  const amounts = new Set<string>()
  const others: Comparison[] = []
  for (const text of texts) {
    const decimal = hasAmounts ? decimalOf(text) : undefined
    if (decimal) amounts.add(nameAmount(decimal))
    else if (edition === 1 ? readInstant(text) : type === 'number' || type === 'date' || readTime(text))
      others.push(compile(text))
  }
  return value => {
    const amount = amounts.size === 0 ? undefined : typeof value === 'string' ? decimalOf(value) : amountOf(value)
    if (amount && amounts.has(nameAmount(amount))) return true
    return texts.has(toText(value)) || others.some(compare => compare(value) === 0)
  }
}

/** Equal for equal amounts. */
const nameAmount = (decimal: Decimal): string => (decimal.isZero() ? '0' : decimal.toFixed())

const amountOf = (value: Value): Decimal | undefined =>
  typeof value === 'number' || value instanceof ExactNumber ? toDecimal(value) : undefined

const ACCEPTED: Partial<Record<Logic, (order: number) => boolean>> = {
  eq: order => order === 0,
  gt: order => order > 0,
  egt: order => order >= 0,
  lt: order => order < 0,
  elt: order => order <= 0,
}

const invalidCondition = (condition: Condition, reason: string): Failure =>
  new Failure({
    code: 'filter.invalid',
    message: `The filter on "${condition.field}" ${reason}.`,
    field: condition.field,
  })

/** `a,b,c`, or a JSON list for values with commas. @throws Failure for an element that no row could equal, where asked */
function listOf(text: string, asked: Condition | null = null): readonly string[] {
  if (text.trimStart().startsWith('[')) {
    const list = readJson(text)
    if (Array.isArray(list)) {
      const at = asked ? list.findIndex(each => each === null || Array.isArray(each) || isData(each)) : -1
      if (asked && at >= 0)
        throw invalidCondition(
          asked,
          `has ${toText(list[at] ?? 'null')} at place ${at + 1} of its list; a list has texts, numbers, true and false`,
        )
      return list.map(toText)
    }
    if (asked && /^\s*\[\s*["\d-]/.test(text))
      throw invalidCondition(asked, 'has a list that begins with [ and is no JSON')
  }
  return text.split(',').map(piece => piece.trim())
}

function readJson(text: string): Value | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Order of a value against the condition's text: negative, zero, positive. */
type Comparison = (value: Value) => number

function compileComparison(text: string): Comparison {
  const decimal = toDecimal(text)
  const number = decimal && numeralText(Number(text)) === text ? Number(text) : undefined
  const instant = decimal ? undefined : readInstant(text)
  return value => {
    // A number of a record is its source's text, and doubles keep the order of their shortest texts.
    if (number !== undefined && typeof value === 'number') return value - number
    const own = decimal && orderOfNumbers(value, decimal)
    if (own !== undefined) return own
    const valueText = toText(value)
    if (instant && typeof value === 'string') {
      const other = readInstant(valueText)
      if (other) return compareInstants(other, instant)
    }
    return valueText === text ? 0 : valueText < text ? -1 : 1
  }
}

/**
 * The second edition: a condition that names no type takes plain digits for a number, a date for a date, the rest for text.
 * Since the fourth, what is none of the condition's type has no order beside it (`isStrict`): an empty text is neither more nor
 * less, anything else refuses its row.
 * @throws Failure 'filter.invalid' for a value that is not of the named type, and where only one of two times has a zone
 */
function compileTyped(text: string, condition: Condition, isStrict: boolean): Comparison {
  const { type, zone, field } = condition
  const byText = (value: Value): number => compareTexts(toText(value), text)
  if (type === 'text') return byText
  const no = (kind: 'number' | 'date'): Failure =>
    invalidCondition(condition, `has the value "${text}", which is no ${kind}`)
  const odd = isStrict ? refuseOdd(text, condition) : byText
  const decimal = type === 'date' ? undefined : type === 'number' ? toDecimal(text) : plainDecimal(text)
  if (type === 'number' && !decimal) throw no('number')
  if (decimal) return value => orderOfAmounts(value, decimal, type === 'number') ?? odd(value, 'number')
  const time = readZoned(text, zone)
  if (!time && (type === 'date' || (isStrict && isDateShaped(text)))) throw no('date')
  if (!time) return isStrict ? value => (isTextual(value) ? orderMoments(value, text) : odd(value, 'text')) : byText
  return value => {
    const other = typeof value === 'string' ? readZoned(value, zone) : undefined
    if (!other) return odd(value, 'date')
    if (other.hasZone !== time.hasZone)
      throw invalidCondition(
        condition,
        `compares "${toText(value)}" with "${text}", of which only one names a time zone; choose the zone of "${field}"`,
      )
    return orderTimes(other, time)
  }
}

/** A text that is no date: beside another one characters count. */
const isTextual = (value: Value): value is string => typeof value === 'string' && !isDateShaped(value)

/** NaN is neither more nor less. */
function refuseOdd(text: string, condition: Condition): (value: Value, kind: 'number' | 'date' | 'text') => number {
  return (value, kind) => {
    if (value === '') return Number.NaN
    throw invalidCondition(
      condition,
      `compares "${toText(value).slice(0, 80)}" with "${text}", which is a ${kind}; choose the type text where characters are meant`,
    )
  }
}

const compareTexts = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1)

function orderOfAmounts(value: Value, decimal: Decimal, isNamed: boolean): number | undefined {
  if (typeof value === 'string') return (isNamed ? toDecimal(value) : plainDecimal(value))?.cmp(decimal)
  return orderOfNumbers(value, decimal)
}

/** A time as its zone has it, where it names none itself. */
function readZoned(text: string, zone: string | undefined): ReturnType<typeof readTime> {
  const time = readTime(text)
  if (!time || time.hasZone || zone === undefined) return time
  const instant = instantOf(text, zone)
  return typeof instant === 'string' ? undefined : { ...instant, hasZone: true }
}

function orderOfNumbers(value: Value, decimal: Decimal): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof ExactNumber)) return undefined
  return toDecimal(value)?.cmp(decimal)
}

interface Instant {
  readonly seconds: number
  readonly fraction: string
}

function readInstant(text: string): Instant | undefined {
  const instant = instantOf(text, 'UTC')
  return typeof instant === 'string' ? undefined : instant
}

function compareInstants(left: Instant, right: Instant): number {
  if (left.seconds !== right.seconds) return left.seconds - right.seconds
  const a = left.fraction.padEnd(12, '0')
  const b = right.fraction.padEnd(12, '0')
  return a === b ? 0 : a < b ? -1 : 1
}

/** `%` stands for any text, as in SQL; letters count by case. Pieces are searched left to right: linear, no pattern engine. */
function compileLike(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('%')
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (pieces.length === 1) return text => text === pattern
  const middle = pieces.slice(1, -1)
  return text => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const piece of middle) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - last.length
  }
}
