import { type Column, type OrderDialect, type OrderTerm, parseMoment, shiftMoment } from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'
import { bare, parseType } from './types.ts'

export function quoteName(name: string): string {
  if (name === '' || name.includes('\0') || !name.isWellFormed())
    throw new Failure({
      code: 'resource.name',
      message: `"${name.slice(0, 80)}" cannot be a name in ClickHouse.`,
      value: name,
    })
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}

/** A text as hexadecimal digits: nothing in it can be read as SQL. */
export const quoteText = (text: string): string => `unhex('${Buffer.from(text).toString('hex')}')`

/** Conditions are read as in MySQL: the same quotes, the same backslashes. */
export const orderDialect: OrderDialect & { readonly name: 'mysql' } = {
  name: 'mysql',
  // The server leaves out parts of a table by the first columns of the key alone.
  comparesRows: false,
  breakTies: table => table.columns.map(column => column.sqlName),
  makeTerm,
}

function makeTerm(column: Column): OrderTerm {
  const literal = makeLiteral(column)
  const push = (sql: string, value: string, params: string[]): string => {
    params.push(value)
    return sql
  }
  return {
    sql: column.sqlName,
    bind: (value, params) => push(literal(value), value, params),
    bindBound: (value, params) =>
      push(literal(column.kind.is === 'datetime' ? toUtc(value) : asPlace(column, value)), value, params),
  }
}

/** A place is what `toPlace` of the reader makes of a value; texts are hexadecimal there, as they may be no text. */
export function makeLiteral({ kind, nativeType }: Column): (value: string) => string {
  const type = bare(parseType(nativeType))
  if (type.is === 'text') return value => `unhex('${/^[0-9a-f]*$/.test(value) ? value : ''}')`
  if (type.is === 'uuid') return value => `toUUID(${quoteText(value)})`
  if (type.is === 'enum') return value => `cast(${quoteText(value)} as ${unwrap(nativeType)})`
  if (type.is === 'moment')
    return type.digits === null
      ? value => `toDateTime(${quoteText(value.slice(0, 19))}, 'UTC')`
      : value => `toDateTime64(${quoteText(value)}, ${type.digits}, 'UTC')`
  if (kind.is === 'date') return value => `to${unwrap(nativeType)}(${quoteText(value)})`
  if (kind.is === 'boolean') return value => (value === 'true' ? '1' : '0')
  if (type.is === 'decimal') return value => `toDecimal${type.bytes * 8}(${quoteText(value)}, ${type.scale})`
  if (kind.is === 'integer' || kind.is === 'float') return value => `to${unwrap(nativeType)}(${quoteText(value)})`
  return value => `unhex('${/^[0-9a-f]*$/.test(value) ? value : ''}')`
}

/** `Nullable(Int32)` is compared as Int32. */
const unwrap = (name: string): string => {
  const [, inner] = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(name) ?? []
  return inner === undefined ? name : unwrap(inner)
}

const asPlace = ({ kind, nativeType }: Column, value: string): string => {
  const { is } = bare(parseType(nativeType))
  return kind.is === 'text' || is === 'other' || is === 'list' ? Buffer.from(value).toString('hex') : value
}

/** Bounds may name an offset. */
function toUtc(text: string): string {
  const moment = parseMoment(text)
  if (!moment) return text
  const { date, time, fraction } = shiftMoment(moment, 0)
  return `${date} ${time}${fraction === '' ? '' : `.${fraction}`}`
}
