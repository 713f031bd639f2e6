import type { Column, OrderDialect, OrderTerm } from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'

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
