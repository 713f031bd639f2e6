import type { Column, KeyedStatements } from '@sluice/connector-kit/sql'
import { Failure } from '@sluice/contract'
import { toFailure } from './failure.ts'
import type { Session } from './session.ts'

/** Questions about one row each. Rows are changed by Stream Load only. */
export const makeStatements = (session: Session): KeyedStatements => ({
  mark: column => castMark(column),
  equals: (column, mark) =>
    column.kind.is === 'float' || column.kind.is === 'other' || column.kind.is === 'json'
      ? `cast(${column.sqlName} as char) <=> ?`
      : `${column.sqlName} <=> ${mark}`,
  each: () => Promise.reject(new Error('rows of Doris are not changed by statements')),
  ask: async (sql, _columns, values) => {
    const rows = await session.query(sql, values.map(toText))
    return rows.map(row => row.map(cell => (cell === null ? null : String(cell))))
  },
  toSessionFailure: error => toFailure(error, 'The database refused the request'),
  explain: error => toFailure(error, 'The database refused the request').toDetail(),
})

const toText = (value: string | Uint8Array | null): string | null => {
  if (value === null || typeof value === 'string') return value
  throw new Failure({ code: 'target.value', message: 'Doris has no type for binary content.', retry: 'skip' })
}

/** Numbers are not compared with text, which would make doubles of both. */
function castMark({ kind }: Column): string {
  if (kind.is === 'integer' || kind.is === 'boolean') return 'cast(? as decimal(38,0))'
  if (kind.is === 'decimal') return `cast(? as decimal(38,${kind.scale ?? 0}))`
  if (kind.is === 'date') return 'cast(? as date)'
  if (kind.is === 'datetime') return 'cast(? as datetime(6))'
  return '?'
}
