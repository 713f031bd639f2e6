import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import { Failure, type Right, type TestStep } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in, and tells what the user may do as the server itself sees it. Nothing is written. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps<Session>(context, {
    host: params.host,
    port: params.port,
    username: params.username,
    open: () => Session.open(params, context),
    tellProtocol: async session => (session ? `SQL Server ${session.version}` : ''),
    tellRights,
  })

const may = (right: string) => `has_perms_by_name(quotename(s.name) + N'.' + quotename(o.name), N'OBJECT', N'${right}')`

async function tellRights(session: Session): Promise<Seen> {
  const [row = []] = await session.query(
    `select count(*), coalesce(sum(${may('SELECT')}), 0),
       coalesce(sum(case when o.type = 'U' then 1 else 0 end), 0),
       coalesce(sum(case when o.type = 'U' and ${may('SELECT')} = 1 and ${may('INSERT')} = 1 and ${may('UPDATE')} = 1 then 1 else 0 end), 0),
       has_perms_by_name(null, N'DATABASE', N'CREATE TABLE'), db_name(), user_name()
     from sys.objects as o inner join sys.schemas as s on s.schema_id = o.schema_id
     where o.type in ('U', 'V') and o.is_ms_shipped = 0`,
  )
  const [all = 0, readable = 0, tables = 0, writable = 0, create] = row.map(Number)
  const user = quoteName(String(row[6] ?? 'user'))
  const grant = (what: string) => `GRANT ${what} ON DATABASE::${quoteName(String(row[5] ?? 'database'))} TO ${user};`
  const judge = (name: 'read' | 'write', count: number, total: number, what: string): Right => {
    if (total === 0) return makeRight(name, 'unknown', { detail: 'there are no tables yet' })
    if (count === total) return makeRight(name, 'yes', { detail: `${count} / ${total}` })
    return makeRight(name, count === 0 ? 'no' : 'part', {
      detail: `${count} / ${total}`,
      advice: 'If it is to be so, an administrator of the database runs this.',
      repair: grant(what),
    })
  }
  const rights = [
    judge('read', readable, all, 'SELECT'),
    judge('write', writable, tables, 'SELECT, INSERT, UPDATE, DELETE'),
    create === 1
      ? makeRight('create', 'yes')
      : makeRight('create', 'no', {
          advice: 'If it is to be so, an administrator of the database runs this.',
          repair: `${grant('CREATE TABLE')} GRANT ALTER ON SCHEMA::[dbo] TO ${user};`,
        }),
  ]
  if (create !== 1 && readable === 0 && writable === 0)
    throw new Failure({
      code: 'connector.permission',
      message: 'The user may neither read nor write any table of this database.',
      advice: 'Grant select (source) or select, insert, update and delete (target) on the database.',
      repair: grant('SELECT, INSERT, UPDATE, DELETE'),
    })
  return { detail: `${all} tables and views; ${readable} to read, ${writable} to write`, rights }
}
