import type { Column, OrderDialect, TableDialect } from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import type { Cell } from './messages.ts'

export function quoteName(name: string): string {
  if (name === '' || name.includes('\0'))
    throw new Failure({
      code: 'resource.name',
      message: 'A name in SQLite must not be empty or hold U+0000.',
      value: name,
    })
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A value of the cursor with its storage class, because SQLite orders 1, '1' and x'31' apart:
 * `i:` whole number, `r:` real, `t:` text, `b:` bytes as hexadecimal. `p:` marks a window's bound, plain text that the
 * column's affinity converts.
 */
export function formatPlace(cell: Cell): string {
  if (typeof cell === 'bigint') return `i:${cell}`
  if (typeof cell === 'number') return Number.isInteger(cell) ? `i:${cell}` : `r:${cell}`
  if (typeof cell === 'string') return `t:${cell}`
  return cell === null ? '' : `b:${Buffer.from(cell).toString('hex')}`
}

export function parsePlace(place: string): Cell {
  const text = place.slice(2)
  if (place.startsWith('i:')) return BigInt(text)
  if (place.startsWith('r:')) return Number(text)
  return place.startsWith('b:') ? Buffer.from(text, 'hex') : text
}

export const orderDialect: OrderDialect & { readonly name: 'sqlite' } = {
  name: 'sqlite',
  comparesRows: true,
  breakTies: table =>
    table.kind === 'table' && table.hasRowId ? ['rowid'] : table.columns.map(column => column.sqlName),
  makeTerm: (column: Column, isExact: boolean) => ({
    sql: isExact ? `${column.sqlName} collate binary` : column.sqlName,
    bind: (value, params) => {
      params.push(value)
      return '?'
    },
    bindBound: (value, params) => {
      params.push(`p:${value}`)
      return '?'
    },
  }),
}

export const tableDialect: TableDialect = { quoteName, typeOf }

function typeOf(field: FieldSpec): string {
  const types: Readonly<Record<FieldSpec['type'], string>> = {
    int: 'INTEGER',
    decimal: 'NUMERIC',
    float: 'REAL',
    bool: 'BOOLEAN',
    date: 'DATE',
    time: 'TIME',
    datetime: 'DATETIME',
    bytes: 'BLOB',
    json: 'JSON TEXT',
    array: 'JSON TEXT',
    object: 'JSON TEXT',
    string: 'TEXT',
  }
  return types[field.type]
}
