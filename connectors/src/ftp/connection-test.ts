import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import type { TestStep } from '@sluice/contract'
import { codeOf, noDirectory, toPathFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in and lists the directory. Nothing is written. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps(context, {
    host: params.host,
    port: params.port,
    username: params.username,
    open: () => Session.open(params, context),
    tellProtocol: session => (session?.isEncrypted ? 'FTP, TLS' : 'FTP'),
    tellRights: session => tellRights(session, params),
  })

async function tellRights(session: Session, params: Params): Promise<Seen> {
  const root = params.directory || '.'
  const enter = (path: string) => session.ask(client => client.cd(path))
  const entries = await enter(root)
    .then(() => session.ask(client => client.list()))
    .catch((error: unknown) => {
      throw codeOf(error) === null ? toPathFailure(error, root) : noDirectory(root)
    })
  const advice = 'If it is to be so, the administrator of the server gives this user the right.'
  return {
    detail: root,
    rights: [
      makeRight('read', 'yes', { detail: `${entries.length} files and folders are listed` }),
      makeRight('write', 'unknown', { detail: 'shows when the first file is written', advice }),
    ],
  }
}
