import type { Column, StatementCell, StatementDialect } from '@sluice/connector-kit/sql'
import type { StatementType } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'
import { toKind } from './types.ts'

export const statements: StatementDialect<Session> = {
  bind(type, value, params) {
    params.push(toPlace(type, value))
    return '?'
  },
  mark: type => (type === 'int' || type === 'decimal' || type === 'bool' ? 'cast(? as numeric)' : '?'),
  async describe(session, sql) {
    try {
      const columns = await session.columns(sql)
      return columns.map(([name, type]) => toColumn(name, type))
    } catch (error) {
      throw toFailure(error, 'The query was refused')
    }
  },
  work: session => ({
    begin: 'begin immediate',
    exec: sql => session.exec(sql),
    run: async (sql, values) => (await session.each(sql, [values.map(toBound)]))[0] ?? null,
    get isBroken() {
      return session.isBroken
    },
    destroy: () => session.destroy(),
    close: () => session.close(),
    toFailure: error => toFailure(error, 'The statement was refused'),
    toSessionFailure,
    explain: explainRow,
  }),
}

/** A value with its storage class, as the cursor writes it. */
function toPlace(type: StatementType, value: string): string {
  if (type === 'bool') return value === 'true' ? 'i:1' : 'i:0'
  if (type === 'int') return `i:${value}`
  return type === 'decimal' ? `r:${value}` : `t:${value}`
}

/** Texts of truth values become what SQLite compares with. */
const toBound = (value: StatementCell): StatementCell => (value === 'true' ? 1 : value === 'false' ? 0 : value)

const toColumn = (name: string, type: string): Column => ({
  name,
  sqlName: quoteName(name),
  nativeType: type,
  kind: toKind(type),
  isNullable: true,
  hasDefault: false,
  isGenerated: false,
})
