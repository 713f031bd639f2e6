import { Failure } from '@sluice/contract'

/** Status codes of SFTP that say something about a path. */
export const NO_SUCH_FILE = 2
const DENIED = 3

/** Why a session could not be made. */
export function toSessionFailure(error: unknown, where: string): Failure {
  if (error instanceof Failure) return error
  const level = error instanceof Error && 'level' in error ? error.level : undefined
  if (level === 'client-authentication')
    return new Failure({
      code: 'connector.auth',
      message: 'The server refused the user name, the password or the key.',
      advice: 'Check them, and that the server lets this user sign in in this way.',
      cause: error,
    })
  if (level === 'client-timeout' || level === 'client-socket') return broken(error)
  return new Failure({
    code: 'connector.protocol',
    message: `${where} does not speak SSH with us.`,
    advice: 'Check the port; SFTP usually listens on 22. FTP and FTPS are other protocols.',
    cause: error,
  })
}

/** The server has shown a key, and none is known yet. */
export const unknownKey = (shown: string): Failure =>
  new Failure({
    code: 'connector.hostKey',
    message: `The server shows the host key ${shown}, and none is entered here, so nobody knows whether it is the right server.`,
    advice: 'Compare it with the administrator of the server, then enter it as the fingerprint of the host key.',
    field: 'fingerprint',
    value: shown,
    repair: shown,
  })

/** Another machine, or a new key: a person decides. */
export const wrongKey = (shown: string): Failure =>
  new Failure({
    code: 'connector.hostKey',
    message: `The server shows the host key ${shown}, which is not the one that is entered here; nothing was sent.`,
    advice: 'Ask the administrator of the server whether the key was changed; enter the new fingerprint only then.',
    field: 'fingerprint',
    value: shown,
  })

export const badKey = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.auth',
    message: 'The private key cannot be read with this passphrase.',
    advice: 'Enter the whole text of the key, its first and last line too, and its passphrase.',
    field: 'private_key',
    // The reason of the parser may hold parts of the key.
    cause: new Error('reading the private key', { cause: cause instanceof Error ? cause.name : undefined }),
  })

export const noSftp = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.permission',
    message: 'The server lets the user sign in, but gives it no SFTP.',
    advice: 'Ask the administrator of the server to switch on the SFTP subsystem for this user.',
    cause,
  })

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to the server broke.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

export const silent = (): Failure =>
  new Failure({
    code: 'connector.timeout',
    message: 'The server has not answered for a minute.',
    advice: 'It is tried again by itself; if this stays, look at the load of the server.',
    retry: 'later',
  })

export const stopped = (): Failure =>
  new Failure({ code: 'egress.aborted', message: 'The transfer was stopped.', retry: 'later' })

export const noDirectory = (path: string): Failure =>
  new Failure({
    code: 'connector.place',
    message: `The server has no directory ${path} that this user may enter.`,
    advice: 'Check the directory; many servers show users a root of their own.',
    field: 'directory',
    value: path,
  })

export const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null

/** A refused operation on a path. Texts of servers differ, so they stay in the log. */
export function toPathFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error
  const status = statusOf(error)
  if (status === null) return broken(error)
  if (status === DENIED)
    return new Failure({
      code: 'connector.permission',
      message: `The user may not do this with ${path}.`,
      advice: 'Give the user the right to read and write there.',
      value: path,
      cause: error,
    })
  if (status === NO_SUCH_FILE)
    return new Failure({
      code: 'resource.missing',
      message: `There is no ${path} on the server.`,
      advice: 'It may have been moved or deleted; choose another.',
      value: path,
      cause: error,
    })
  return new Failure({
    code: 'connector.refused',
    message: `The server refused to work on ${path} (SFTP status ${status}).`,
    advice: 'Look at the free space and at the log of the server.',
    retry: 'later',
    value: path,
    cause: error,
  })
}
