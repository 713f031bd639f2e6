import type { Column, StatementDialect } from '@sluice/connector-kit/sql'
import { Failure, type StatementType } from '@sluice/contract'
import { quoteName, quoteText } from './dialect.ts'
import type { DriverColumn } from './driver.ts'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import type { Session } from './session.ts'
import { formatType, type OracleType, toKind } from './types.ts'

const casts: Readonly<Record<StatementType, (text: string) => string>> = {
  string: text => text,
  int: text => `to_number(${text})`,
  decimal: text => `to_number(${text})`,
  bool: text => `to_number(${text})`,
  date: text => `to_date(${text}, 'YYYY-MM-DD')`,
  datetime: text => `to_timestamp(replace(${text}, 'T', ' '), 'YYYY-MM-DD HH24:MI:SS.FF')`,
}

export const statements: StatementDialect<Session> = {
  bind(type, value, params) {
    params.push(value)
    return casts[type](quoteText(type === 'bool' ? (value === 'true' ? '1' : '0') : value))
  },
  mark: (type, position) => casts[type === 'bool' ? 'string' : (type ?? 'string')](`:p${position}`),
  async describe(session, sql) {
    // What stands behind q' is read by other rules of quotes.
    if (/\bn?q'/i.test(sql))
      throw new Failure({
        code: 'source.query',
        message: "The query writes a text as q'…'.",
        field: 'sql.text',
        advice: 'Write it in plain quotes.',
      })
    try {
      await session.execute('set transaction read only')
      return (await session.columns(`select * from (${sql}\n) sluice_query where 1 = 0`)).map(toColumn)
    } catch (error) {
      throw toFailure(error, 'The query was refused')
    } finally {
      await session.rollback().catch(() => session.destroy())
    }
  },
  work: session => ({
    begin: 'begin',
    exec: sql => control(session, sql),
    run: (sql, values) =>
      session.execute(
        sql,
        Object.fromEntries(
          values.map((value, at) => [
            `p${at + 1}`,
            value === null || value instanceof Uint8Array
              ? value
              : String(value) === 'true'
                ? '1'
                : String(value) === 'false'
                  ? '0'
                  : String(value),
          ]),
        ),
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

/** A transaction begins by itself here, and a savepoint is never released. */
async function control(session: Session, sql: string): Promise<void> {
  if (sql === 'commit') return session.commit()
  if (sql === 'rollback') return session.rollback()
  if (sql !== 'begin' && !/^release /i.test(sql)) await session.execute(sql)
}

function toColumn({ name, dbTypeName, precision, scale, byteSize, nullable }: DriverColumn): Column {
  // A NUMBER without limits tells a scale of -127.
  const isFree = dbTypeName === 'NUMBER' && (precision === undefined || precision === 0 || (scale ?? 0) < -84)
  const native: OracleType = {
    name: dbTypeName.replace(/^TIMESTAMP(?! *\()/, `TIMESTAMP(${precision ?? scale ?? 6})`),
    bytes: byteSize ?? null,
    chars: null,
    precision: isFree ? null : (precision ?? null),
    scale: isFree ? null : (scale ?? null),
  }
  return {
    name,
    sqlName: quoteName(name),
    nativeType: formatType(native),
    kind: toKind(native),
    isNullable: nullable ?? true,
    hasDefault: false,
    isGenerated: false,
  }
}
