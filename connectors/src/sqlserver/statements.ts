import type { Column, StatementDialect } from '@sluice/connector-kit/sql'
import { Failure, type StatementType } from '@sluice/contract'
import { quoteName, quoteText } from './dialect.ts'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'
import { formatType, toKind } from './types.ts'

const casts: Readonly<Record<StatementType, string>> = {
  string: 'nvarchar(max)',
  int: 'bigint',
  decimal: 'decimal(38, 10)',
  bool: 'bit',
  date: 'date',
  datetime: 'datetime2(7)',
}

export const statements: StatementDialect<Session> = {
  bind(type, value, params) {
    params.push(value)
    const text = type === 'bool' ? (value === 'true' ? '1' : '0') : value
    return type === 'string' ? quoteText(text) : `convert(${casts[type]}, ${quoteText(text)})`
  },
  mark: (type, position) =>
    type === null || type === 'string' ? `@p${position}` : `convert(${casts[type]}, @p${position})`,
  /** The server tells the columns without running anything. */
  async describe(session, sql) {
    // A quote in a bracketed name would hide from a reader of quotes what the server takes as a statement.
    if (/\[[^\]]*['"`]/.test(sql))
      throw new Failure({
        code: 'source.query',
        message: 'The query has a quote inside of a name in brackets.',
        field: 'sql.text',
        advice: 'Write the name in double quotes.',
      })
    const wrapped = quoteText(`select * from (${sql}\n) as sluice_query`)
    const rows = await session.query(
      `select d.name, t.name, d.max_length, d.precision, d.scale, d.is_nullable, d.error_message
       from sys.dm_exec_describe_first_result_set(${wrapped}, null, 0) as d
       left join sys.types as t on t.user_type_id = d.system_type_id order by d.column_ordinal`,
    )
    const fault = rows.map(row => row[6]).find(each => each !== null)
    if (fault !== undefined || rows.length === 0)
      throw new Failure({ code: 'connector.failed', message: `The query was refused: ${String(fault ?? '')}.` })
    return rows.map(([name, type, maxLength, precision, scale, isNullable]): Column => {
      const native = {
        name: String(type),
        maxLength: Number(maxLength),
        precision: Number(precision),
        scale: Number(scale),
      }
      return {
        name: String(name ?? '?column?'),
        sqlName: quoteName(String(name ?? '?column?')),
        nativeType: formatType(native),
        kind: toKind(native),
        isNullable: isNullable === true || Number(isNullable) === 1,
        hasDefault: false,
        isGenerated: false,
      }
    })
  },
  work: session => ({
    begin: 'begin transaction',
    exec: sql => session.query(toOurs(sql)),
    run: (sql, values) =>
      session.execute(
        sql,
        values.map(value => (value === null || value instanceof Uint8Array ? value : String(value))),
      ),
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

/** Savepoints in the words of this server, which has no release of one. */
function toOurs(sql: string): string {
  const name = /^(?:rollback to )?savepoint (\w+)$/i.exec(sql)?.[1]
  if (name !== undefined) return /^rollback/i.test(sql) ? `rollback transaction ${name}` : `save transaction ${name}`
  return /^release /i.test(sql) ? 'select 1' : sql
}
