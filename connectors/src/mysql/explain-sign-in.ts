import type { ConnectorContext } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { z } from 'zod'
import { quoteName } from './dialect.ts'
import type { Params } from './manifest.ts'
import { quoteText } from './quote-account.ts'
import { Session } from './session.ts'

const Refusal = z.object({ errno: z.number(), message: z.string() })

/** The server's numbers: what it says of a sign-in that it refuses. */
const HOST_UNKNOWN = 1130
const WRONG_PASSWORD = 1045
const NOT_YOURS = 1044
const NO_DATABASE = 1049

const MAX_LISTED = 20

/** A refused sign-in with what the server knows about the way out. @throws always */
export async function explainSignIn(error: unknown, params: Params, context: ConnectorContext): Promise<never> {
  const refusal = Refusal.safeParse(error instanceof Failure ? error.cause : error).data
  if (!(error instanceof Failure) || !refusal) throw error
  const [, account, host] = /user '([^']*)'@'([^']*)'/.exec(refusal.message) ?? []
  if (refusal.errno === WRONG_PASSWORD && account !== undefined && host !== undefined)
    throw new Failure({
      ...error.toDetail(),
      advice: `The server sees ${account}@${host}; check the password, and whether it has an account for this host.`,
      repair: `SELECT user, host FROM mysql.user WHERE user = ${quoteText(account)};`,
      cause: error.cause,
    })
  if (refusal.errno === NOT_YOURS && account !== undefined && host !== undefined)
    throw new Failure({
      ...error.toDetail(),
      repair: `GRANT SELECT, INSERT, UPDATE, DELETE ON ${quoteName(params.database)}.* TO ${quoteText(account)}@${quoteText(host)};`,
      cause: error.cause,
    })
  const names = refusal.errno === NO_DATABASE ? await listDatabases(params, context) : []
  if (names.length === 0) throw error
  throw new Failure({ ...error.toDetail(), advice: `This user may choose ${names.join(', ')}.`, cause: error.cause })
}

/** The server ends the connection before anybody has signed in. */
export function refuseHost(errno: number, said: string, { username }: Params): Failure {
  const host = /Host '([^']+)'/.exec(said)?.[1]
  if (errno === HOST_UNKNOWN && host !== undefined)
    return new Failure({
      code: 'connector.auth',
      message: `The server lets nobody in from ${host}.`,
      advice: 'An administrator makes an account for this host, with a password of its own, and grants it rights.',
      repair: `CREATE USER ${quoteText(username)}@${quoteText(host)} IDENTIFIED BY '…';`,
    })
  return new Failure({
    code: 'connector.busy',
    message: `The server refuses connections: ${said}.`,
    retry: 'later',
    advice: 'Ask the administrator to let this host in (FLUSH HOSTS) or to raise max_connections.',
  })
}

/** Databases that this user sees; none where that cannot be asked. */
async function listDatabases(params: Params, context: ConnectorContext): Promise<string[]> {
  const session = await Session.open({ ...params, database: 'information_schema' }, context).catch(() => null)
  if (!session) return []
  try {
    const rows = await session.query(
      `select schema_name from information_schema.schemata
        where schema_name not in ('information_schema', 'performance_schema', 'mysql', 'sys') order by schema_name limit ${MAX_LISTED}`,
    )
    return rows.map(([name]) => String(name))
  } catch {
    return []
  } finally {
    await session.close()
  }
}
