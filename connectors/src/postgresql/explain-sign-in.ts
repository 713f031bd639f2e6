import { isIPv6 } from 'node:net'
import type { ConnectorContext } from '@sluice/connector-kit'
import { Failure } from '@sluice/contract'
import { z } from 'zod'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

const Refusal = z.object({ code: z.string(), message: z.string() })

/** Databases every server has, to ask from which ones there are. */
const COMMON = ['postgres', 'template1']
const MAX_LISTED = 20

/** A refused sign-in with what the server knows about the way out. @throws always */
export async function explainSignIn(error: unknown, params: Params, context: ConnectorContext): Promise<never> {
  const refusal = Refusal.safeParse(error instanceof Failure ? error.cause : error).data
  if (!(error instanceof Failure) || !refusal) throw error
  if (refusal.code === '28000') throw explainHostRule(error, refusal.message, params)
  if (refusal.code !== '3D000') throw error
  const names = await listDatabases(params, context)
  if (names.length === 0) throw error
  throw new Failure({ ...error.toDetail(), advice: `This user may choose ${names.join(', ')}.`, cause: error.cause })
}

/** pg_hba.conf has no line for us, or one that says no. */
function explainHostRule(failure: Failure, said: string, { username, database, ssl }: Params): Failure {
  const match = /pg_hba\.conf (?:entry for|rejects connection for) host "([^"]+)"/.exec(said)
  if (!match) return failure
  const [, address = ''] = match
  const isPlain = (ssl ?? 'disable') === 'disable'
  const quote = (name: string) => `"${name.replaceAll('"', '')}"`
  return new Failure({
    code: 'connector.auth',
    message: `The server lets this user into this database neither from ${address} nor in this way.`,
    advice: isPlain
      ? 'Try SSL mode encrypted; else an administrator adds this line to pg_hba.conf and reloads the server.'
      : 'An administrator adds this line to pg_hba.conf and reloads the server.',
    repair: `${isPlain ? 'host' : 'hostssl'} ${quote(database)} ${quote(username)} ${address}/${isIPv6(address) ? 128 : 32} scram-sha-256`,
    cause: failure.cause,
  })
}

/** Databases that this user may connect to; none where that cannot be asked. */
async function listDatabases(params: Params, context: ConnectorContext): Promise<string[]> {
  for (const database of COMMON) {
    const session = await Session.open({ ...params, database }, context).catch(() => null)
    if (!session) continue
    try {
      const rows = await session.query(
        `select datname from pg_database where datallowconn and not datistemplate and has_database_privilege(oid, 'connect')
          order by datname limit ${MAX_LISTED}`,
      )
      return rows.map(([name]) => name ?? '')
    } catch {
      return []
    } finally {
      await session.close()
    }
  }
  return []
}
