import type { Column, StatementDialect } from '@sluice/connector-kit/sql'
import type { StatementType } from '@sluice/contract'
import { quoteName, settingName } from './dialect.ts'
import { explainRow, toFailure, toSessionFailure } from './failure.ts'
import type { Row, Session } from './session.ts'
import { toKind } from './types.ts'

const nativeTypes: Readonly<Record<StatementType, string>> = {
  string: 'text',
  int: 'bigint',
  decimal: 'numeric',
  bool: 'boolean',
  date: 'date',
  datetime: 'timestamp',
}

export const statements: StatementDialect<Session> = {
  bind(type, value, params) {
    params.push(value)
    return `cast(current_setting('${settingName(params.length)}') as ${nativeTypes[type]})`
  },
  // Without a declared type the server finds the one that fits.
  mark: (type, position) =>
    type === null || type === 'string' ? `$${position}` : `$${position}::${nativeTypes[type]}`,
  describe,
  work: session => ({
    begin: 'begin',
    exec: sql => session.run(sql),
    run: (sql, values) => session.execute(sql, values),
    get isBroken() {
      return session.isBroken
    },
    destroy: () => session.destroy(),
    close: () => session.close(),
    toFailure: error => toFailure(error, 'The statement was refused'),
    toSessionFailure,
    explain: error => explainRow(error, {}),
  }),
}

// As of a column of a table: a domain counts as its base type, an array as its elements.
const TYPES = `
select format_type(t.oid, x.modifier), coalesce(e.typname, b.typname, t.typname),
  case when t.typtype = 'd' then t.typtypmod else x.modifier end, t.typelem <> 0 and t.typcategory = 'A'
from unnest($1::oid[], $2::int[]) with ordinality x(type, modifier, place) join pg_type t on t.oid = x.type
left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem
order by x.place`

async function describe(session: Session, sql: string, params: readonly string[]): Promise<readonly Column[]> {
  try {
    await session.run('begin transaction read only')
    await session.query(
      `select ${['1', ...params.map((text, at) => `set_config('${settingName(at + 1)}', ${session.quote(text)}, true)`)].join(', ')}`,
    )
    const fields = await session.fields(`select * from (${sql}\n) sluice_query limit 0`)
    const types = await session.query(TYPES, [
      `{${fields.map(field => field.type).join(',')}}`,
      `{${fields.map(field => field.modifier).join(',')}}`,
    ])
    return fields.map(({ name }, at) => toColumn(name, types[at] ?? []))
  } catch (error) {
    throw toFailure(error, 'The query was refused')
  } finally {
    await session.run('rollback').catch(() => session.destroy())
  }
}

const toColumn = (name: string, [nativeType, base, modifier, isList]: Row): Column => ({
  name,
  sqlName: quoteName(name),
  nativeType: nativeType ?? '',
  kind: toKind({ name: base ?? '', modifier: Number(modifier), isList: isList === 't' }),
  isNullable: true,
  hasDefault: false,
  isGenerated: false,
})
