import { Failure, type FailureDetail, type TargetConfig } from '@sluice/contract'
import type { EncodedRow, RowGroup } from './batch.ts'
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

/** The database said that all went well and took fewer rows than it was given. */
export class NotTaken extends Error {
  readonly detail: FailureDetail = new Failure({
    code: 'target.notTaken',
    message: 'The database reported success and did not take the row.',
    advice: 'Look at the triggers, rules and views of the table: one of them leaves the row out.',
    retry: 'skip',
  }).toDetail()
}

/**
 * @param taken rows that the statement touched, as the database counts them
 * @param isThere whether the only row is at the target as it was sent: a trigger may store it elsewhere, or spare an
 *   update that changes nothing
 * @throws NotTaken of several rows too: halves of them find the one
 */
export async function requireTaken(
  taken: number,
  rows: readonly EncodedRow[],
  isThere: (only: EncodedRow) => Promise<boolean>,
): Promise<void> {
  const [only] = rows
  if (taken >= rows.length || !only) return
  if (rows.length === 1 && (await isThere(only))) return
  throw new NotTaken()
}
