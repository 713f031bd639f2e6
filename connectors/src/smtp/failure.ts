import { Failure, type FailureDetail } from '@sluice/contract'

/** What the driver tells of a refusal. */
interface MailError {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  /** Of the socket or of TLS beneath. */
  readonly originalCode?: unknown
}

const told = (error: unknown): MailError => (typeof error === 'object' && error !== null ? error : {})

/** The answer of the server as one line; it names addresses and reasons, and no secret. */
const sayAnswer = (error: unknown): string =>
  String(told(error).response ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, 300)

const TLS_CODE = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/

/** Why nobody could sign in. Nothing was sent then. */
export function toSessionFailure(error: unknown, where: string): Failure {
  if (error instanceof Failure) return error
  const { code, originalCode } = told(error)
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new Failure({
      code: 'connector.auth',
      message: 'The mail server refused the user name or the password.',
      advice: 'Check both; many services want an app password, and SMTP to be switched on for the mailbox.',
      cause: error,
    })
  if (code === 'ETLS' || TLS_CODE.test(String(originalCode ?? '')))
    return new Failure({
      code: 'egress.tls',
      message: `${where} offers no encrypted connection that can be trusted.`,
      advice: 'Check encryption, port and certificate; a server of your own network may have a self-signed one.',
      cause: error,
    })
  if (isLater(error)) return busy(error)
  if (code === 'ETIMEDOUT' || code === 'ECONNECTION' || code === 'ESOCKET') return broken(error)
  return new Failure({
    code: 'connector.protocol',
    message: `${where} does not speak SMTP with us.`,
    advice: 'Check the port, and whether it wants TLS from the start.',
    cause: error,
  })
}

/** 4xx: not now. */
const isLater = (error: unknown): boolean => /^4\d\d$/.test(String(told(error).responseCode ?? ''))
/** Whether the server itself has answered. */
export const isRefusal = (error: unknown): boolean => /^[45]\d\d$/.test(String(told(error).responseCode ?? ''))

const busy = (cause: unknown): Failure =>
  new Failure({
    code: 'connector.busy',
    message: `The mail server takes no mails right now: ${sayAnswer(cause)}.`,
    advice: 'They are sent again by themselves; if this stays, look at its limits of mails an hour.',
    retry: 'later',
    cause,
  })

export const broken = (cause?: unknown): Failure =>
  new Failure({
    code: 'connector.broken',
    message: 'The connection to the mail server broke before the mail was handed over.',
    advice: 'It is made again by itself; if this stays, look at the log of the server.',
    retry: 'later',
    cause,
  })

/** The server has said no to one mail. */
export function toRefusal(error: unknown): FailureDetail {
  if (isLater(error)) return busy(error).toDetail()
  return {
    code: 'target.refused',
    message: `The mail server refused the mail: ${sayAnswer(error)}.`,
    advice: 'Correct the recipients or the content, then process the record again.',
    retry: 'skip',
  }
}

/** Some have it and some do not, so the record must not look done. */
export const partlyRefused = (addresses: readonly string[]): FailureDetail => ({
  code: 'target.partlyRefused',
  message: `The mail went to the other recipients, but the server refused ${addresses.join(', ')}.`,
  advice: 'Correct the address and send the mail to it alone; the others have it already.',
  retry: 'skip',
  field: 'to',
  value: addresses.join(', '),
})

/** Handed over, or not; nobody has said. */
export const unanswered = (cause: unknown): FailureDetail =>
  new Failure({
    code: 'target.unconfirmed',
    message: 'The mail server did not confirm the mail, so it may have been sent or not.',
    advice: 'Ask a recipient or look into the log of the server, then confirm the record or process it again.',
    retry: 'never',
    cause,
  }).toDetail()

export const badField = (field: string, message: string, advice: string, value?: string): FailureDetail => ({
  code: 'target.field',
  message,
  advice,
  field,
  retry: 'skip',
  ...(value === undefined ? {} : { value: value.slice(0, 200) }),
})

export const missingResource = (id: string): Failure =>
  new Failure({
    code: 'resource.missing',
    message: `There is no ${id} here; a mail server takes mails only.`,
    advice: 'Choose the resource mail.',
    value: id,
  })
