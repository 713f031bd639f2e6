import {
  Bytes,
  type Condition,
  type Data,
  ExactNumber,
  Failure,
  isData,
  type Translate,
  toJson,
  toText,
  type Value,
} from '@sluice/contract'
import { compileFilter, compilePath, viewRecord } from '@sluice/engine'
import type { searchRecords } from '../strategy-data/index.ts'
import type { Cell, shareMasks, TableColumn } from './contract.ts'

export type StoredRow = Awaited<ReturnType<typeof searchRecords>>[number]

export interface ReadRow {
  readonly row: StoredRow
  /** null: not kept, refused by the mapping, or not needed. */
  readonly data: Data | null
  readonly lack: 'gone' | 'refused' | null
}

type Mask = (typeof shareMasks)[number]

interface ColumnTest {
  readonly column: TableColumn
  readonly logic: Condition['logic']
  readonly value?: string | undefined
  readonly type?: Condition['type'] | undefined
}

/** What a cell holds at most; the rest is in the record's own page. */
const CELL_LETTERS = 300
const WHOLE = Number.POSITIVE_INFINITY

type Reader = (read: ReadRow) => Value | undefined

function compileColumn({ of, name }: TableColumn, tell: Translate): Reader {
  if (of === 'data') {
    const readValue = compilePath(name)
    return ({ data }) => (data === null ? undefined : readValue(data))
  }
  if (name === 'error_message') return ({ row }) => (row.error_message === null ? undefined : tell(row.error_message))
  return ({ row }) => row[name] ?? undefined
}

export const isOfData = ({ column }: { readonly column: TableColumn }): boolean => column.of === 'data'

/**
 * Whether a record is in the table; null: it cannot be said, for a condition asks for data that is not there. A condition
 * sees the value of its own column and nothing else of the record, so that no path leads to what is not asked for.
 */
export function compileTests(tests: readonly ColumnTest[], tell: Translate): (read: ReadRow) => boolean | null {
  if (tests.length === 0) return () => true
  const readers = tests.map(({ column }) => compileColumn(column, tell))
  const filter = compileFilter([
    tests.map(({ logic, value, type }, index) => ({
      field: `c${index}`,
      logic,
      ...(value !== undefined && { value }),
      ...(type !== undefined && { type }),
    })),
  ])
  const needsData = tests.some(isOfData)
  return read => {
    if (needsData && read.lack !== null) return null
    const values: Record<string, Value> = {}
    for (const [index, reader] of readers.entries()) {
      const value = reader(read)
      if (value !== undefined) values[`c${index}`] = value
    }
    return askCells(filter, values)
  }
}

/** A value that a condition cannot compare says nothing about its record. */
function askCells(filter: (row: Data) => boolean, values: Data): boolean | null {
  try {
    return filter(values)
  } catch (error) {
    if (error instanceof Failure && error.code === 'filter.invalid') return null
    throw error
  }
}

interface CellOptions {
  /** By the place of a column. */
  readonly masks?: Readonly<Record<string, Mask>>
  /** Of hashes: the same value looks the same within one share alone. */
  readonly salt?: string
  readonly isWhole?: boolean
}

/** Reads the cells of a record, in the order of the columns. */
export function compileCells(
  columns: readonly TableColumn[],
  tell: Translate,
  { masks = {}, salt = '', isWhole = false }: CellOptions = {},
): (read: ReadRow) => Cell[] {
  const readers = columns.map((column, index) => {
    const rule = Object.hasOwn(masks, String(index)) ? masks[String(index)] : undefined
    return { column, readValue: compileColumn(column, tell), rule }
  })
  return read =>
    readers.map(({ column, readValue, rule }) => {
      if (column.of === 'data' && read.lack !== null) return { kind: 'unread', text: '', is_cut: false }
      const value = readValue(read)
      if (rule === undefined || value === undefined || value === null)
        return describeCell(value, isWhole ? WHOLE : CELL_LETTERS)
      const shown = viewRecord({ v: value }, { fields: ['v'], masks: { v: rule } }, salt)['v']
      return { ...describeCell(shown, CELL_LETTERS), kind: 'masked' }
    })
}

function describeCell(value: Value | undefined, most: number): Cell {
  if (value === undefined) return { kind: 'missing', text: '', is_cut: false }
  if (value === null) return { kind: 'null', text: '', is_cut: false }
  const isList = Array.isArray(value) || isData(value)
  const text = isList ? toJson(value) : toText(value)
  const letters = text.length > most ? [...text.slice(0, most * 2)].slice(0, most).join('') : text
  return { kind: isList ? 'list' : kindOf(value), text: letters, is_cut: letters.length < text.length }
}

function kindOf(value: Value): Cell['kind'] {
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return value instanceof Bytes ? 'list' : 'text'
}
