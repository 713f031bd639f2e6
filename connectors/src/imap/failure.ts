import { Failure } from '@sluice/contract'

/** What the driver tells of a refusal. */
interface ImapError {
  readonly code?: unknown
  readonly authenticationFailed?: unknown
  readonly tlsFailed?: unknown
  readonly responseStatus?: unknown
  readonly responseText?: unknown
  readonly serverResponseCode?: unknown
  readonly _err?: unknown
}

const told = (error: unknown): ImapError => (typeof error === 'object' && error !== null ? error : {})

/** The answer of the server as one line. */
const sayAnswer = (error: unknown): string =>
  String(told(error).responseText ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .slice(0, 300)

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ClosedAfterConnectTLS|STARTTLS_|UPGRADE_)/
const BUSY_CODE = /^(UNAVAILABLE|INUSE|LIMIT|OVERQUOTA|CONTACTADMIN)$/

/** Whether the server itself said no, and the line is whole. */
export const isRefusal = (error: unknown): boolean =>
  told(error).responseStatus === 'NO' || told(error).responseStatus === 'BAD'

const isBusy = (error: unknown): boolean =>
  BUSY_CODE.test(String(told(error).serverResponseCode ?? '')) ||
  /too many (simultaneous )?(connections|login)|try again later|temporar/i.test(sayAnswer(error))

/** Why nobody could sign in. */
export function toSignInFailure(error: unknown, where: string): Failure {
  if (error instanceof Failure) return error
  const { code, tlsFailed, _err: inner } = told(error)
  if (isBusy(error)) return busy(error)
  if (told(error).authenticationFailed === true || told(error).serverResponseCode === 'PRIVACYREQUIRED')
    return new Failure({
      code: 'connector.auth',
      message: 'The mail server refused the user name or the password.',
      advice: 'Check both; many services want an app password, and IMAP to be switched on for the mailbox.',
      cause: error,
    })
  if (tlsFailed === true || TLS_CODE.test(String(code ?? '')) || TLS_CODE.test(String(told(inner).code ?? '')))
    return new Failure({
      code: 'egress.tls',
      message: `${where} offers no encrypted connection that can be trusted.`,
      advice: 'Check encryption, port and certificate; a server of your own network may have a self-signed one.',
      cause: error,
    })
  return new Failure({
    code: 'connector.protocol',
    message: `${where} does not speak IMAP with us.`,
    advice: 'Check the port, and whether it wants TLS from the start.',
    retry: 'later',
    cause: error,
  })
}

/** A refused command. @param doing completes "The mail server refused to …" */
export function toRefusal(error: unknown): Failure {
  if (isBusy(error)) return busy(error)
  return new Failure({
    code: 'connector.refused',
    message: `The mail server refused a command: ${sayAnswer(error)}.`,
    advice: 'Check the filters of the source; else look at the log of the server.',
    cause: error,
  })
}

const busy = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.busy',
    message: 'The mail server takes no more sessions of this user at the moment.',
    advice: 'It is tried again by itself; if this stays, close other mail programs or have the limit raised.',
    retry: 'later',
    cause,
  })

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to the mail server broke, or it said nothing for a minute.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

export const tooLarge = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.protocol',
    message: 'The mail server sent an answer that is larger than any mail needs.',
    advice: 'Look at the log of the server; it may be damaged.',
    cause,
  })

export const stopped = (): Failure =>
  new Failure({ code: 'egress.aborted', message: 'Reading the mailbox was stopped.', retry: 'later' })

export const noFolder = (path: string, cause?: unknown): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no folder ${path} in the mailbox that holds mails.`,
    advice: 'Choose one of the listed folders; it may have been renamed or deleted.',
    value: path,
    cause,
  })

export const renumbered = (path: string): Failure =>
  new Failure({
    code: 'source.changed',
    message: `The mail server has numbered the folder ${path} anew while it was being read.`,
    advice: 'Start a new run; mails that were taken already are recognised where message_id is the key.',
    value: path,
  })

export const badWindow = (field: string, fields: readonly string[]): Failure =>
  new Failure({
    code: 'source.window',
    message: `Mails have no order by the field ${field}.`,
    advice: `Choose ${fields.join(' or ')} as the increment field, or switch off the increment.`,
    field: 'increment',
    value: field,
  })

export const badBound = (text: string): Failure =>
  new Failure({
    code: 'source.window',
    message: `The bound ${text.slice(0, 60)} is no place in a mailbox.`,
    advice: 'Run everything once; the bound is found again by that.',
    value: text.slice(0, 60),
  })
