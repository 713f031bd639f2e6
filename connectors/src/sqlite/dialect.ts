import {
  type Column,
  type ColumnType,
  integerKind,
  kindOfField,
  type OrderDialect,
  pickInteger,
  sizeDecimal,
  type TableDialect,
} from '@sluice/connector-kit/sql'
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

export const tableDialect: TableDialect = { quoteName, typeOf, ignoresCase: true }

/** Digits that a double keeps whatever they are. */
const SAFE_DIGITS = 15
/** The longest fraction of a second that is understood. */
const MAX_DIGITS = 9
const TEXT: ColumnType = { sql: 'TEXT', kind: { is: 'text' } }

function typeOf(field: FieldSpec): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer':
      return pickInteger(kind, [['INTEGER', integerKind(64)]]) ?? TEXT
    case 'decimal': {
      const size = sizeDecimal(kind, SAFE_DIGITS)
      return size ? { sql: 'NUMERIC', kind: { is: 'decimal' } } : TEXT
    }
    case 'float':
      return { sql: 'REAL', kind: { is: 'float', bits: 64 } }
    case 'boolean':
      return { sql: 'BOOLEAN', kind: integerKind(64) }
    case 'date':
      return { sql: 'DATE', kind }
    case 'time':
      return { sql: 'TIME', kind: { is: 'time', digits: MAX_DIGITS, isSpan: true } }
    // Text that stays as it came, with its offset.
    case 'datetime':
      return { sql: 'DATETIME', kind: { is: 'datetime', zoned: kind.zoned, digits: MAX_DIGITS } }
    case 'bytes':
      return { sql: 'BLOB', kind: { is: 'bytes' } }
    case 'json':
    case 'list':
      return { sql: 'JSON TEXT', kind: { is: 'json' } }
    case 'bits':
    case 'text':
    case 'other':
      return TEXT
  }
}
