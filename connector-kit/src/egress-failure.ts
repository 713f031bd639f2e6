import { Failure, type FailureInit } from '@sluice/contract'

/** The private side of a failed exchange. */
class EgressCause extends Error {
  /** Whether the request may have reached the server. */
  readonly sent: boolean

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'EgressCause'
    this.sent = sent
  }
}

/** Whether the request of a failed exchange may have had an effect. True when nobody can say. */
export function wasSent(error: unknown): boolean {
  const cause = error instanceof Failure ? error.cause : error
  return cause instanceof EgressCause ? cause.sent : true
}

/** A Failure of egress that knows whether the request may have been received. */
export function egressFailure(init: FailureInit & { readonly sent: boolean }): Failure {
  const { sent, cause, ...rest } = init
  return new Failure({ ...rest, cause: new EgressCause(`calling out: ${rest.code}`, sent, cause) })
}

interface Place {
  /** `host:port`, fit for a user's eyes. */
  readonly where: string
  readonly sent: boolean
}

/** Any error of a socket, of TLS or of the HTTP parser, as a Failure that names the place. */
export function mapNetworkError(error: unknown, { where, sent }: Place): Failure {
  if (error instanceof Failure)
    return wasSent(error) || !sent ? error : egressFailure({ ...error.toDetail(), sent, cause: error.cause })
  const code = codeOf(error)
  const known = KNOWN.find(each => each.pattern.test(code)) ?? BROKEN
  return egressFailure({
    code: known.code,
    message: known.say(where, code),
    advice: known.advice,
    retry: known.retry,
    sent,
    cause: error,
  })
}

interface KnownError {
  readonly pattern: RegExp
  readonly code: string
  readonly retry: 'later' | 'never'
  readonly advice: string
  say(where: string, code: string): string
}

const BROKEN: KnownError = {
  pattern: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES|HPE_)/,
  code: 'egress.broken',
  retry: 'later',
  advice: 'Try again; if it stays, a proxy or the server cuts the connection.',
  say: where => `The connection to ${where} broke before the answer was complete.`,
}
const KNOWN: readonly KnownError[] = [
  {
    pattern: /^EAI_AGAIN$/,
    code: 'egress.dns',
    retry: 'later',
    advice: 'Check the name server of this machine.',
    say: where => `The name of ${where} could not be looked up right now.`,
  },
  {
    pattern: /^(ENOTFOUND|ENODATA|EAI_|ENONAME)/,
    code: 'egress.dns',
    retry: 'never',
    advice: 'Check the spelling of the host name.',
    say: where => `The host of ${where} does not exist.`,
  },
  {
    pattern: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN)$/,
    code: 'egress.refused',
    retry: 'later',
    advice: 'Check host and port, and that the service runs and its firewall lets this machine in.',
    say: where => `Nothing answers at ${where}.`,
  },
  {
    pattern: /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    code: 'egress.timeout',
    retry: 'later',
    advice: 'Check host, port and firewall; a filtered port answers nothing.',
    say: where => `${where} did not answer in time.`,
  },
  {
    pattern: /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_OSSL|HOSTNAME_MISMATCH)/,
    code: 'egress.tls',
    retry: 'never',
    advice: 'Use a valid certificate, check http against https, or switch off verification for this connector.',
    say: (where, code) => `A secure connection to ${where} could not be made (${code}).`,
  },
  BROKEN,
]

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // A failed happy-eyeballs connect carries one error per address.
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : ''
}
