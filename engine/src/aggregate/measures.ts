import { createHash } from 'node:crypto'
import { Bytes, ExactNumber, isData, toText, type Value } from '@sluice/contract'
import { Decimal, numeralText, QuotientDecimal, toDecimal } from '../map/decimal.ts'
import { joinKeys } from '../map/value-key.ts'
import { keyOf } from './key-value.ts'
import type { MetricOp, MetricValue } from './report.ts'

/** Where a value stands among all: by the number of its record, then by its line. */
export interface Place {
  readonly id: string
  readonly line: number
}

/** One measure of one group. null and missing are no values; what a measure cannot take is counted as skipped. */
export interface Measure {
  add(value: Value | undefined, place: Place): void
  finish(): MetricValue
}

/** How many different values a report may hold in all. */
export interface DistinctBudget {
  left: number
}

export class TooManyDistinct extends Error {}

export function createMeasure(op: MetricOp, hasField: boolean, budget: DistinctBudget): Measure {
  switch (op) {
    case 'count':
      return new Count(hasField)
    case 'count_distinct':
      return new CountDistinct(budget)
    case 'sum':
    case 'avg':
      return new Sum(op === 'avg')
    case 'min':
    case 'max':
      return new Extreme(op === 'max' ? 1 : -1)
    case 'first':
    case 'last':
      return new Outermost(op === 'last' ? 1 : -1)
  }
}

const isNothing = (value: Value | undefined): value is null | undefined => value === undefined || value === null
const isList = (value: Value): boolean => Array.isArray(value) || isData(value) || value instanceof Bytes
const whole = (count: number): MetricValue => ({ value: String(count), is_number: true, skipped: 0 })

class Count implements Measure {
  #count = 0
  readonly #hasField: boolean
  constructor(hasField: boolean) {
    this.#hasField = hasField
  }
  add(value: Value | undefined): void {
    if (!this.#hasField || !isNothing(value)) this.#count++
  }
  finish(): MetricValue {
    return whole(this.#count)
  }
}

/** Longer values are remembered by their digest: half a million of them must fit into memory. */
const MAX_SEEN = 48

class CountDistinct implements Measure {
  readonly #seen = new Set<string>()
  readonly #budget: DistinctBudget
  constructor(budget: DistinctBudget) {
    this.#budget = budget
  }
  add(value: Value | undefined): void {
    if (isNothing(value)) return
    const own = joinKeys([keyOf(value)])
    const key = own.length > MAX_SEEN ? createHash('sha256').update(own).digest('base64') : own
    if (this.#seen.has(key)) return
    if (this.#budget.left-- <= 0) throw new TooManyDistinct()
    this.#seen.add(key)
  }
  finish(): MetricValue {
    return whole(this.#seen.size)
  }
}

/** Numbers with more digits than these, or beyond 10^±300, are skipped: then every sum has less than 1,000 digits and is exact. */
const MAX_DIGITS = 300

function addable(value: Value): Decimal | undefined {
  const decimal = toDecimal(value)
  return decimal && Math.abs(decimal.e) <= MAX_DIGITS && decimal.precision() <= MAX_DIGITS ? decimal : undefined
}

/** Places after the point as they are written: 6727.00 has two, though its amount needs none. */
function countPlaces(value: Value, decimal: Decimal): number {
  const written = /^[^eE.]*\.(\d+)$/.exec(numeralText(value) ?? '')?.[1]?.length ?? 0
  return Math.max(written, decimal.decimalPlaces())
}

class Sum implements Measure {
  #sum = new Decimal(0)
  /** As many as the value with the most, as adding on paper has. */
  #places = 0
  #count = 0
  #skipped = 0
  readonly #isAverage: boolean
  constructor(isAverage: boolean) {
    this.#isAverage = isAverage
  }
  add(value: Value | undefined): void {
    if (isNothing(value)) return
    const decimal = addable(value)
    if (!decimal) {
      this.#skipped++
      return
    }
    this.#sum = this.#sum.plus(decimal)
    this.#places = Math.max(this.#places, countPlaces(value, decimal))
    this.#count++
  }
  finish(): MetricValue {
    const skipped = this.#skipped
    if (this.#count === 0) return { value: null, is_number: true, skipped }
    const result = this.#isAverage ? new QuotientDecimal(this.#sum).div(this.#count) : this.#sum
    const places = Math.max(this.#places, result.decimalPlaces())
    return { value: result.toFixed(places), is_number: true, skipped }
  }
}

/** Numbers, and texts that are numerals, by amount and before all other texts; those by their characters. */
class Extreme implements Measure {
  #best: { readonly decimal: Decimal | undefined; readonly text: string } | null = null
  #skipped = 0
  readonly #sign: 1 | -1
  constructor(sign: 1 | -1) {
    this.#sign = sign
  }
  add(value: Value | undefined): void {
    if (isNothing(value)) return
    if (isList(value)) {
      this.#skipped++
      return
    }
    const decimal = addable(value)
    const next = { decimal, text: decimal ? decimal.toFixed(countPlaces(value, decimal)) : shorten(toText(value)) }
    const order = this.#best === null ? 1 : compareValues(next, this.#best) * this.#sign
    // Of 1.5 and 1.50 the one with more places, whichever comes first.
    if (order > 0 || (order === 0 && next.text.length > (this.#best?.text.length ?? 0))) this.#best = next
  }
  finish(): MetricValue {
    const best = this.#best
    return { value: best?.text ?? null, is_number: best?.decimal !== undefined, skipped: this.#skipped }
  }
}

interface Compared {
  readonly decimal: Decimal | undefined
  readonly text: string
}

function compareValues(left: Compared, right: Compared): number {
  if (left.decimal && right.decimal) return left.decimal.cmp(right.decimal)
  if (left.decimal || right.decimal) return left.decimal ? -1 : 1
  return left.text === right.text ? 0 : left.text < right.text ? -1 : 1
}

/** The value of the oldest or newest record that has one. */
class Outermost implements Measure {
  #value: Value | undefined
  #place: Place | null = null
  readonly #sign: 1 | -1
  constructor(sign: 1 | -1) {
    this.#sign = sign
  }
  add(value: Value | undefined, place: Place): void {
    if (isNothing(value)) return
    if (this.#place !== null && comparePlaces(place, this.#place) * this.#sign <= 0) return
    this.#place = place
    this.#value = value
  }
  finish(): MetricValue {
    const value = this.#value
    if (value === undefined) return { value: null, is_number: false, skipped: 0 }
    const isNumber = typeof value === 'number' || value instanceof ExactNumber
    return { value: shorten(toText(value)), is_number: isNumber, skipped: 0 }
  }
}

const comparePlaces = (left: Place, right: Place): number =>
  left.id.length - right.id.length || (left.id === right.id ? left.line - right.line : left.id < right.id ? -1 : 1)

const MAX_TEXT = 500
const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
