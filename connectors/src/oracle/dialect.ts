import {
  type Column,
  type ColumnKind,
  type ColumnType,
  countDigits,
  countTextChars,
  kindOfField,
  type OrderDialect,
  type OrderTerm,
  sizeDecimal,
  type TableDialect,
} from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'
import { convertBind, isLob, toBindText } from './types.ts'

const MAX_NAME_BYTES = 128

export function quoteName(name: string): string {
  if (name === '' || Buffer.byteLength(name) > MAX_NAME_BYTES || /["\0]/.test(name))
    throw new Failure({
      code: 'resource.name',
      message: `"${name.slice(0, 80)}" cannot be a name in Oracle (1 to ${MAX_NAME_BYTES} bytes).`,
      value: name,
    })
  return `"${name}"`
}

/** No other character has a meaning inside. A literal ends at 4000 bytes; what may be longer is bound. */
export const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`

export const orderDialect: OrderDialect & { readonly name: 'oracle' } = {
  name: 'oracle',
  comparesRows: false,
  breakTies: table => table.columns.filter(({ nativeType }) => canSort(nativeType)).map(({ sqlName }) => sqlName),
  // The session compares texts by their bytes, so alike is equal.
  makeTerm: column => makeTerm(column.sqlName, value => castText(column, value)),
}

const makeTerm = (sql: string, literal: (value: string) => string): OrderTerm => ({
  sql,
  bind: (value, params) => {
    params.push(value)
    return literal(value)
  },
})

/** Compared by the column's own type, so that an index is used. */
function castText({ kind, nativeType }: Column, value: string): string {
  if (kind.is === 'bytes') return `hextoraw(${quoteText(value)})`
  const text = quoteText(toBindText(value, nativeType))
  // A literal of a text is CHAR, which ignores blanks at the end.
  return kind.is === 'text' ? `cast(${text} as varchar2(4000))` : convertBind(text, nativeType)
}

const canSort = (nativeType: string): boolean =>
  !isLob(nativeType) && !/^(?:LONG|XMLTYPE|JSON|BFILE|SDO)/.test(nativeType)

export const tableDialect: TableDialect = {
  quoteName,
  typeOf,
  // An empty text is null here, so a column of texts that may be empty must take it.
  markNull: (sql, isNullable, isKey) =>
    isNullable || (!isKey && /^(?:varchar2|clob|blob)/.test(sql)) ? sql : `${sql} not null`,
}

/** Characters of a text key, and of a text that is no CLOB. */
const KEY_CHARS = 400
const MAX_VARCHAR_CHARS = 1000
const MAX_PRECISION = 38
const EMPTY_NOTE = 'An empty text is the same as null in Oracle.'

function typeOf(field: FieldSpec, isKey: boolean): ColumnType {
  const kind = kindOfField(field)
  switch (kind.is) {
    case 'integer': {
      const digits = countDigits(kind)
      if (digits > MAX_PRECISION) return textOf(field, kind, isKey)
      const most = 10n ** BigInt(digits) - 1n
      return { sql: `number(${digits})`, kind: { is: 'integer', min: -most, max: most } }
    }
    case 'decimal': {
      if (kind.precision === undefined)
        return { sql: 'number', kind: { is: 'decimal' }, note: 'Numbers of more than 38 digits are refused.' }
      const size = sizeDecimal(kind, MAX_PRECISION)
      if (!size) return textOf(field, kind, isKey)
      return { sql: `number(${size.join(',')})`, kind: { is: 'decimal', precision: size[0], scale: size[1] } }
    }
    case 'float':
      return { sql: 'binary_double', kind: { is: 'float', bits: 64 } }
    case 'boolean':
      return { sql: 'number(1)', kind: { is: 'integer', min: -9n, max: 9n } }
    case 'date':
      return { sql: 'date', kind: { is: 'datetime', zoned: false, digits: 0 } }
    case 'datetime': {
      const digits = Math.min(9, kind.digits)
      // No key may hold an offset.
      const zoned = kind.zoned && !isKey
      return { sql: `timestamp(${digits})${zoned ? ' with time zone' : ''}`, kind: { is: 'datetime', zoned, digits } }
    }
    case 'bytes': {
      if (!isKey) return { sql: 'blob', kind: { is: 'bytes' } }
      const maxBytes = Math.min(kind.width ?? kind.maxBytes ?? KEY_CHARS, 2000)
      return { sql: `raw(${maxBytes})`, kind: { is: 'bytes', maxBytes } }
    }
    case 'json':
    case 'list':
      return { sql: 'clob', kind: { is: 'text' } }
    case 'time':
    case 'bits':
    case 'text':
    case 'other':
      return textOf(field, kind, isKey)
  }
}

function textOf(field: FieldSpec, kind: ColumnKind, isKey: boolean): ColumnType {
  const chars = countTextChars(field, kind)
  const note = kind.is === 'text' ? { note: EMPTY_NOTE } : {}
  if (!isKey && (chars === undefined || chars > MAX_VARCHAR_CHARS))
    return { sql: 'clob', kind: { is: 'text' }, ...note }
  const maxChars = Math.max(1, Math.min(chars ?? KEY_CHARS, isKey ? KEY_CHARS : MAX_VARCHAR_CHARS))
  return { sql: `varchar2(${maxChars} char)`, kind: { is: 'text', maxChars }, ...note }
}
