import { type ConnectorContext, makeRight, type RightName } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import type { Right, TestStep } from '@sluice/contract'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, finds the server, signs in, lists collections and tells what the user may do. Nothing is written. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps(context, {
    host: params.host,
    port: params.port,
    username: params.username || null,
    timeoutMs: 8000,
    open: () => Session.open(params, context),
    tellProtocol: session => (session ? readVersion(session) : undefined),
    tellRights: session => tellRights(session, params),
  })

async function readVersion(session: Session): Promise<string> {
  const { version } = await session.run(() => session.db.command({ buildInfo: 1 }))
  return `MongoDB ${String(version)}`
}

interface Privilege {
  readonly resource: { readonly db?: string; readonly collection?: string; readonly anyResource?: boolean }
  readonly actions: readonly string[]
}

async function tellRights(session: Session, params: Params): Promise<Seen> {
  const { database } = params
  const found = await session.run(() => session.db.listCollections({}, { nameOnly: true }).toArray())
  const status = await session.run(() => session.db.command({ connectionStatus: 1, showPrivileges: true }))
  const { authenticatedUsers: users = [], authenticatedUserPrivileges: privileges = [] } = status['authInfo'] ?? {}
  const tell = (name: RightName, actions: readonly string[], role: string): Right =>
    // A server without users lets everybody do everything.
    users.length === 0 ? makeRight(name, 'yes') : tellRight(name, actions, privileges, { params, role })
  return {
    detail: `${database}: ${found.length} collections`,
    rights: [
      tell('read', ['find'], 'read'),
      tell('write', ['insert', 'update', 'remove'], 'readWrite'),
      tell('create', ['createCollection', 'createIndex'], 'readWrite'),
    ],
  }
}

function tellRight(
  name: RightName,
  actions: readonly string[],
  privileges: readonly Privilege[],
  { params, role }: { readonly params: Params; readonly role: string },
): Right {
  const { database, username, auth_source: source } = params
  const holds = ({ actions: given }: Privilege) => actions.every(action => given.includes(action))
  const isHere = ({ resource }: Privilege) =>
    resource.anyResource === true || resource.db === database || resource.db === ''
  const isWhole = ({ resource }: Privilege) => resource.anyResource === true || resource.collection === ''
  const here = privileges.filter(each => isHere(each) && holds(each))
  if (here.some(isWhole)) return makeRight(name, 'yes')
  const told = {
    advice: 'If it is to be so, an administrator of the server runs this in mongosh.',
    repair: `db.getSiblingDB(${JSON.stringify(source || 'admin')}).grantRolesToUser(${JSON.stringify(username)}, [{ role: "${role}", db: ${JSON.stringify(database)} }])`,
  }
  const some = here.map(each => each.resource.collection).join(', ')
  if (here.length > 0) return makeRight(name, 'part', { ...told, detail: `only ${some}` })
  return makeRight(name, 'no', { ...told, detail: `no role on ${database} allows it` })
}
