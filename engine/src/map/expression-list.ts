import type { Edition } from '@sluice/contract'
import { ordersOf } from './compare-values.ts'
import { type ExpressionFunction, numeralOf } from './expression-money.ts'
import { calculate, compareOperands, Numeral } from './expression-numeral.ts'
import { memberOf } from './expression-value.ts'

/**
 * sum, avg, min, max and count over a list, or over one field of its elements: `sum(row.items, "amount")`. Null and
 * missing are left out, as in SQL; of nothing, sum is 0 and avg, min and max are null.
 */
export const listFunctions: readonly ExpressionFunction[] = overLists(memberOf, 4)

/** The third edition's: dates that the calendar does not have went by their characters. */
export const thirdListFunctions: readonly ExpressionFunction[] = overLists(memberOf, 3)

/** The second edition's: objects that the expression made itself had no fields for them. */
export const secondListFunctions: readonly ExpressionFunction[] = overLists(ownField, 2)

function overLists(fieldOf: FieldOf, edition: Edition): readonly ExpressionFunction[] {
  return [
    ...overList('sum', 'number', total, fieldOf),
    ...overList('avg', 'dyn', average, fieldOf),
    ...overList('min', 'dyn', values => pick(values, -1, edition), fieldOf),
    ...overList('max', 'dyn', values => pick(values, 1, edition), fieldOf),
    ...overList('count', 'int', values => BigInt(values.length), fieldOf),
  ]
}

/** The first edition's: texts in digits by their characters. */
export const firstListFunctions: readonly ExpressionFunction[] = [
  ...overList('min', 'dyn', values => pickByCharacters(values, -1), ownField),
  ...overList('max', 'dyn', values => pickByCharacters(values, 1), ownField),
]

type FieldOf = (element: unknown, field: string) => unknown

function overList(
  name: string,
  type: string,
  fold: (values: readonly unknown[]) => unknown,
  fieldOf: FieldOf,
): ExpressionFunction[] {
  return [
    [`${name}(list): ${type}`, (list: readonly unknown[]) => fold(list.filter(isPresent))],
    [
      `${name}(list, string): ${type}`,
      (list: readonly unknown[], field: string) => fold(list.map(element => fieldOf(element, field)).filter(isPresent)),
    ],
  ]
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

/** Of an object of the record alone. */
export function ownField(element: unknown, field: string): unknown {
  return element instanceof Map ? element.get(field) : undefined
}

const add = (sum: Numeral, value: Numeral): Numeral => calculate(sum, '+', value)

/** @throws RangeError naming what is no number */
export function total(values: readonly unknown[]): Numeral {
  return values.map(numeralOf).reduce(add, new Numeral(0))
}

/** @throws RangeError naming what is no number */
export function average(values: readonly unknown[]): Numeral | null {
  return values.length === 0 ? null : calculate(total(values), '/', BigInt(values.length))
}

/**
 * The smallest (-1) or largest (1), as it stands in the list.
 * @throws RangeError where some are of one kind and some of another
 */
export function pick(values: readonly unknown[], sign: -1 | 1, edition: Edition): unknown {
  if (values.length === 0) return null
  const order = ordersOf(edition).orderWithin(values)
  return values.reduce((best, value) => (order(value, best) * sign > 0 ? value : best))
}

/** @throws RangeError naming what is no number */
export function pickByCharacters(values: readonly unknown[], sign: -1 | 1): unknown {
  if (values.length === 0) return null
  if (values.every(value => typeof value === 'string'))
    return values.reduce((best, value) => ((value > best ? 1 : -1) === sign ? value : best))
  const numbers = values.map(numeralOf)
  return numbers.reduce((best, value) => (compareOperands(value, best) === sign ? value : best))
}
