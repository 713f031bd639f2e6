import {
  cutStatement,
  type Data,
  Failure,
  type FailureDetail,
  isData,
  listSlots,
  type ParamValues,
  type Resource,
  type Statement,
  type StatementType,
  toJson,
  toStatementResource,
  toText,
  type Value,
} from '@sluice/contract'
import type { AdapterStore } from '../../asset-store.ts'
import type { Column } from './column.ts'
import type { Table } from './table.ts'

/** Statements that tenants wrote down, as resources of their database. */

/** What a dialect adds for them. */
export interface StatementDialect<S> {
  /** SQL of a value inside of a query; records it. The value fits its type. */
  bind(type: StatementType, value: string, params: string[]): string
  /** The place of a value in a statement that is executed; `position` counts from 1. */
  mark(type: StatementType | null, position: number): string
  /** The columns of a query, in a transaction that may not write. */
  describe(session: S, sql: string, params: readonly string[]): Promise<readonly Column[]>
  /** Statements one by one inside of one transaction. */
  work(session: S): StatementWork
}

/** Statements one by one, on a session of their own. */
export interface StatementWork {
  /** How a transaction that will write begins. */
  readonly begin: string
  /** A statement of ours. */
  exec(sql: string): Promise<unknown>
  /** Rows changed; null where the database does not say. */
  run(sql: string, values: readonly StatementCell[]): Promise<number | null>
  readonly isBroken: boolean
  /** Breaks the connection. */
  destroy(): void
  close(): Promise<void>
  toFailure(error: unknown): Failure
  /** An error about the connection; null when it is about the row. */
  toSessionFailure(error: unknown): Failure | null
  explain(error: unknown): FailureDetail
}
export type StatementCell = string | number | bigint | Uint8Array | null

/** The option with values of a query's slots. */
export const STATEMENT_VALUES = 'statement_values'

/** Published statements as resources, those of `roles` only. */
export async function listStatements(adapters: AdapterStore | undefined): Promise<Resource[]> {
  return ((await adapters?.listStatements?.()) ?? []).map(({ id, name, doc }) => describeStatement(id, name, doc.sql))
}

export function describeStatement(id: string, name: string, statement: Statement): Resource {
  const { direction, key, increment } = statement
  return {
    id: toStatementResource(id),
    label: name,
    kind: direction === 'source' ? 'view' : 'endpoint',
    direction,
    fields: direction === 'source' ? [] : listFields(statement),
    key: direction === 'source' ? [...key] : [],
    ...(increment.length > 0 ? { increment: [...increment] } : {}),
  }
}

const fieldTypes = {
  string: 'string',
  int: 'int',
  decimal: 'decimal',
  bool: 'bool',
  date: 'date',
  datetime: 'datetime',
} as const

const listFields = ({ text, values }: Statement): Resource['fields'] =>
  listSlots(text).map(name => ({
    name,
    type: fieldTypes[values.find(each => each.name === name)?.type ?? 'string'],
    isRequired: true,
  }))

/** A query as the table that its rows would be. @throws Failure where a value does not fit its type */
export async function loadQuery<S>(
  session: S,
  dialect: StatementDialect<S>,
  of: { readonly id: string; readonly name: string; readonly statement: Statement; readonly options: ParamValues },
): Promise<Table> {
  const { statement, options, id, name } = of
  const params: string[] = []
  const given = readValues(options)
  const text = cutStatement(statement.text)
    .map(part => {
      if (!('slot' in part)) return part.text
      const declared = statement.values.find(each => each.name === part.slot)! // checkStatement has seen to it
      return dialect.bind(declared.type, checkValue(declared, given[part.slot] ?? declared.default), params)
    })
    .join('')
  const columns = await dialect.describe(session, text, params)
  const names = columns.map(column => column.name)
  const twice = names.find((each, at) => names.indexOf(each) !== at)
  if (twice !== undefined || names.includes('?column?'))
    throw new Failure({
      code: 'source.query',
      message:
        twice === undefined ? 'The query has a column without a name.' : `The query has two columns named "${twice}".`,
      field: 'sql.text',
      advice: 'Give each column a name of its own with AS.',
    })
  return {
    id: toStatementResource(id),
    label: name,
    sqlName: `(${text}\n) sluice_query`,
    kind: 'view',
    columns,
    key: statement.key.filter(each => names.includes(each)),
    // Nobody proves that the declared key is unique, so rows of equal keys are told apart by all they hold.
    uniqueKeys: [],
    params,
    ...(statement.increment.length > 0 ? { increment: statement.increment.filter(each => names.includes(each)) } : {}),
  }
}

function readValues(options: ParamValues): Readonly<Record<string, string>> {
  const list = options[STATEMENT_VALUES]
  if (!Array.isArray(list)) return {}
  return Object.fromEntries(list.flatMap(each => (typeof each === 'object' ? [[each.name.trim(), each.value]] : [])))
}

const patterns: Readonly<Record<StatementType, RegExp>> = {
  string: /^[^\0]*$/s,
  int: /^-?\d{1,20}$/,
  decimal: /^-?\d{1,40}(?:\.\d{1,30})?$/,
  bool: /^(?:true|false)$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?$/,
}

function checkValue({ name, type }: Statement['values'][number], value: string): string {
  if (patterns[type].test(value)) return value
  throw new Failure({
    code: 'params.invalid',
    message: `The value of ${name} is no ${type}.`,
    field: STATEMENT_VALUES,
    value,
    advice: 'Give the strategy a value for it, or the adapter a default.',
  })
}

/** A statement ready to be executed, and the fields of its places in their order. */
export interface CompiledStatement {
  readonly sql: string
  readonly slots: readonly string[]
}

export function compileStatement(
  { text, values }: Statement,
  dialect: Pick<StatementDialect<never>, 'mark'>,
): CompiledStatement {
  const slots: string[] = []
  const sql = cutStatement(text)
    .map(part => {
      if (!('slot' in part)) return part.text
      slots.push(part.slot)
      const type = values.find(each => each.name === part.slot)?.type ?? null
      return dialect.mark(type, slots.length)
    })
    .join('')
  return { sql, slots }
}

/** A field as the driver takes it: texts of numbers, JSON of what is nested. @throws Failure where the record lacks it */
export function toCells(data: Data, slots: readonly string[]): StatementCell[] {
  return slots.map(slot => {
    const value = data[slot]
    if (value !== undefined) return toCell(value)
    throw new Failure({
      code: 'target.value',
      message: `The record has no field "${slot}", which the statement needs.`,
      field: slot,
      retry: 'skip',
      advice: 'Map a field to it, or null.',
    })
  })
}

function toCell(value: Value): StatementCell {
  if (value === null) return null
  if (Array.isArray(value) || isData(value)) return toJson(value)
  return typeof value === 'object' && 'toBuffer' in value ? value.toBuffer() : toText(value)
}
