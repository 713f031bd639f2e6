import type { AllowRule, EgressPolicy } from '@sluice/connector-kit'
import type { Database } from '@sluice/db'
import type { Logger } from 'pino'
import type { Settings } from './env.ts'
import { isLoopback } from './mail-settings.ts'
import type { OwnPlaces } from './own-places.ts'

/** Where tenants' bytes may go, and the same in words. */
export interface Reach {
  readonly policy: EgressPolicy
  /** What connectors reach and what they never reach: one sentence each, for whoever starts the product. */
  describe(): Promise<readonly [open: string, closed: string]>
}

const OWN_PLACES_MS = 60_000
const TENANTS_MS = 5000
const REFUSED_A_MINUTE = 20

export function createReach(options: {
  readonly settings: Pick<Settings, 'egressAllow' | 'host' | 'roles' | 'allowsRegistration'>
  readonly database: Database
  readonly own: OwnPlaces
  /** Loopback ports of the sandbox, reachable whatever the setting says. */
  sandboxPorts(): readonly number[]
  readonly log: Pick<Logger, 'warn'>
  now(): number
}): Reach {
  const { settings, own, database, now } = options
  const given = settings.egressAllow
  const rules = (given ?? []).filter(rule => rule !== 'private').map(readAllowRule)
  let tenants: number | null = null
  /** null: private networks are open. */
  const explainClosed = (): string | null => {
    if (given !== null) return given.includes('private') ? null : 'by EGRESS_ALLOW'
    if (!settings.roles.includes('api'))
      return 'as this process serves no API and cannot know who uses the installation'
    if (!isLoopback(settings.host)) return 'as HOST is no loopback address'
    if (settings.allowsRegistration) return 'as REGISTRATION is on'
    if (tenants === null) return 'as the number of tenants is not known yet'
    return tenants > 1 ? `as there are ${tenants} tenants` : null
  }
  const countTenants = async (): Promise<void> => {
    const before = tenants
    tenants = await database
      .withSystem(tx => tx.query<{ count: number }>('select count(*)::int as count from tenant'))
      .then(rows => rows[0]?.count ?? 0)
      .catch(() => before)
    if (given === null && before !== null && before < 2 && (tenants ?? 0) > 1 && isLoopback(settings.host))
      options.log.warn({ tenants }, 'private networks are closed to connectors now that there is more than one tenant')
  }
  const refreshes = [atMostEvery(OWN_PLACES_MS, now, own.refresh)]
  if (given === null) refreshes.push(atMostEvery(TENANTS_MS, now, countTenants))
  const refresh = async (): Promise<void> => {
    await Promise.all(refreshes.map(each => each()))
  }
  return {
    policy: {
      get allowPrivate() {
        return explainClosed() === null
      },
      get allow() {
        return [...rules, ...options.sandboxPorts().map(port => ({ host: '127.0.0.1', port }))]
      },
      get deny() {
        return own.rules
      },
      isHere: own.isHere,
      noteRefused: atMostOf(REFUSED_A_MINUTE, now, (refused: object, left) =>
        options.log.warn({ ...refused, ...left }, 'refusing to dial a name'),
      ),
      refresh,
    },
    async describe() {
      await refresh()
      return [describeOpen(given, explainClosed()), describeClosed(own)]
    },
  }
}

function describeOpen(given: readonly string[] | null, closed: string | null): string {
  const named = (given ?? []).filter(rule => rule !== 'private')
  const places = `connectors reach public addresses${named.length > 0 ? `, ${named.join(', ')}` : ''}`
  if (closed !== null) return `${places}; other private networks and this machine are closed ${closed}`
  const why =
    given === null ? 'as one tenant uses this machine alone; EGRESS_ALLOW=none closes them' : 'by EGRESS_ALLOW'
  return `${places}, private networks and this machine (${why})`
}

const describeClosed = (own: OwnPlaces): string =>
  `connectors never reach ${[...own.describe(), 'link-local and metadata addresses'].join(', ')}`

/** The work, unless it was done a moment ago; who comes while it is under way waits for it. */
function atMostEvery(ms: number, now: () => number, work: () => Promise<void>): () => Promise<void> {
  let doneMs = Number.NEGATIVE_INFINITY
  let current: Promise<void> | null = null
  return () => {
    if (current) return current
    if (now() - doneMs < ms) return Promise.resolve()
    current = work().finally(() => {
      doneMs = now()
      current = null
    })
    return current
  }
}

/** Writes so many lines a minute; the first of the next minute says how many were left out. */
function atMostOf<T>(lines: number, now: () => number, write: (what: T, left: { leftOut?: number }) => void) {
  let minute = { startMs: now(), count: 0 }
  return (what: T): void => {
    const leftOut = now() - minute.startMs < 60_000 ? 0 : Math.max(0, minute.count - lines)
    if (now() - minute.startMs >= 60_000) minute = { startMs: now(), count: 0 }
    minute.count++
    if (minute.count <= lines) write(what, leftOut > 0 ? { leftOut } : {})
  }
}

/** `host`, `host:port`, `10.0.0.0/8`, `::1`, `[fd00::1]:8443`. */
export function readAllowRule(text: string): AllowRule {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text)
  const plain = /^([^:]+):(\d+)$/.exec(text)
  const [host, port] = bracketed ? [bracketed[1], bracketed[2]] : plain ? [plain[1], plain[2]] : [text, undefined]
  return { host: host ?? text, ...(port === undefined ? {} : { port: Number(port) }) }
}
