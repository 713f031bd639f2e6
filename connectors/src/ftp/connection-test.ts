import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen } from '@sluice/connector-kit/sql'
import { type Failure, type TestStep, toFailure } from '@sluice/contract'
import { codeOf, noDirectory, toPathFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, signs in and lists the directory. Nothing is written. */
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
            return session?.isEncrypted ? 'FTP, TLS' : 'FTP'
          },
        },
        {
          name: 'auth',
          run: async () => {
            if (failure) throw failure
            return params.username
          },
        },
        { name: 'permission', run: async () => (session ? tellRights(session, params) : undefined) },
      ],
    )
  } finally {
    // Assigned in a closure, which the compiler does not follow.
    await (session as Session | null)?.close()
  }
}

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
