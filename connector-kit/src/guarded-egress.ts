import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Failure } from '@sluice/contract'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { watchCertificate } from './certificate.ts'
import type { Egress, EgressInit, EgressResponse } from './egress.ts'
import { egressFailure, mapNetworkError } from './egress-failure.ts'
import { dialGuarded, type EgressPolicy } from './guarded-dial.ts'
import { decodeInTurns, decompressBody, tooLarge } from './response-body.ts'

export type { AllowRule } from './address-rules.ts'
export { wasSent } from './egress-failure.ts'
export type { EgressPolicy, ResolvedAddress } from './guarded-dial.ts'

/** An egress that owns sockets. */
export interface GuardedEgress extends Egress {
  close(): Promise<void>
}

const MAX_REDIRECTS = 5
/** What may follow a redirect to another origin; everything else may be a secret. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'accept-encoding'])
/** Set by the client itself. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'accept-encoding',
  'expect',
  'upgrade',
])

/** The one way out, under a policy. Keep one per policy: connections are pooled in it. */
export function createEgress(policy: EgressPolicy): GuardedEgress {
  const agents = new Map<boolean, Agent>()
  const agentFor = (skipTlsVerify: boolean): Agent => {
    const known = agents.get(skipTlsVerify) ?? createAgent(policy, skipTlsVerify)
    agents.set(skipTlsVerify, known)
    return known
  }
  return {
    fetch: (url, init = {}) => fetchGuarded(agentFor(init.skipTlsVerify ?? false), url, init),
    dial: (host, port, options) => dialGuarded(policy, host, port, options),
    close: async () => {
      await Promise.all([...agents.values()].map(agent => agent.destroy()))
      agents.clear()
    },
  }
}

function createAgent(policy: EgressPolicy, skipTlsVerify: boolean): Agent {
  const connect: buildConnector.connector = (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const host = options.hostname.replace(/^\[|\]$/g, '')
    dialGuarded(policy, host, port).then(
      socket => {
        if (options.protocol !== 'https:') return callback(null, socket)
        // Without a name (an address was written) the certificate is checked against `host`.
        const tls = connectTls({
          socket,
          host,
          servername: isIP(host) === 0 ? (options.servername ?? host) : '',
          rejectUnauthorized: !skipTlsVerify,
          ALPNProtocols: ['http/1.1'],
        })
        const onError = (error: Error): void =>
          callback(mapNetworkError(error, { where: `${host}:${port}`, sent: false }), null)
        watchCertificate(tls)
          .once('error', onError)
          .once('secureConnect', () => callback(null, tls.off('error', onError)))
      },
      (error: Error) => callback(error, null),
    )
  }
  // The exchange has one limit of its own, hence none per phase here.
  return new Agent({ connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 1, maxHeaderSize: 64 * 1024 })
}

/** One exchange with its redirects, under one time limit. */
async function fetchGuarded(agent: Agent, address: string, init: EgressInit): Promise<EgressResponse> {
  const timeout = AbortSignal.timeout(init.timeoutMs ?? 60_000)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const maxBytes = init.maxBytes ?? 64 * 1024 * 1024
  const sent = { value: false }
  let hop: Hop = {
    url: parseUrl(address, false),
    method: init.method ?? 'GET',
    headers: cleanHeaders(init.headers),
    body: init.body ?? null,
  }
  for (let hops = 0; ; hops++) {
    const where = hop.url.host
    const answer = await sendHop(agent, hop, { signal, maxBytes, sent, where }).catch((error: unknown) => {
      if (timeout.aborted) throw timedOut(where, sent.value)
      if (init.signal?.aborted)
        throw egressFailure({
          code: 'egress.aborted',
          message: `The call of ${where} was stopped.`,
          retry: 'later',
          sent: sent.value,
        })
      throw mapNetworkError(error, { where, sent: sent.value })
    })
    const location = answer.headers['location']
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined)
      return finishResponse(answer, hop.url, maxBytes)
    if (hops === MAX_REDIRECTS) throw refuseRedirect(where, `redirects more than ${MAX_REDIRECTS} times`)
    hop = followRedirect(hop, answer.status, location)
  }
}

interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}
interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
interface HopLimits {
  readonly signal: AbortSignal
  readonly maxBytes: number
  /** Becomes true when the first byte of a request is about to go out. */
  readonly sent: { value: boolean }
  readonly where: string
}

