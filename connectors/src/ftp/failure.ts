import { Failure } from '@sluice/contract'
import type { Params } from './manifest.ts'

/** No such file, or no right to it: FTP says the same of both. */
export const UNAVAILABLE = 550

/** The code of a refusal; null for anything else. */
export const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null

/** A server whose answer has no end. */
export const endless = (): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The server says more than any FTP server has to say, or takes too long to say it.',
    advice: 'Check the port and the encryption; SFTP is another protocol and usually at port 22.',
    retry: 'later',
  })

/** Why a session could not be made. */
export function toSignInFailure(error: unknown, { host, port }: Params): Failure {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (code !== null && error instanceof Error && /clear ?text|\b(?:TLS|SSL)\b|encrypt/i.test(error.message))
    return new Failure({
      code: 'connector.tls',
      message: 'The server wants another encryption, or any at all.',
      advice: 'Choose to encrypt; old servers want it implicit, at port 990.',
      field: 'tls',
      cause: error,
    })
  if (code === 530 || code === 331 || code === 332)
    return new Failure({
      code: 'connector.auth',
      message: 'The server refused the user name or the password.',
      advice: 'Check both, and whether the server lets this user sign in without encryption.',
      cause: error,
    })
  if (code === 421 || code === 450)
    return new Failure({
      code: 'connector.busy',
      message: 'The server takes no more sessions at the moment.',
      advice: 'It is tried again by itself; if this stays, have the number of sessions of this user raised.',
      retry: 'later',
      cause: error,
    })
  if (code !== null && [500, 502, 504, 534, 522, 431].includes(code))
    return new Failure({
      code: 'connector.tls',
      message: 'The server does not encrypt in this way.',
      advice: 'Choose another encryption; old servers want it implicit, at port 990.',
      field: 'tls',
      cause: error,
    })
  const tls =
    error instanceof Error && 'code' in error && /^(ERR_|CERT_|DEPTH_|SELF_|UNABLE_|EPROTO)/.test(String(error.code))
  if (tls)
    return new Failure({
      code: 'egress.tls',
      message: `The certificate of ${host}:${port} is not trusted, or it is for another name.`,
      advice: 'Enter the authority that signed it, or do not check the certificate.',
      field: 'ca',
      cause: error,
    })
  return new Failure({
    code: 'connector.protocol',
    message: `${host}:${port} does not speak FTP with us.`,
    advice: 'Check the port and the encryption; SFTP is another protocol and usually at port 22.',
    retry: 'later',
    cause: error,
  })
}

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to the server broke, or it said nothing for a minute.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

export const stopped = (): Failure =>
  new Failure({ code: 'egress.aborted', message: 'The transfer was stopped.', retry: 'later' })

export const noSize = (said: string): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The server names no port for its files.',
    advice: 'Ask its administrator to allow passive transfers.',
    value: said,
  })

export const noDirectory = (path: string): Failure =>
  new Failure({
    code: 'connector.place',
    message: `The server has no directory ${path} that this user may enter.`,
    advice: 'Check the directory; many servers show users a root of their own.',
    field: 'directory',
    value: path,
  })

/** A refused operation on a path. */
export function toPathFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (code === null) return broken(error)
  if (code === UNAVAILABLE || code === 553)
    return new Failure({
      code: 'connector.permission',
      message: `There is no ${path} on the server, or the user may not do this with it.`,
      advice: 'It may have been moved or deleted; else give the user the right to read and write there.',
      value: path,
      cause: error,
    })
  if (code === 452 || code === 552)
    return new Failure({
      code: 'target.full',
      message: 'The server has no room left for this user.',
      advice: 'Free some space or raise the quota; writing goes on by itself.',
      retry: 'later',
      cause: error,
    })
  return new Failure({
    code: 'connector.refused',
    message: `The server refused to work on ${path} (FTP ${code}).`,
    advice: 'Look at the log of the server.',
    retry: code < 500 ? 'later' : 'never',
    value: path,
    cause: error,
  })
}
