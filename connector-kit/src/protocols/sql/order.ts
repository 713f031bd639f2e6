import { Failure, type ReadWindow, type SourceConfig } from '@sluice/contract'
import type { Column } from './column.ts'
import type { Position } from './position.ts'
import type { Table } from './table.ts'

/** One term of ORDER BY and the way to compare it with a value of the cursor. */
export interface OrderTerm {
  readonly sql: string
  /** SQL of the value; records the parameter. */
  bind(value: string, params: string[]): string
  /** The same for a bound of a window, which is the source's plain text; `bind` where there is no difference. */
  bindBound?(value: string, params: string[]): string
}

export interface OrderDialect {
  /** `isExact`: two values are equal only when their texts are; needed where order values repeat. */
  makeTerm(column: Column, isExact: boolean): OrderTerm
  /** Terms that tell apart rows of equal key: a row id, or every column. Rows equal in all of them are interchangeable. */
  breakTies(table: Table): readonly string[]
  /** Whether (a, b) > (x, y) can use an index. */
  readonly comparesRows: boolean
}

/** The stable order a table is read in. */
export interface Order {
  readonly columns: readonly Column[]
  readonly terms: readonly OrderTerm[]
  /** No two rows share their order values. */
  readonly isUnique: boolean
  /** Key columns that may be null; such rows are read last and refused. */
  readonly nullable: readonly Column[]
  /** Added where rows may share their order values; the server's own order of such rows changes between statements. */
  readonly tieBreak: readonly string[]
}

/** @throws Failure `resource.field` naming a key or increment field the table does not have */
export function planOrder(table: Table, config: SourceConfig, window: ReadWindow | null, dialect: OrderDialect): Order {
  const find = (name: string, field: string) =>
    table.columns.find(column => column.name === name) ?? refuse(table, name, field)
  const key = config.key.map(name => find(name, 'key'))
  const lead = isBounded(window) ? [find(window.field, 'increment.field')] : []
  const wanted = [...lead, ...key.filter(column => !lead.includes(column))]
  const isUnique = table.uniqueKeys.some(unique => unique.every(name => wanted.some(column => column.name === name)))
  const tail = isUnique ? [] : table.key.map(name => find(name, 'key')).filter(column => !wanted.includes(column))
  const columns = [...wanted, ...tail]
  const isExact = !isUnique && tail.length === 0
  return {
    columns,
    isUnique: !isExact,
    terms: columns.map(column => dialect.makeTerm(column, isExact)),
    nullable: key.filter(column => column.isNullable && !lead.includes(column)),
    tieBreak: dialect.breakTies(table),
  }
}

/** What stands behind ORDER BY. */
export function listTerms(order: Order, position: Position): string {
  const isTotal = order.isUnique && position.kind !== 'nulls'
  return [...order.terms.map(term => term.sql), ...(isTotal ? [] : order.tieBreak)].join(', ')
}

export const isBounded = (window: ReadWindow | null): window is ReadWindow =>
  window !== null && (window.from !== null || window.to !== null)

/** Conditions that leave only the rows behind a position, and how many of those to pass over. */
export function locate(
  order: Order,
  position: Position,
  dialect: OrderDialect,
  params: string[],
): { readonly where: readonly string[]; readonly offset: number } {
  const hasNull = order.nullable.map(column => `${column.sqlName} is null`)
  if (position.kind === 'nulls') return { where: [`(${hasNull.join(' or ')})`], offset: position.skip }
  const notNull = order.nullable.map(column => `${column.sqlName} is not null`)
  if (position.kind === 'start') return { where: notNull, offset: 0 }
  const operator = position.kind === 'after' ? '>' : '>='
  const where = [compare(order.terms, operator, position.values, dialect, params), ...notNull]
  return { where, offset: position.kind === 'from' ? position.skip : 0 }
}

/** `(a, b) > (x, y)`, spelled out as `a >= x and (a > x or (a = x and b > y))` where that is faster. */
function compare(
  terms: readonly OrderTerm[],
  operator: '>' | '>=',
  values: readonly string[],
  dialect: OrderDialect,
  params: string[],
): string {
  const bind = (index: number) => terms[index]!.bind(values[index]!, params) // as many values as terms: parsePosition checks it
  if (terms.length === 1) return `${terms[0]!.sql} ${operator} ${bind(0)}` // length is 1
  if (dialect.comparesRows) {
    const right = terms.map((_, index) => bind(index))
    return `(${terms.map(term => term.sql).join(', ')}) ${operator} (${right.join(', ')})`
  }
  const chain = (index: number): string => {
    const { sql } = terms[index]! // index < terms.length
    if (index === terms.length - 1) return `${sql} ${operator} ${bind(index)}`
    return `(${sql} > ${bind(index)} or (${sql} = ${bind(index)} and ${chain(index + 1)}))`
  }
  return `${terms[0]!.sql} >= ${bind(0)} and ${chain(0)}` // two terms at least
}

function refuse(table: Table, name: string, field: string): never {
  throw new Failure({
    code: 'resource.field',
    message: `${table.label} has no column "${name}".`,
    field,
    value: name,
    advice: `Choose one of ${table.columns
      .map(column => column.name)
      .slice(0, 20)
      .join(', ')}.`,
  })
}
