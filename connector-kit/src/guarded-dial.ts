import { lookup as lookupName } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import type { Failure } from '@sluice/contract'
import { type AllowRule, classifyAddress, isNamed, unmapAddress } from './address-rules.ts'
import { egressFailure, mapNetworkError } from './egress-failure.ts'

/** Where a tenant's bytes may go. */
export interface EgressPolicy {
  /** Private places an operator has opened. Metadata and link-local addresses stay shut whatever is written here. */
  readonly allow?: readonly AllowRule[]
  /** Places that stay shut although they are public or opened: our own ports. */
  readonly deny?: readonly AllowRule[]
  /** Open loopback and private networks as a whole, for an installation of one organisation. Default false. */
  readonly allowPrivate?: boolean
  /** Whether an address is one of this machine. No firewall stands before it, so a public one is no more open than loopback. */
  isHere?(plainAddress: string): boolean
  /** When given, no other port is dialled unless a rule with that port allows it. */
  readonly ports?: readonly number[]
  /** Waited for before each dial: brings up to date what the rules above say. */
  refresh?(): Promise<void>
  /** For the operator's log: what a refused name leads to, which whoever wrote it is not told. */
  noteRefused?(refused: RefusedName): void
  /** Name resolution; default the system's. */
  lookup?(host: string): Promise<readonly ResolvedAddress[]>
  /** Default 10000. */
  readonly connectTimeoutMs?: number
}
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** A name whose address is shut. */
interface RefusedName {
  readonly host: string
  readonly port: number
  readonly address: string
  readonly why: Shut
}

/** never: whatever is opened; own: it is Sluice's; private, here: a network or this machine, not opened; port: no port to dial. */
type Shut = 'never' | 'own' | 'private' | 'here' | 'port'

export interface DialOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/**
 * Resolves a name, checks every address, dials one that passed, and looks again at what answered.
 * Nothing resolves the name a second time, so a rebinding name server gains nothing.
 */
export async function dialGuarded(
  policy: EgressPolicy,
  rawHost: string,
  port: number,
  options: DialOptions = {},
): Promise<Socket> {
  const host = normaliseHost(rawHost)
  const timeoutMs = options.timeoutMs ?? policy.connectTimeoutMs ?? 10_000
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const where = `${host}:${port}`
  try {
    const addresses = await raceAbort(findAllowed(policy, host, port), signal)
    return await dialFirst(policy, { host, port, addresses, signal, eachMs: timeoutMs / addresses.length })
  } catch (error) {
    if (options.signal?.aborted) throw stopped(where)
    if (limit.aborted)
      throw mapNetworkError(Object.assign(new Error('connect'), { code: 'ETIMEDOUT' }), { where, sent: false })
    throw mapNetworkError(error, { where, sent: false })
  }
}

const stopped = (where: string): Failure =>
  egressFailure({
    code: 'egress.aborted',
    message: `The connection to ${where} was stopped.`,
    retry: 'later',
    sent: false,
  })

