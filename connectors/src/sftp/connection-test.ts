import { type ConnectorContext, makeRight } from '@sluice/connector-kit'
import { runSignInSteps, type Seen } from '@sluice/connector-kit/sql'
import type { Right, TestStep } from '@sluice/contract'
import type { FileEntryWithStats } from 'ssh2'
import { noDirectory, statusOf, toPathFailure } from './failure.ts'
import type { Params } from './manifest.ts'
import { Session } from './session.ts'

/** Dials, compares the host key, signs in and looks into the directory. Nothing is written. */
export const testConnection = (params: Params, context: ConnectorContext): AsyncIterable<TestStep> =>
  runSignInSteps(context, {
    host: params.host,
    port: params.port,
    username: params.username,
    open: () => Session.open(params, context),
    tellProtocol: session => (session ? `SSH, ${session.fingerprint}` : 'SSH'),
    tellRights: session => tellRights(session, params),
  })

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
