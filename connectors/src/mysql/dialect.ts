import type { Column, OrderDialect, OrderTerm } from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'
import { isGeometry } from './types.ts'

const MAX_NAME_CHARS = 64

export function quoteName(name: string): string {
  if (name === '' || name.length > MAX_NAME_CHARS || name.endsWith(' ') || /[\0\u{10000}-\u{10FFFF}]/u.test(name))
    throw new Failure({
      code: 'resource.name',
      message: `"${name.slice(0, 80)}" cannot be a name in MySQL (1 to ${MAX_NAME_CHARS} characters).`,
      value: name,
    })
  return `\`${name.replaceAll('`', '``')}\``
}

/** A text as a hexadecimal literal: nothing in it can be read as SQL, whatever the session's settings. */
export const quoteText = (value: string): string => `_utf8mb4 x'${Buffer.from(value).toString('hex')}'`

export const orderDialect: OrderDialect & { readonly name: 'mysql' } = {
  name: 'mysql',
  // The optimizer does not use an index for (a, b) > (x, y).
  comparesRows: false,
  breakTies: table => table.columns.map(toExactSql),
  makeTerm: (column, isExact) => (isExact ? makeExactTerm(column) : makeTypedTerm(column)),
}

function makeTypedTerm(column: Column): OrderTerm {
  const { sqlName } = column
  // Enumerations sort by their place in the list but compare as text.
  if (/^(?:enum|set)/.test(column.nativeType)) return makeTerm(`cast(${sqlName} as char)`, quoteText)
  return makeTerm(sqlName, value => castText(column, value))
}

const makeTerm = (sql: string, literal: (value: string) => string): OrderTerm => ({
  sql,
  bind: (value, params) => {
    params.push(value)
    return literal(value)
  },
})

/** Without a cast, numbers would be compared with text as doubles. */
function castText({ kind, nativeType }: Column, value: string): string {
  const text = quoteText(value)
  if (kind.is === 'integer') return `cast(${text} as ${kind.min === 0n ? 'unsigned' : 'signed'})`
  if (kind.is === 'decimal') return `cast(${text} as decimal(65,${Math.min(30, kind.scale ?? 0)}))`
  if (kind.is === 'float') return `(${text} + 0e0)`
  if (kind.is === 'date') return `cast(${text} as date)`
  if (kind.is === 'datetime') return `cast(${text} as datetime(6))`
  if (kind.is === 'time') return `cast(${text} as time(6))`
  if (kind.is === 'bytes') return `x'${/^[0-9a-f]*$/.test(value) ? value : ''}'`
  if (kind.is === 'bits') return `b'${/^[01]+$/.test(value) ? value : '0'}'`
  return /^(?:uuid|inet4|inet6)$/.test(nativeType) ? `cast(${text} as ${nativeType})` : text
}

const makeExactTerm = (column: Column): OrderTerm =>
  column.kind.is === 'bytes'
    ? makeTypedTerm(column)
    : makeTerm(toExactSql(column), value => `cast(${quoteText(value)} as binary)`)

/** Bytes of the text, so that equal means equal and not only alike under a collation. */
function toExactSql({ sqlName, kind, nativeType }: Column): string {
  if (kind.is === 'bytes') return sqlName
  return isGeometry(nativeType) ? `hex(${sqlName})` : `cast(convert(${sqlName} using utf8mb4) as binary)`
}
