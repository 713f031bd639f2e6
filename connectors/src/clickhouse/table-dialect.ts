import {
  type ColumnType,
  integerKind,
  kindOfField,
  pickInteger,
  sizeDecimal,
  type TableDialect,
} from '@sluice/connector-kit/sql'
import type { FieldSpec } from '@sluice/contract'
import { quoteName } from './dialect.ts'

/** Types of a new table of an engine that updates rows by their key; without a key it keeps every row. */
export const makeTableDialect = (key: readonly string[], isModern: boolean): TableDialect => ({
  quoteName,
  typeOf: field => typeOf(field, isModern),
  markNull: (sql, isNullable) => (isNullable ? `Nullable(${sql})` : sql),
  hasOwnKey: true,
  suffix:
    key.length === 0
      ? ' engine = MergeTree order by tuple()'
      : ` engine = ReplacingMergeTree order by (${key.map(quoteName).join(', ')})`,
})

const integers = [8, 16, 32, 64, 128, 256].flatMap(bits => [
  [`Int${bits}`, integerKind(bits)] as const,
  [`UInt${bits}`, integerKind(bits, true)] as const,
])

const TEXT: ColumnType = { sql: 'String', kind: { is: 'text', takesBytes: true } }
const MAX_PRECISION = 76
const MAX_DIGITS = 8

function typeOf(field: FieldSpec, isModern: boolean): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer':
      return pickInteger(kind, isModern ? integers : integers.slice(0, 8)) ?? TEXT
    case 'decimal': {
      // Of a number without bounds: as many digits as there are, before and after the point.
      const most = isModern ? MAX_PRECISION : MAX_PRECISION / 2
      const unbounded = isModern ? ([MAX_PRECISION, MAX_PRECISION / 2] as const) : null
      const size = kind.precision === undefined ? unbounded : sizeDecimal(kind, most)
      if (!size) return TEXT
      return { sql: `Decimal(${size.join(', ')})`, kind: { is: 'decimal', precision: size[0], scale: size[1] } }
    }
    case 'float':
      return { sql: 'Float64', kind: { is: 'float', bits: 64, allowsSpecial: true } }
    case 'boolean':
      return isModern ? { sql: 'Bool', kind } : { sql: 'UInt8', kind: integerKind(8, true) }
    case 'date':
      return {
        sql: isModern ? 'Date32' : 'Date',
        kind,
        note: isModern
          ? 'Days outside 1925-01-01 … 2283-11-11 are refused.'
          : 'Days outside 1970-01-01 … 2105-12-31 are refused.',
      }
    case 'datetime': {
      // Older servers keep whole seconds from 1970 to 2106.
      if (!isModern) return TEXT
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return {
        sql: `DateTime64(${digits}, 'UTC')`,
        kind: { is: 'datetime', zoned: true, digits },
        note: 'Times outside 1925 … 2283 are refused.',
      }
    }
    case 'other':
      return /^(?:Nullable\()?uuid\)?$/i.test(field.nativeType ?? '') ? { sql: 'UUID', kind } : TEXT
    case 'time':
    case 'json':
    case 'list':
    case 'bits':
    case 'bytes':
    case 'text':
      return TEXT
  }
}
