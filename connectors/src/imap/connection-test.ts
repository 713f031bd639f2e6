import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen } from '@sluice/connector-kit/sql'
import { type Failure, type TestStep, toFailure } from '@sluice/contract'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in and lists the folders. No mail is touched. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  let session: Session | null = null
  let failure: Failure | undefined
  try {
    yield* runSteps(
      () => context.now(),
      [
        ...planDial(context.egress, params.host, params.port, 10_000, socket => socket.destroy()),
        {
          name: 'protocol',
          run: async () => {
            session = await Session.open(params, context).catch((error: unknown) => {
              failure = toFailure(error)
              return null
            })
            if (failure && failure.code !== 'connector.auth') throw failure
            return params.security === 'off' ? 'IMAP' : 'IMAP, TLS'
          },
        },
        {
          name: 'auth',
          run: async () => {
            if (failure) throw failure
            return params.username
          },
        },
        { name: 'permission', run: async () => (session ? tellRights(session) : undefined) },
      ],
    )
  } finally {
    // Assigned in a closure, which the compiler does not follow.
    await (session as Session | null)?.close()
  }
}

async function tellRights(session: Session): Promise<Seen> {
  const folders = await session.listFolders()
  return { rights: [makeRight('read', 'yes', { detail: `${folders.length} folders are listed` })] }
}
