import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { planDial, runSteps, type Seen } from '@sluice/connector-kit/sql'
import { type Failure, type Right, type TestStep, toFailure } from '@sluice/contract'
import type { FileEntryWithStats } from 'ssh2'
import { noDirectory, statusOf, toPathFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, compares the host key, signs in and looks into the directory. Nothing is written. */
export async function* testConnection(params: Params, context: ConnectorContext): AsyncIterable<TestStep> {
  let session: Session | null = null
  let failure: Failure | undefined
  const isAboutUser = ({ code }: Failure): boolean => /^connector\.(auth|permission)$/.test(code)
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
            if (failure && !isAboutUser(failure)) throw failure
            return session ? `SSH, ${session.fingerprint}` : 'SSH'
          },
        },
        {
          name: 'auth',
          run: async () => {
            if (failure?.code === 'connector.auth') throw failure
            return params.username
          },
        },
        {
          name: 'permission',
          run: async () => {
            if (!session) throw failure
            return tellRights(session, params)
          },
        },
      ],
    )
  } finally {
    // Assigned in a closure, which the compiler does not follow.
    await (session as Session | null)?.close()
  }
}

async function tellRights(session: Session, params: Params): Promise<Seen> {
  const root = params.directory || '.'
  const entries = await session
    .ask<FileEntryWithStats[]>((sftp, done) => sftp.readdir(root, done))
    .catch((error: unknown) => {
      throw statusOf(error) === null ? toPathFailure(error, root) : noDirectory(root)
    })
  const first = entries.find(entry => entry.attrs.isFile())
  const read = first ? await tellRead(session, params, `${root}/${first.filename}`) : emptyRead
  return { detail: root, rights: [read, tellWrite(params)] }
}

const emptyRead = makeRight('read', 'yes', { detail: 'the directory can be listed; it holds no files yet' })

/** Opened and closed again, without reading. */
async function tellRead(session: Session, params: Params, path: string): Promise<Right> {
  try {
    const handle = await session.ask<Buffer>((sftp, done) => sftp.open(path, 'r', done))
    await session.ask<void>((sftp, done) => sftp.close(handle, error => done(error)))
    return makeRight('read', 'yes')
  } catch (error) {
    if (statusOf(error) === null) throw toPathFailure(error, path)
    return makeRight('read', 'no', {
      detail: 'files are listed, but may not be read',
      advice: ADVICE,
      repair: grantOn(params),
    })
  }
}

/** A server tells it only when a file is written: its numbers of users are not those of this machine. */
const tellWrite = (params: Params): Right =>
  makeRight('write', 'unknown', {
    detail: 'shows when the first file is written',
    advice: ADVICE,
    repair: grantOn(params),
  })

const ADVICE = 'If it is to be so, the administrator of the server runs this there.'
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const grantOn = ({ username, directory }: Params): string =>
  `setfacl -R -m ${quote(`u:${username}:rwX`)} ${quote(directory || '.')}`
