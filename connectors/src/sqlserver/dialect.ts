import {
  type Column,
  type ColumnKind,
  type ColumnType,
  countDigits,
  countTextChars,
  integerKind,
  kindOfField,
  type OrderDialect,
  type OrderTerm,
  pickInteger,
  sizeDecimal,
  type TableDialect,
} from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { convertText, makeSelectTerm } from './types.ts'

const MAX_NAME_CHARS = 128

export function quoteName(name: string): string {
  if (name === '' || name.length > MAX_NAME_CHARS || name.includes('\0'))
    throw new Failure({
      code: 'resource.name',
      message: `"${name.slice(0, 80)}" cannot be a name in SQL Server (1 to ${MAX_NAME_CHARS} characters).`,
      value: name,
    })
  return `[${name.replaceAll(']', ']]')}]`
}

/** No other character has a meaning inside. A backslash at the end of a line does, so it stands alone. */
export const quoteText = (value: string): string =>
  `N'${value.replaceAll("'", "''")}'`.replace(/\\(\r?\n)/g, "\\'+N'$1")

export const orderDialect: OrderDialect & { readonly name: 'sqlserver' } = {
  name: 'sqlserver',
  // There is no (a, b) > (x, y).
  comparesRows: false,
  breakTies: table => table.columns.map(toExactSql),
  makeTerm: (column, isExact) =>
    isExact
      ? makeTerm(toExactSql(column), value =>
          column.kind.is === 'bytes'
            ? toHex(value)
            : `convert(varbinary(8000), convert(nvarchar(4000), ${quoteText(value)}))`,
        )
      : makeTerm(column.sqlName, value => castText(column, value)),
}

const makeTerm = (sql: string, literal: (value: string) => string): OrderTerm => ({
  sql,
  bind: (value, params) => {
    params.push(value)
    return literal(value)
  },
})

/** Compared by the column's own type, so that an index is used and nothing is a float. */
function castText({ kind, nativeType }: Column, value: string): string {
  if (kind.is === 'bytes') return toHex(value)
  if (kind.is === 'integer' && /^-?\d{1,20}$/.test(value)) return `convert(${nativeType}, ${quoteText(value)})`
  return convertText(quoteText(value), nativeType)
}

const toHex = (value: string): string => `0x${/^(?:[0-9a-f]{2})*$/i.test(value) ? value : ''}`

/** Bytes of the text, so that equal means equal and not only alike under a collation. */
const toExactSql = ({ sqlName, kind, nativeType }: Column): string =>
  kind.is === 'bytes'
    ? `convert(varbinary(8000), ${sqlName})`
    : `convert(varbinary(8000), convert(nvarchar(4000), ${makeSelectTerm(sqlName, nativeType)}))`

export const tableDialect: TableDialect = { quoteName, typeOf, ignoresCase: true }

/** Characters of a text key: 900 bytes of index. */
const KEY_CHARS = 400
/** Order of code points: keys that differ only in case stay two keys. */
const KEY_COLLATION = 'collate Latin1_General_100_BIN2'
const MAX_PRECISION = 38
const MAX_DIGITS = 7

const integers = [
  ['tinyint', integerKind(8, true)],
  ['smallint', integerKind(16)],
  ['int', integerKind(32)],
  ['bigint', integerKind(64)],
] as const

function typeOf(field: FieldSpec, isKey: boolean): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer': {
      const digits = countDigits(kind)
      const wide: ColumnType = { sql: `decimal(${digits},0)`, kind: { is: 'decimal', precision: digits, scale: 0 } }
      return pickInteger(kind, integers) ?? (digits <= MAX_PRECISION ? wide : textOf(field, kind, isKey))
    }
    case 'decimal': {
      const size = sizeDecimal(kind, MAX_PRECISION)
      // A guessed scale would pad or refuse; a text keeps every numeral as it came.
      if (!size) return textOf(field, kind, isKey)
      return { sql: `decimal(${size.join(',')})`, kind: { is: 'decimal', precision: size[0], scale: size[1] } }
    }
    case 'float':
      return { sql: 'float', kind: { is: 'float', bits: 64 } }
    case 'boolean':
      return { sql: 'bit', kind }
    case 'date':
      return { sql: 'date', kind }
    case 'time': {
      if (kind.isSpan) return textOf(field, kind, isKey)
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return { sql: `time(${digits})`, kind: { is: 'time', digits } }
    }
    case 'datetime': {
      const digits = Math.min(MAX_DIGITS, kind.digits)
      return {
        sql: `${kind.zoned ? 'datetimeoffset' : 'datetime2'}(${digits})`,
        kind: { is: 'datetime', zoned: kind.zoned, digits },
      }
    }
    case 'bytes': {
      if (!isKey) return { sql: 'varbinary(max)', kind: { is: 'bytes' } }
      const maxBytes = Math.min(kind.width ?? kind.maxBytes ?? KEY_CHARS, 900)
      return { sql: `varbinary(${maxBytes})`, kind: { is: 'bytes', maxBytes } }
    }
    case 'json':
    case 'list':
      return { sql: 'nvarchar(max)', kind: { is: 'text' } }
    case 'bits':
    case 'text':
    case 'other':
      return textOf(field, kind, isKey)
  }
}

function textOf(field: FieldSpec, kind: ColumnKind, isKey: boolean): ColumnType {
  const chars = countTextChars(field, kind)
  if (isKey) {
    const maxChars = Math.min(chars ?? KEY_CHARS, KEY_CHARS)
    return { sql: `nvarchar(${maxChars}) ${KEY_COLLATION}`, kind: { is: 'text', maxChars } }
  }
  if (chars === undefined || chars > 2000) return { sql: 'nvarchar(max)', kind: { is: 'text' } }
  // Up to two units a character.
  const maxChars = Math.max(1, chars * 2)
  return { sql: `nvarchar(${maxChars})`, kind: { is: 'text', maxChars } }
}