/** Names in the form the URL standard gives them, so that 0x7f.1 and full-width digits become 127.0.0.1 here too. */
function normaliseHost(raw: string): string {
  const text = raw.trim()
  const bracketed = isIP(text) === 6 ? `[${text}]` : text
  const url = /[/\\?#@\s]/.test(text) || !URL.canParse(`http://${bracketed}`) ? null : new URL(`http://${bracketed}`)
  if (url === null || url.port !== '' || url.hostname === '')
    throw egressFailure({
      code: 'egress.dns',
      message: `${text.slice(0, 100)} is not a host name or address.`,
      advice: 'Write the host alone, without http:// and without a port.',
      value: text,
      sent: false,
    })
  return url.hostname.replace(/^\[|\]$/g, '')
}

async function findAllowed(policy: EgressPolicy, host: string, port: number): Promise<readonly ResolvedAddress[]> {
  await policy.refresh?.()
  const family = isIP(host)
  const found = family === 0 ? await (policy.lookup ?? lookupAll)(host) : [{ address: host, family }]
  if (found.length === 0) throw Object.assign(new Error('resolving'), { code: 'ENOTFOUND' })
  const allowed = found.filter(each => findShut(policy, host, each.address, port) === null)
  const first = found[0]
  const why = first && allowed.length === 0 ? findShut(policy, host, first.address, port) : null
  if (first && why) throw refuseDial(policy, host, first.address, port, why)
  return allowed
}

const lookupAll = (host: string): Promise<ResolvedAddress[]> => lookupName(host, { all: true })

/** null when the address may be dialled. */
function findShut(policy: EgressPolicy, host: string, address: string, port: number): Shut | null {
  const kind = classifyAddress(address)
  if (kind === 'forbidden') return 'never'
  if (isNamed(policy.deny ?? [], host, address, port)) return 'own'
  const isAllowed = isNamed(policy.allow ?? [], host, address, port)
  if (kind === 'private' && !policy.allowPrivate && !isAllowed) return 'private'
  if (policy.isHere?.(unmapAddress(address)) && !policy.allowPrivate && !isAllowed) return 'here'
  return policy.ports && !policy.ports.includes(port) && !isAllowed ? 'port' : null
}

function refuseDial(policy: EgressPolicy, host: string, address: string, port: number, why: Shut): Failure {
  const isName = isIP(host) === 0
  if (isName) policy.noteRefused?.({ host, port, address, why })
  // Who types names would else read from the refusals what the inside network looks like.
  const isTold = !isName || why === 'port' || isNamed(policy.deny ?? [], host, host, port)
  const message = isTold ? sentences[why](host, port) : `${host} leads to a place that is not opened to tenants.`
  const advice =
    isTold && (why === 'never' || why === 'own')
      ? 'Give the address of the far system; this one cannot be opened by any setting.'
      : `Ask the operator to open ${host}:${port}.`
  return egressFailure({ code: 'egress.blocked', message, advice, value: `${host}:${port}`, sent: false })
}

const sentences: Readonly<Record<Shut, (host: string, port: number) => string>> = {
  never: host => `${host} is an address that is never called.`,
  own: (host, port) => `${host}:${port} belongs to Sluice itself.`,
  private: host => `${host} is in a private network that is not opened to tenants.`,
  here: host => `${host} is an address of this machine, which is not opened to tenants.`,
  port: (host, port) => `Port ${port} of ${host} is not opened to tenants.`,
}

interface DialPlan {
  readonly host: string
  readonly port: number
  readonly addresses: readonly ResolvedAddress[]
  readonly signal: AbortSignal
  /** Share of the time limit for one address. */
  readonly eachMs: number
}

async function dialFirst(policy: EgressPolicy, plan: DialPlan): Promise<Socket> {
  let last: unknown
  for (const { address } of plan.addresses) {
    try {
      const socket = await dialAddress(address, plan)
      const why = findShut(policy, plan.host, socket.remoteAddress ?? '', plan.port)
      if (why === null) return socket
      socket.destroy()
      throw refuseDial(policy, plan.host, address, plan.port, why)
    } catch (error) {
      if (plan.signal.aborted) throw error
      last = error
    }
  }
  throw last
}

function dialAddress(address: string, plan: DialPlan): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: plan.port })
    const end = (error: Error | null): void => {
      clearTimeout(timer)
      plan.signal.removeEventListener('abort', onAbort)
      socket.off('error', end).off('connect', onConnect)
      if (error === null) resolve(socket)
      else {
        socket.destroy()
        reject(error)
      }
    }
    const onConnect = (): void => end(null)
    const onAbort = (): void => end(new Error('connecting: aborted'))
    const timer = setTimeout(() => end(Object.assign(new Error('connecting'), { code: 'ETIMEDOUT' })), plan.eachMs)
    plan.signal.addEventListener('abort', onAbort, { once: true })
    socket.setNoDelay(true).setKeepAlive(true, 60_000).once('error', end).once('connect', onConnect)
  })
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new Error('dialling: aborted before the start')
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error('dialling: aborted'))
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}
