import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import type { Right, TestStep } from '@sluice/contract'
import { quoteName } from './dialect.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in, and tells what the user may do. Nothing is written. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps<Session>(context, {
    host: params.host,
    port: params.port,
    username: params.username,
    open: () => Session.open(params, context),
    tellProtocol: async session => (session ? `Oracle ${session.version}` : ''),
    tellRights,
  })

/** By the privileges of the session, the tables of the user itself, and what others granted on theirs. */
async function tellRights(session: Session): Promise<Seen> {
  const privileges = new Set((await session.query('select privilege from session_privs')).map(([name]) => String(name)))
  const [[user, own, readable, writable] = []] = await session.query(
    `select user, (select count(*) from user_tables),
       (select count(distinct table_schema || '.' || table_name) from all_tab_privs where privilege in ('SELECT', 'READ') and grantor <> 'SYS' and grantee = user),
       (select count(distinct table_schema || '.' || table_name) from all_tab_privs where privilege = 'INSERT' and grantor <> 'SYS' and grantee = user)
     from dual`,
  )
  const grantee = quoteName(String(user ?? 'USER'))
  const told = (repair: string) => ({
    advice: 'If it is to be so, an administrator of the database runs this.',
    repair,
  })
  const judge = (name: 'read' | 'write', isWhole: boolean, others: number, repair: string): Right => {
    if (isWhole) return makeRight(name, 'yes')
    const detail = `${Number(own)} + ${others}`
    return Number(own) + others > 0
      ? makeRight(name, 'part', { detail, ...told(repair) })
      : makeRight(name, 'no', told(repair))
  }
  const rights = [
    judge(
      'read',
      privileges.has('SELECT ANY TABLE'),
      Number(readable),
      `GRANT SELECT ON "OWNER"."TABLE" TO ${grantee};`,
    ),
    judge(
      'write',
      privileges.has('INSERT ANY TABLE') && privileges.has('UPDATE ANY TABLE'),
      Number(writable),
      `GRANT SELECT, INSERT, UPDATE, DELETE ON "OWNER"."TABLE" TO ${grantee};`,
    ),
    privileges.has('CREATE TABLE')
      ? makeRight('create', 'yes')
      : makeRight('create', 'no', told(`GRANT CREATE TABLE TO ${grantee};`)),
  ]
  return {
    detail: `${Number(own)} tables of its own; ${Number(readable)} of others to read, ${Number(writable)} to write`,
    rights,
  }
}
