import { Failure, type FailureDetail, type TargetConfig } from '@sluice/contract'
import type { RowGroup } from './batch.ts'
import type { Column } from './column.ts'
import type { Table } from './table.ts'

/** @throws Failure `target.column` | `target.key` when rows cannot be told apart by this key */
export function checkTargetKey(table: Table, key: readonly string[], mode: TargetConfig['mode']): void {
  const unknown = key.find(name => !table.columns.some(column => column.name === name))
  if (unknown !== undefined)
    throw new Failure({
      code: 'target.column',
      message: `${table.label} has no column "${unknown}".`,
      field: 'key',
      value: unknown,
    })
  if (mode === 'insert') return
  const isUnique = table.uniqueKeys.some(
    unique => unique.length === key.length && unique.every(name => key.includes(name)),
  )
  if (isUnique) return
  const names = key.length === 0 ? 'any column' : key.join(', ')
  throw new Failure({
    code: 'target.key',
    message: `${table.label} has no unique index on ${names}, so rows cannot be updated by key.`,
    field: 'key',
    advice: `Create a unique index on ${names}, choose the primary key, or use the mode "insert".`,
  })
}

/** Columns a new row must have and the group does not write. */
export const findMissingColumns = (table: Table, group: RowGroup): readonly Column[] =>
  table.columns.filter(
    column => !column.isNullable && !column.hasDefault && !column.isGenerated && !group.columns.includes(column),
  )

/** A row without a required column, and no row of its key to update. */
export class MissingRow extends Error {
  readonly detail: FailureDetail

  constructor(field: string) {
    super(`missing ${field}`)
    const message = `The column "${field}" must have a value and there is no row with this key to update.`
    const advice = 'Map a field to it, or give it a static value.'
    this.detail = new Failure({ code: 'target.required', message, field, advice, retry: 'skip' }).toDetail()
  }
}
