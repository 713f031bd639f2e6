import {
  type ColumnKind,
  type ColumnType,
  countTextChars,
  integerKind,
  kindOfField,
  pickInteger,
  sizeDecimal,
  type TableDialect,
} from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { quoteName } from './dialect.ts'

/** The model of the table is by its key; without one it keeps every row. */
export const tableDialectOf = (key: readonly string[]): TableDialect => ({
  quoteName,
  typeOf,
  ignoresCase: true,
  hasOwnKey: true,
  suffix:
    key.length === 0
      ? ' distributed by random buckets auto properties ("enable_duplicate_without_keys_by_default" = "true")'
      : ` unique key (${key.map(quoteName).join(', ')}) distributed by hash (${key.map(quoteName).join(', ')}) buckets auto properties ("enable_unique_key_merge_on_write" = "true")`,
})

/** Bytes of a text key. */
const KEY_BYTES = 1020
const MAX_VARCHAR_BYTES = 65_533
/** Up to four bytes a character. */
const CHAR_BYTES = 4
const MAX_PRECISION = 38
const MAX_DIGITS = 6

const integers = [
  ['tinyint', integerKind(8)],
  ['smallint', integerKind(16)],
  ['int', integerKind(32)],
  ['bigint', integerKind(64)],
  ['largeint', integerKind(128)],
] as const

function typeOf(field: FieldSpec, isKey: boolean): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer':
      return pickInteger(kind, integers) ?? textOf(field, kind, isKey)
    case 'decimal': {
      const size = sizeDecimal(kind, MAX_PRECISION)
      // A guessed scale would pad; a text keeps every numeral as it came.
      if (!size) return textOf(field, kind, isKey)
      return { sql: `decimal(${size.join(',')})`, kind: { is: 'decimal', precision: size[0], scale: size[1] } }
    }
    case 'float':
      return isKey ? textOf(field, kind, isKey) : { sql: 'double', kind: { is: 'float', bits: 64 } }
    case 'boolean':
    case 'date':
      return { sql: kind.is, kind }
    case 'datetime': {
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return { sql: `datetime(${digits})`, kind: { is: 'datetime', zoned: false, digits } }
    }
    case 'json':
    case 'list':
      return { sql: 'json', kind: { is: 'json', refuses: 'long numbers' } }
    case 'bytes':
      throw new Failure({
        code: 'resource.field',
        message: `Doris has no type for binary content, which the field "${field.name}" is.`,
        field: field.name,
        advice: 'Leave the field out of the new table.',
      })
    case 'time':
    case 'bits':
    case 'text':
    case 'other':
      return textOf(field, kind, isKey)
  }
}

function textOf(field: FieldSpec, kind: ColumnKind, isKey: boolean): ColumnType {
  const bytes = (countTextChars(field, kind) ?? Number.POSITIVE_INFINITY) * CHAR_BYTES
  if (!isKey && bytes > MAX_VARCHAR_BYTES) return { sql: 'string', kind: { is: 'text' } }
  const maxBytes = isKey ? Math.min(bytes, KEY_BYTES) : bytes
  return { sql: `varchar(${maxBytes})`, kind: { is: 'text', maxBytes } }
}
