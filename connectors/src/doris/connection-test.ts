import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import type { Right, TestStep } from '@sluice/contract'
import { Failure } from '@sluice/contract'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in, and tells what the user may do by its grants. Nothing is written. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps<Session>(context, {
    host: params.host,
    port: params.port,
    username: params.username,
    open: () => Session.open(params, context),
    tellProtocol: async session => session?.version ?? '',
    tellRights: session => tellRights(session, params),
  })

const needs = { read: ['SELECT'], write: ['LOAD', 'INSERT'], create: ['CREATE'] } as const

async function tellRights(session: Session, { database, username }: Params): Promise<Seen> {
  const [[count] = []] = await session.query(
    'select count(*) from information_schema.tables where table_schema = database()',
  )
  const granted = await readGrants(session, database)
  const repair = (privilege: string) =>
    `GRANT ${privilege} ON internal.\`${database.replaceAll('`', '')}\`.* TO '${username.replaceAll("'", '')}'@'%';`
  const judge = (name: keyof typeof needs, privilege: string): Right => {
    if (granted === null) return makeRight(name, 'unknown', { detail: 'the server does not tell' })
    return needs[name].some(each => granted.has(each)) || granted.has('ALL') || granted.has('ADMIN')
      ? makeRight(name, 'yes')
      : makeRight(name, 'no', {
          advice: 'If it is to be so, an administrator of the server runs this.',
          repair: repair(privilege),
        })
  }
  const rights = [
    judge('read', 'SELECT_PRIV'),
    judge('write', 'SELECT_PRIV, LOAD_PRIV'),
    judge('create', 'CREATE_PRIV'),
  ]
  if (rights.every(right => right.state === 'no'))
    throw new Failure({
      code: 'connector.permission',
      message: 'The user may neither read nor write any table of this database.',
      advice: 'Grant the user SELECT_PRIV (source) or SELECT_PRIV and LOAD_PRIV (target) on the database.',
      repair: repair('SELECT_PRIV, LOAD_PRIV'),
    })
  return { detail: `${String(count)} tables and views`, rights }
}

/**
 * Privileges on the whole database, without `_PRIV`; null where the server does not tell. Doris answers with one row of
 * columns by level, MySQL's kind with lines of GRANT.
 */
async function readGrants(session: Session, database: string): Promise<ReadonlySet<string> | null> {
  const rows = await session.query('show grants').catch(() => null)
  if (rows === null) return null
  const text = rows.flatMap(row => row.map(cell => (cell === null ? '' : String(cell)))).filter(cell => cell !== '')
  const lines = text.flatMap(cell => cell.split(';').map(each => each.trim()))
  const ours = lines.filter(line => {
    const grant = /^GRANT (.+?) ON (\S+)/i.exec(line)
    if (grant) return [`\`${database}\`.*`, '*.*'].includes((grant[2] ?? '').replaceAll('\\', ''))
    const place = /^([^:]+):/.exec(line)?.[1]?.trim()
    return place === undefined || place === `internal.${database}` || place === 'internal' || place === database
  })
  return new Set(
    ours.flatMap(line =>
      [...line.matchAll(/\b(SELECT|LOAD|INSERT|CREATE|ADMIN|ALL)(?:_PRIV| PRIVILEGES)?\b/gi)].map(match =>
        match[1]!.toUpperCase(),
      ),
    ), // the group is always there
  )
}