function sendHop(agent: Agent, hop: Hop, limits: HopLimits): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    if (limits.signal.aborted) return reject(new Error('calling out: aborted before the start'))
    const options: Dispatcher.DispatchOptions = {
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: hop.method as Dispatcher.HttpMethod, // any token is legal HTTP; undici refuses the rest itself
      headers: { 'user-agent': 'Sluice', accept: '*/*', ...hop.headers, 'accept-encoding': 'gzip, deflate, br' },
      body: typeof hop.body === 'string' ? hop.body : hop.body && Buffer.from(hop.body),
    }
    agent.dispatch(options, collectAnswer(limits, resolve, reject))
  })
}

/** Gathers one answer in memory, up to the limit. */
function collectAnswer(
  limits: HopLimits,
  resolve: (answer: RawAnswer) => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  let status = 0
  let headers: Record<string, string> = {}
  let size = 0
  const chunks: Buffer[] = []
  let controller: Dispatcher.DispatchController | undefined
  const end = (): void => limits.signal.removeEventListener('abort', onAbort)
  const fail = (error: Error): void => {
    end()
    reject(error)
    controller?.abort(error)
  }
  const onAbort = (): void => fail(new Error('calling out: aborted'))
  limits.signal.addEventListener('abort', onAbort, { once: true })
  return {
    onRequestStart: started => {
      controller = started
      // A request that was stopped while it waited for its connection is not sent at all.
      if (limits.signal.aborted) return started.abort(new Error('calling out: aborted'))
      limits.sent.value = true
    },
    onResponseStart: (_, code, raw) => {
      status = code
      headers = joinHeaders(raw)
      if (Number(headers['content-length'] ?? 0) > limits.maxBytes) fail(tooLarge(limits))
    },
    onResponseData: (_, chunk) => {
      size += chunk.length
      if (size > limits.maxBytes) return fail(tooLarge(limits))
      chunks.push(Buffer.from(chunk))
    },
    onResponseEnd: () => {
      end()
      resolve({ status, headers, body: Buffer.concat(chunks) })
    },
    onResponseError: (_, error) => {
      end()
      reject(error)
    },
  }
}

function joinHeaders(raw: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(raw).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]),
  )
}

async function finishResponse(answer: RawAnswer, url: URL, maxBytes: number): Promise<EgressResponse> {
  const where = url.host
  const bytes = await decompressBody(answer.body, answer.headers['content-encoding'], { where, maxBytes })
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    url: url.href,
    text: await decodeInTurns(bytes, answer.headers['content-type'], where),
  }
}

function parseUrl(text: string, sent: boolean, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null
  const problem = !url
    ? 'is not a URL'
    : url.protocol !== 'http:' && url.protocol !== 'https:'
      ? 'must begin with http:// or https://'
      : url.username !== '' || url.password !== ''
        ? 'carries a user name; credentials belong in the settings of the connector'
        : null
  if (url && problem === null) return url
  // The text itself may hold a password, so only its host is shown.
  const shown = url && url.host !== '' ? url.host : 'The address'
  throw egressFailure({ code: 'egress.blocked', message: `${shown} ${problem}.`, advice: 'Correct the URL.', sent })
}

function cleanHeaders(headers: EgressInit['headers']): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => !OWN_HEADERS.has(name)))
}

function followRedirect(hop: Hop, status: number, location: string): Hop {
  const url = parseUrl(location, true, hop.url)
  const isSame = url.origin === hop.url.origin
  const becomesGet = status === 303 || (status < 303 && hop.method === 'POST')
  const body = becomesGet ? null : hop.body
  if (!isSame && body !== null) throw refuseRedirect(hop.url.host, `sends the request with its body on to ${url.host}`)
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (isSame || HARMLESS_HEADERS.has(name)) && (body !== null || name !== 'content-type'),
  )
  return {
    url,
    method: becomesGet && hop.method !== 'HEAD' ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body,
  }
}

const refuseRedirect = (where: string, what: string): Failure =>
  egressFailure({
    code: 'egress.broken',
    message: `${where} ${what}.`,
    advice: 'Enter the final address of the service.',
    sent: true,
  })

const timedOut = (where: string, sent: boolean): Failure =>
  egressFailure({
    code: 'egress.timeout',
    message: `${where} did not answer in time.`,
    advice: 'Try again later, ask for smaller pages, or raise the time limit.',
    retry: 'later',
    sent,
  })
