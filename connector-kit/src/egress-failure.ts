import { Failure, type FailureInit } from '@sluice/contract'
import { sayCertificate } from './certificate.ts'

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
  const certificate = sayCertificate(error, where)
  return egressFailure({
    code: known.code,
    message: certificate?.message ?? known.say(where),
    ...(code === '' ? {} : { technical: code }),
    advice: certificate?.advice ?? known.advice,
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
  say(where: string): string
}

const BROKEN: KnownError = {
  pattern: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES|HPE_)/,
  code: 'egress.broken',
  retry: 'later',
  advice: 'Try again; if it stays, a proxy or the server cuts the connection.',
  say: where => `The connection to ${where} broke before the answer was complete.`,
}
const TLS = { code: 'egress.tls', retry: 'never' } as const

const KNOWN: readonly KnownError[] = [
  {
    pattern: /^ECONNRESET$/,
    code: 'egress.broken',
    retry: 'later',
    advice: BROKEN.advice,
    say: where => `The connection was reset by ${where}.`,
  },
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
    say: where => `The host name of ${where} was not found.`,
  },
  {
    pattern: /^ECONNREFUSED$/,
    code: 'egress.refused',
    retry: 'later',
    advice: 'Check host and port, and that the service runs and its firewall lets this machine in.',
    say: where => `The connection was refused by ${where}: nothing listens there.`,
  },
  {
    pattern: /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN)$/,
    code: 'egress.refused',
    retry: 'later',
    advice: 'Check that the host runs, and that network and firewall let this machine reach it.',
    say: where => `No way through the network leads to ${where}.`,
  },
  {
    pattern: /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    code: 'egress.timeout',
    retry: 'later',
    advice: 'Check host, port and firewall; a filtered port answers nothing.',
    say: where => `The connection timed out: ${where} did not answer in time.`,
  },
  {
    ...TLS,
    pattern: /^CERT_HAS_EXPIRED$/,
    advice: 'Have the certificate renewed at the far system.',
    say: where => `The certificate of ${where} has expired.`,
  },
  {
    ...TLS,
    pattern: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    advice: 'Use the host name that the certificate was made for.',
    say: where => `The certificate of ${where} was made for another host name.`,
  },
  {
    ...TLS,
    pattern: /^(UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|CERT_)/,
    advice: 'Use a certificate of a known authority, or switch off verification for this connector.',
    say: where => `The certificate of ${where} is not trusted.`,
  },
  {
    pattern: /^(ERR_TLS|ERR_SSL|EPROTO|ERR_OSSL|HOSTNAME_MISMATCH)/,
    code: 'egress.tls',
    retry: 'never',
    advice: 'Use a valid certificate, check http against https, or switch off verification for this connector.',
    say: where => `A secure connection to ${where} could not be made.`,
  },
  BROKEN,
]

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // A failed happy-eyeballs connect carries one error per address.
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : ''
}
