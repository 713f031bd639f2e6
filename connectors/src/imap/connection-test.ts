import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import type { TestStep } from '@sluice/contract'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in and lists the folders. No mail is touched. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps(context, {
    host: params.host,
    port: params.port,
    username: params.username,
    open: () => Session.open(params, context),
    tellProtocol: () => (params.security === 'off' ? 'IMAP' : 'IMAP, TLS'),
    tellRights: tellRights,
  })

async function tellRights(session: Session): Promise<Seen> {
  const folders = await session.listFolders()
  return { rights: [makeRight('read', 'yes', { detail: `${folders.length} folders are listed` })] }
}
