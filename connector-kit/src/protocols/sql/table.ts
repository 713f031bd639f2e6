import { Failure, type Resource } from '@sluice/contract'
import { type Column, listIncrements, toFieldSpec } from './column.ts'

/** A table or view with what reading and writing need to know. */
export interface Table {
  /** Resource id: `public.orders`. */
  readonly id: string
  readonly label: string
  /** Quoted, ready for SQL. */
  readonly sqlName: string
  readonly kind: 'table' | 'view'
  readonly columns: readonly Column[]
  /** Primary key, in its order; empty when there is none. */
  readonly key: readonly string[]
  /** Column sets of unique indexes that cover every row (primary key included). */
  readonly uniqueKeys: readonly (readonly string[])[]
  /** Column sets of unique indexes over parts of values or expressions; a row may still collide on them. */
  readonly partialKeys?: readonly (readonly string[])[]
  readonly estimatedCount?: number
  /** The database gives each row a number of its own (SQLite). */
  readonly hasRowId?: boolean
  /** Values that `sqlName` itself binds, before those of any condition. */
  readonly params?: readonly string[]
  /** What whoever chooses it should know. */
  readonly notes?: NonNullable<Resource['notes']>
  /** Fields to read changes by, where they are declared. */
  readonly increment?: readonly string[]
}

/** The table as discovery shows it. */
export function toResource(table: Table): Resource {
  return {
    id: table.id,
    label: table.label,
    kind: table.kind,
    direction: 'both',
    fields: table.columns.map(column => toFieldSpec(column, table.key)),
    key: [...table.key],
    increment: [...(table.increment ?? listIncrements(table.columns, table.key))],
    ...(table.estimatedCount === undefined ? {} : { estimatedCount: table.estimatedCount }),
    ...(table.notes && { notes: table.notes }),
  }
}

/** The columns a source reads: all, or the chosen ones together with those its order needs. */
export function chooseColumns(table: Table, chosen: readonly string[], needed: readonly string[]): readonly Column[] {
  const unknown = chosen.find(name => !table.columns.some(column => column.name === name))
  if (unknown !== undefined)
    throw new Failure({
      code: 'resource.field',
      message: `${table.label} has no column "${unknown}".`,
      field: 'columns',
      value: unknown,
    })
  if (chosen.length === 0) return table.columns
  return table.columns.filter(column => chosen.includes(column.name) || needed.includes(column.name))
}

export const makeMissing = (id: string, advice: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `The table or view "${id}" does not exist or may not be seen by this user.`,
    value: id,
    advice,
  })
