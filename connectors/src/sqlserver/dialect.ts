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

export const tableDialect: TableDialect = { quoteName, typeOf }

/** Characters of a text key: 900 bytes of index. */
const KEY_CHARS = 400
/** Order of code points: keys that differ only in case stay two keys. */
const KEY_COLLATION = 'collate Latin1_General_100_BIN2'

function typeOf(field: FieldSpec, isKey: boolean): string {
  const native = field.nativeType ?? ''
  const precision = readPrecision(native)
  switch (field.type) {
    case 'int':
      return /unsigned/i.test(native) ? 'decimal(20,0)' : 'bigint'
    case 'decimal':
      // Without a known scale a double keeps every numeral as it came or refuses it; a guessed scale would pad it.
      return precision && precision[0] <= 38 ? `decimal(${precision.join(',')})` : 'float'
    case 'float':
      return 'float'
    case 'bool':
      return 'bit'
    case 'date':
      return 'date'
    case 'time':
      return `time(${Math.min(7, readDigits(native))})`
    case 'datetime':
      return isInstantType(native)
        ? `datetimeoffset(${Math.min(7, readDigits(native))})`
        : `datetime2(${Math.min(7, readDigits(native))})`
    case 'bytes':
      return isKey ? `varbinary(${Math.min(field.maxLength ?? KEY_CHARS, 900)})` : 'varbinary(max)'
    case 'json':
    case 'array':
    case 'object':
      return 'nvarchar(max)'
    case 'string': {
      const { maxLength } = field
      if (isKey) return `nvarchar(${Math.min(maxLength ?? KEY_CHARS, KEY_CHARS)}) ${KEY_COLLATION}`
      // Up to two units a character.
      return maxLength !== undefined && maxLength <= 2000 ? `nvarchar(${maxLength * 2})` : 'nvarchar(max)'
    }
  }
}
