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
import type { FieldSpec } from '@sluice/contract'
import { quoteName } from './dialect.ts'

/** Types of a new table for fields read elsewhere. */
export const makeTableDialect = (isMariaDb: boolean, keyColumns: number): TableDialect => ({
  quoteName,
  typeOf: (field, isKey) => typeOf(field, isKey ? Math.floor(INDEX_BYTES / Math.max(1, keyColumns)) : null, isMariaDb),
  ignoresCase: true,
  fitRow,
  suffix: ' engine = InnoDB default character set = utf8mb4',
})

/** All columns of a key together. */
const INDEX_BYTES = 3072
/** A character of utf8mb4. */
const CHAR_BYTES = 4
/** Of a row, without long texts; 65,535 less what the other columns may take. */
const ROW_BYTES = 48_000
const LONGEST_VARCHAR = 1000
const MAX_DIGITS = 6
const MAX_PRECISION = 65
const MAX_SCALE = 30

const integers = (['tinyint', 'smallint', 'mediumint', 'int', 'bigint'] as const).flatMap((name, at) => {
  const bits = [8, 16, 24, 32, 64][at] ?? 64
  return [[name, integerKind(bits)] as const, [`${name} unsigned`, integerKind(bits, true)] as const]
})

/** `keyBytes`: what a column of a key may take; null: it is in none. */
function typeOf(field: FieldSpec, keyBytes: number | null, isMariaDb: boolean): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer':
      return pickInteger(kind, integers) ?? textOf(field, kind, keyBytes)
    case 'decimal': {
      // Of a number without bounds: as many digits as there are, before and after the point.
      const size =
        kind.precision === undefined
          ? ([MAX_PRECISION, MAX_SCALE] as const)
          : sizeDecimal(kind, MAX_PRECISION, MAX_SCALE)
      if (!size) return textOf(field, kind, keyBytes)
      return { sql: `decimal(${size.join(',')})`, kind: { is: 'decimal', precision: size[0], scale: size[1] } }
    }
    case 'float':
      return { sql: 'double', kind: { is: 'float', bits: 64 } }
    case 'boolean':
      return { sql: 'boolean', kind: integerKind(8) }
    case 'date':
      return { sql: 'date', kind }
    case 'time': {
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return { sql: `time(${digits})`, kind: { is: 'time', digits, isSpan: true } }
    }
    case 'datetime': {
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return { sql: `datetime(${digits})`, kind: { is: 'datetime', zoned: false, digits } }
    }
    case 'bytes': {
      if (keyBytes === null) return { sql: 'longblob', kind: { is: 'bytes' } }
      const maxBytes = Math.min(kind.width ?? kind.maxBytes ?? keyBytes, keyBytes)
      return { sql: `varbinary(${maxBytes})`, kind: { is: 'bytes', maxBytes } }
    }
    case 'json':
    case 'list':
      return { sql: 'json', kind: isMariaDb ? { is: 'json' } : { is: 'json', refuses: 'long numbers' } }
    case 'bits':
      return kind.width <= 64 ? { sql: `bit(${kind.width})`, kind } : textOf(field, kind, keyBytes)
    case 'text':
    case 'other':
      return textOf(field, kind, keyBytes)
  }
}

function textOf(field: FieldSpec, kind: ColumnKind, keyBytes: number | null): ColumnType {
  const chars = countTextChars(field, kind)
  if (keyBytes !== null) {
    const maxChars = Math.min(chars ?? Number.POSITIVE_INFINITY, Math.floor(keyBytes / CHAR_BYTES))
    // Binary order: keys that differ only in case stay two keys.
    return { sql: `varchar(${maxChars}) collate utf8mb4_bin`, kind: { is: 'text', maxChars } }
  }
  if (chars === undefined || chars > LONGEST_VARCHAR) return LONG_TEXT
  return { sql: `varchar(${Math.max(1, chars)})`, kind: { is: 'text', maxChars: Math.max(1, chars) } }
}

const LONG_TEXT: ColumnType = { sql: 'longtext', kind: { is: 'text' } }

/** Texts beyond the longest row go where long texts are kept, the longest first. */
function fitRow(types: readonly ColumnType[], isKey: readonly boolean[]): readonly ColumnType[] {
  const sizeOf = ({ sql, kind }: ColumnType): number =>
    kind.is === 'text' && sql !== LONG_TEXT.sql ? (kind.maxChars ?? 0) * CHAR_BYTES + 2 : 12
  const fitted = [...types]
  let bytes = fitted.reduce((sum, type) => sum + sizeOf(type), 0)
  const longest = fitted
    .map((type, at) => ({ at, size: isKey[at] ? 0 : sizeOf(type) }))
    .toSorted((a, b) => b.size - a.size)
  for (const { at, size } of longest) {
    if (bytes <= ROW_BYTES || size <= 12) break
    fitted[at] = LONG_TEXT
    bytes -= size - 12
  }
  return fitted
}
