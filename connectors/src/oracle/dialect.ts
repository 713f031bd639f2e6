import {
  type Column,
  isInstantType,
  type OrderDialect,
  type OrderTerm,
  readDigits,
  readPrecision,
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

export const tableDialect: TableDialect = { quoteName, typeOf }

/** Bytes of a text key, and of a text that is no CLOB. */
const KEY_CHARS = 400
const MAX_VARCHAR_CHARS = 1000

function typeOf(field: FieldSpec, isKey: boolean): string {
  const native = field.nativeType ?? ''
  const precision = readPrecision(native)
  switch (field.type) {
    case 'int':
      return 'number(20)'
    case 'decimal':
      return precision && precision[0] <= 38 ? `number(${precision.join(',')})` : 'number'
    case 'float':
      return 'binary_double'
    case 'bool':
      return 'number(1)'
    case 'date':
      return 'date'
    case 'datetime':
      // No key may hold an offset.
      return `timestamp(${Math.min(9, readDigits(native))})${isInstantType(native) && !isKey ? ' with time zone' : ''}`
    case 'bytes':
      return isKey ? `raw(${Math.min(field.maxLength ?? KEY_CHARS, 2000)})` : 'blob'
    case 'json':
    case 'array':
    case 'object':
      return 'clob'
    case 'time':
    case 'string': {
      const { maxLength } = field
      if (isKey) return `varchar2(${Math.min(maxLength ?? KEY_CHARS, KEY_CHARS)} char)`
      return maxLength !== undefined && maxLength <= MAX_VARCHAR_CHARS ? `varchar2(${maxLength} char)` : 'clob'
    }
  }
}
