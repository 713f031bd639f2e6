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
  /** Name resolution; default the system's. */
  lookup?(host: string): Promise<readonly ResolvedAddress[]>
  /** Default 10000. */
  readonly connectTimeoutMs?: number
}
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

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
  const allowed = found.filter(each => explainRefusal(policy, host, each.address, port) === null)
  const first = found[0]
  const reason = first && allowed.length === 0 ? explainRefusal(policy, host, first.address, port) : null
  if (reason) throw blocked(reason, host, port)
  return allowed
}

const lookupAll = (host: string): Promise<ResolvedAddress[]> => lookupName(host, { all: true })

interface Refusal {
  readonly message: string
  readonly advice: string
}

const NEVER_OPENED = 'Give the address of the far system; this one cannot be opened by any setting.'

/** null when the address may be dialled. */
function explainRefusal(policy: EgressPolicy, host: string, address: string, port: number): Refusal | null {
  const shown = host === address ? host : `${host} (${address})`
  const kind = classifyAddress(address)
  const never = (message: string): Refusal => ({ message, advice: NEVER_OPENED })
  const closed = (message: string): Refusal => ({ message, advice: `Ask the operator to open ${host}:${port}.` })
  if (kind === 'forbidden') return never(`${shown} is an address that is never called.`)
  if (isNamed(policy.deny ?? [], host, address, port)) return never(`${shown}:${port} belongs to Sluice itself.`)
  const isAllowed = isNamed(policy.allow ?? [], host, address, port)
  if (kind === 'private' && !policy.allowPrivate && !isAllowed)
    return closed(`${shown} is in a private network that is not opened to tenants.`)
  if (policy.isHere?.(unmapAddress(address)) && !policy.allowPrivate && !isAllowed)
    return closed(`${shown} is an address of this machine, which is not opened to tenants.`)
  if (policy.ports && !policy.ports.includes(port) && !isAllowed)
    return closed(`Port ${port} of ${host} is not opened to tenants.`)
  return null
}

const blocked = ({ message, advice }: Refusal, host: string, port: number): Failure =>
  egressFailure({ code: 'egress.blocked', message, advice, value: `${host}:${port}`, sent: false })

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
      const reason = explainRefusal(policy, plan.host, socket.remoteAddress ?? '', plan.port)
      if (reason === null) return socket
      socket.destroy()
      throw blocked(reason, plan.host, plan.port)
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
