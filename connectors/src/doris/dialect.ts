import {
  type Column,
  type OrderDialect,
  type OrderTerm,
  readDigits,
  readPrecision,
  type TableDialect,
} from '@sluice/connector-kit/sql'
import { Failure, type FieldSpec } from '@sluice/contract'

const MAX_NAME_CHARS = 64

export function quoteName(name: string): string {
  if (name === '' || name.length > MAX_NAME_CHARS || /[\0`]/.test(name))
    throw new Failure({
      code: 'resource.name',
      message: `"${name.slice(0, 80)}" cannot be a name in Doris (1 to ${MAX_NAME_CHARS} characters).`,
      value: name,
    })
  return `\`${name}\``
}

/** The session's mode keeps the backslash an escape. */
export const quoteText = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`

export const orderDialect: OrderDialect & { readonly name: 'mysql' } = {
  name: 'mysql',
  // The prefix index knows (a >= x), not (a, b) > (x, y).
  comparesRows: false,
  breakTies: table => table.columns.map(({ sqlName }) => `cast(${sqlName} as char)`),
  makeTerm: (column, isExact) => (isExact ? makeTerm(`cast(${column.sqlName} as char)`, quoteText) : typed(column)),
}

const typed = (column: Column): OrderTerm => makeTerm(column.sqlName, value => castText(column, value))

const makeTerm = (sql: string, literal: (value: string) => string): OrderTerm => ({
  sql,
  bind: (value, params) => {
    params.push(value)
    return literal(value)
  },
})

/** Without a cast, numbers would be compared with text as doubles. */
function castText({ kind }: Column, value: string): string {
  const text = quoteText(value)
  // A numeral of more digits than 64 bits is a LARGEINT where it stands.
  if (kind.is === 'integer' || kind.is === 'boolean')
    return /^-?\d{1,39}$/.test(value) ? value : `cast(${text} as signed)`
  if (kind.is === 'decimal')
    return `cast(${text} as decimal(38,${Math.min(kind.precision === undefined ? 9 : (kind.scale ?? 0), 38)}))`
  if (kind.is === 'float') return `cast(${text} as double)`
  if (kind.is === 'date') return `cast(${text} as date)`
  if (kind.is === 'datetime') return `cast(${text} as datetime(6))`
  return text
}

/** The model of the table is by its key; without one it keeps every row. */
export const tableDialectOf = (key: readonly string[]): TableDialect => ({
  quoteName,
  typeOf: field => {
    const isKey = key.includes(field.name)
    return `${typeOf(field, isKey)}${isKey ? ' not null' : ''}`
  },
  suffix:
    key.length === 0
      ? ' distributed by random buckets auto properties ("enable_duplicate_without_keys_by_default" = "true")'
      : ` unique key (${key.map(quoteName).join(', ')}) distributed by hash (${key.map(quoteName).join(', ')}) buckets auto properties ("enable_unique_key_merge_on_write" = "true")`,
})

/** Bytes of a text key. */
const KEY_BYTES = 1020
const MAX_VARCHAR_BYTES = 65_533

function typeOf(field: FieldSpec, isKey: boolean): string {
  const native = field.nativeType ?? ''
  const precision = readPrecision(native)
  switch (field.type) {
    case 'int':
      return /unsigned/i.test(native) ? 'largeint' : 'bigint'
    case 'decimal':
      // A guessed scale would pad; a text keeps every numeral as it came.
      return precision && precision[0] <= 38
        ? `decimal(${precision.join(',')})`
        : isKey
          ? `varchar(${KEY_BYTES})`
          : 'string'
    case 'float':
      return isKey ? `varchar(${KEY_BYTES})` : 'double'
    case 'bool':
      return 'boolean'
    case 'date':
      return 'date'
    case 'datetime':
      return `datetime(${Math.min(6, readDigits(native))})`
    case 'json':
    case 'array':
    case 'object':
      return 'json'
    case 'bytes':
      throw new Failure({
        code: 'resource.field',
        message: `Doris has no type for binary content, which the field "${field.name}" is.`,
        field: field.name,
        advice: 'Leave the field out of the new table.',
      })
    case 'time':
    case 'string': {
      // Up to four bytes a character.
      const bytes = (field.maxLength ?? Number.POSITIVE_INFINITY) * 4
      if (isKey) return `varchar(${Math.min(bytes, KEY_BYTES)})`
      return bytes <= MAX_VARCHAR_BYTES ? `varchar(${bytes})` : 'string'
    }
  }
}
