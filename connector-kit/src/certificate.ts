import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { Failure } from '@sluice/contract'

/** What is said of a certificate that was refused. */
interface SeenCertificate {
  /** The name it was given, or the first it is good for. */
  readonly name: string
  /** Hosts it is good for. */
  readonly hosts: readonly string[]
  readonly issuer: string
  readonly from: Date
  readonly to: Date
}

/** Of errors: the certificates that were shown, nearest first, and the code, over which a driver may write its own. */
const seen = new WeakMap<object, { readonly chain: readonly SeenCertificate[]; readonly code: unknown }>()

/** Keeps what the server showed for the error of this handshake: once it has failed, the socket tells nothing any more. */
export function watchCertificate(tls: TLSSocket): TLSSocket {
  let chain: readonly SeenCertificate[] = []
  tls.prependListener('secure', () => {
    chain = readChain(tls.getPeerCertificate(true))
  })
  tls.prependListener('error', (error: object) => {
    seen.set(error, { chain, code: codeOf(error) })
  })
  return tls
}

/** What a driver that encrypts by itself begins to; its types do not show it. */
interface StartsTls {
  readonly stream: TLSSocket
  startTLS(done: (error?: Error) => void): void
}

/** The same for a driver of the MySQL protocol, which puts its encrypted line into the place of ours. */
export function watchStartTls(connection: object): void {
  const driver = connection as StartsTls // the version is pinned
  const start = driver.startTLS
  driver.startTLS = done => {
    start.call(driver, done)
    watchCertificate(driver.stream)
  }
}

/** A sign-in that failed at a certificate, as a Failure that says which and why; null where it was none. */
export function explainTls(error: unknown, where: string): Failure | null {
  const said = sayCertificate(error, where)
  return said && new Failure({ code: 'connector.tls', ...said, cause: error })
}

const codeOf = (error: object): unknown => ('code' in error ? error.code : '')

/** Longer chains are no chains. */
const MAX_CHAIN = 10

function readChain(first: DetailedPeerCertificate | undefined): SeenCertificate[] {
  const chain: SeenCertificate[] = []
  let next = first
  while (next?.valid_to && chain.length < MAX_CHAIN) {
    const hosts = [...(next.subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(
      ([, host = '']) => host,
    )
    chain.push({
      name: sayName(next.subject) || hosts[0] || '?',
      hosts,
      issuer: sayName(next.issuer) || '?',
      from: new Date(next.valid_from),
      to: new Date(next.valid_to),
    })
    // A root issues itself.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate
  }
  return chain
}

const sayName = (name: Partial<Record<'CN' | 'O', string | string[]>> | undefined): string =>
  [name?.CN ?? name?.O ?? ''].flat().join(' ').slice(0, 100)

const RENEW = 'Have the certificate renewed at the far system.'
/** Names that are told of a certificate for another host. */
const MAX_HOSTS = 5

/**
 * Which certificate a handshake failed at and why, in one sentence; null where nothing was seen, or it was no certificate.
 * @param where `host:port`, fit for a user's eyes
 */
export function sayCertificate(
  error: unknown,
  where: string,
): { readonly message: string; readonly advice: string } | null {
  if (typeof error !== 'object' || error === null) return null
  const { chain = [], code = codeOf(error) } = seen.get(error) ?? {}
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return sayHosts(error, where)
  const [first] = chain
  if (!first)
    return code === 'CERT_HAS_EXPIRED' ? { message: `The certificate of ${where} has expired.`, advice: RENEW } : null
  const now = Date.now()
  const { name, issuer } = first
  if (code === 'CERT_HAS_EXPIRED') {
    const late = chain.find(({ to }) => to.getTime() < now) ?? first
    const day = sayDay(late.to)
    const { name: whose } = late
    return {
      message:
        late === first
          ? `The certificate of ${where} (${name}) expired on ${day}.`
          : `The certificate of ${where} (${name}) was issued by ${whose}, whose own expired on ${day}.`,
      advice: RENEW,
    }
  }
  if (code === 'CERT_NOT_YET_VALID') {
    const day = sayDay(first.from)
    return {
      message: `The certificate of ${where} (${name}) is valid from ${day} only.`,
      advice: 'Check the clocks of both machines, or have the certificate made anew.',
    }
  }
  if (!/^(?:UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(String(code))) return null
  return {
    message:
      code === 'DEPTH_ZERO_SELF_SIGNED_CERT'
        ? `The certificate of ${where} (${name}) is signed by itself.`
        : `The certificate of ${where} (${name}) was issued by ${issuer}, which is not known here.`,
    advice: 'Give the certificate of its authority (CA), or have the server use one of a known authority.',
  }
}

function sayHosts(error: object, where: string): ReturnType<typeof sayCertificate> {
  const cert = 'cert' in error ? (error.cert as DetailedPeerCertificate | undefined) : undefined // as Node makes it
  const [first] = readChain(cert)
  if (!first) return null
  const { hosts, name } = first
  const more = hosts.length > MAX_HOSTS ? ', …' : ''
  const names = hosts.length === 0 ? name : hosts.slice(0, MAX_HOSTS).join(', ') + more
  const host = where.replace(/:\d+$/, '')
  return {
    message: `The certificate of ${where} was made for ${names}, not for ${host}.`,
    advice: 'Use a host name that the certificate was made for.',
  }
}

const sayDay = (date: Date): string => date.toISOString().slice(0, 10)
