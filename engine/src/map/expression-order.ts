import { type Edition, isData, type Value } from '@sluice/contract'
import { ordersOf } from './compare-values.ts'
import { ownField } from './expression-list.ts'
import type { ExpressionFunction } from './expression-money.ts'
import { fromExpression, MAX_TEXT, memberOf } from './expression-value.ts'
import { hasNumbers, joinKeys, valueKey } from './value-key.ts'

/** Which of a list's elements come first, and which are told apart. */
export const orderFunctions: readonly ExpressionFunction[] = [
  ['distinct(list): list', (list: readonly unknown[]) => distinct(list, contentOf)],
  ...ordering(memberOf, 4),
  ['first(list): dyn', (list: readonly unknown[]) => list[0] ?? null],
  ['last(list): dyn', (list: readonly unknown[]) => list.at(-1) ?? null],
]

/** The third edition's: dates that the calendar does not have went by their characters. */
export const thirdOrderFunctions: readonly ExpressionFunction[] = ordering(memberOf, 3)

/** The second edition's: they knew objects by their writing, and had no fields for those that the expression made itself. */
export const secondOrderFunctions: readonly ExpressionFunction[] = [
  ['distinct(list): list', (list: readonly unknown[]) => distinct(list, value => value)],
  ...ordering(ownField, 2),
]

type FieldOf = (element: unknown, field: string) => unknown

function ordering(fieldOf: FieldOf, edition: Edition): readonly ExpressionFunction[] {
  const { orderWithin } = ordersOf(edition)
  const column = (values: readonly unknown[], isDescending: boolean): Column => ({
    ...{ values, isDescending },
    order: orderWithin(values.filter(isThere)),
  })
  /** Each key a field, or a field under `desc`. @throws RangeError for what is none */
  const sortBy = (list: readonly unknown[], keys: readonly unknown[]): unknown[] => {
    const columns = keys.map(key => {
      const isDescending = typeof key !== 'string'
      const field = isDescending ? descendingField(key) : key
      const values = list.map(each => fieldOf(each, field))
      return column(values, isDescending)
    })
    return sort(list, columns)
  }
  return [
    ['sort(list): list', (list: readonly unknown[]) => sort(list, [column(list, false)])],
    ['sort_desc(list): list', (list: readonly unknown[]) => sort(list, [column(list, true)])],
    ['sort(list, string): list', (list: readonly unknown[], field: string) => sortBy(list, [field])],
    ['sort(list, list): list', (list: readonly unknown[], keys: readonly unknown[]) => sortBy(list, keys)],
    ['sort_desc(list, string): list', (list: readonly unknown[], field: string) => sortBy(list, [{ desc: field }])],
    ...extremes('greatest', 1, orderWithin),
    ...extremes('least', -1, orderWithin),
  ]
}

type Within = ReturnType<typeof ordersOf>['orderWithin']

/** CEL has no open-ended lists of arguments. */
function extremes(name: string, sign: -1 | 1, orderWithin: Within): ExpressionFunction[] {
  return Array.from({ length: 15 }, (_, index): ExpressionFunction => {
    const types = Array(index + 2).fill('dyn')
    return [`${name}(${types.join(', ')}): dyn`, (...values: unknown[]) => outermost(values, sign, orderWithin)]
  })
}

/** What an object or a list is told apart by: its fields in one order, its numbers by amount. */
function contentOf(value: Value): Value {
  if (Array.isArray(value)) return ['list', ...value.map(partOf)]
  if (!isData(value)) return value
  const names = Object.keys(value).sort()
  return ['object', ...names.map(name => [name, partOf(value[name] ?? null)])]
}

function partOf(value: Value): Value {
  if (Array.isArray(value) || isData(value)) return contentOf(value)
  const { kind, text } = valueKey(value)
  return [kind, text]
}

/** The first of equal ones. */
function distinct(list: readonly unknown[], tell: (value: Value) => Value): unknown[] {
  const values = list.map(each => fromExpression(each, { charsLeft: MAX_TEXT }) ?? null)
  const isAmounts = hasNumbers(values)
  const seen = new Set<string>()
  return list.filter((_, index) => {
    const value = values[index] ?? null
    const id = joinKeys([valueKey(tell(value), isAmounts)])
    return !seen.has(id) && seen.add(id)
  })
}

/** What a list is sorted by: one value of each element. */
interface Column {
  readonly values: readonly unknown[]
  readonly isDescending: boolean
  readonly order: (left: unknown, right: unknown) => number
}

const isThere = (value: unknown): boolean => value !== null && value !== undefined

function descendingField(key: unknown): string {
  const entries = key instanceof Map ? [...key] : Object.entries(key ?? {})
  const [name, field] = entries.length === 1 ? (entries[0] ?? []) : []
  if (name !== 'desc' || typeof field !== 'string')
    throw new RangeError('a key to sort by is a field in quotes, or {"desc": "field"}')
  return field
}

/** The first column decides, the next among equals; null and missing come last either way, and equals stay in their order. */
function sort(list: readonly unknown[], columns: readonly Column[]): unknown[] {
  const compare = (a: number, b: number): number => {
    for (const { values, isDescending, order } of columns) {
      const [left, right] = [values[a], values[b]]
      if (isThere(left) !== isThere(right)) return isThere(left) ? -1 : 1
      const by = isThere(left) ? order(left, right) : 0
      if (by !== 0) return isDescending ? -by : by
    }
    return a - b
  }
  return [...list.keys()].sort(compare).map(index => list[index])
}

/** Null is left out, as in lists. */
function outermost(values: readonly unknown[], sign: -1 | 1, orderWithin: Within): unknown {
  const there = values.filter(isThere)
  if (there.length === 0) return null
  const order = orderWithin(there)
  return there.reduce((best, value) => (order(value, best) * sign > 0 ? value : best))
}
