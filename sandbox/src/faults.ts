import { drawOnce } from './random.ts'

/**
 * What can go wrong at the shop.
 * - slow: the answer waits `ms`; reset: the connection is reset before any answer; rateLimit: 429, Retry-After from `ms`;
 *   serverError: 500 or 503; expireToken: the bearer token dies at this request.
 * - busy: HTTP 200 with code 50001; html: a login page with status 200; truncated: JSON cut off; emptyPage: no
 *   records although the total says more. These four spare the next repetition of the same request.
 * - duplicate: the last record of the page before comes again; lateEdit: a record just answered is edited.
 */
export const shopFaultKinds = [
  'slow',
  'reset',
  'rateLimit',
  'serverError',
  'expireToken',
  'busy',
  'html',
  'truncated',
  'emptyPage',
  'duplicate',
  'lateEdit',
] as const
export type ShopFault = (typeof shopFaultKinds)[number]

/** As at the shop; lostAnswer: the document is accepted, then the connection is cut instead of answering. */
export const erpFaultKinds = ['slow', 'reset', 'rateLimit', 'serverError', 'expireToken', 'lostAnswer'] as const
export type ErpFault = (typeof erpFaultKinds)[number]

export interface FaultRule {
  /** Share of requests, 0 to 1. */
  readonly rate: number
  /** At most so many since the start or the last reset. Default: no limit; lateEdit 25, or a reader would chase it forever. */
  readonly max?: number
  /** Length of `slow` (default 300) or wait named by `rateLimit` (default 1000, sent in whole seconds). */
  readonly ms?: number
}
type FaultRules<K extends string> = { readonly [kind in K]?: number | FaultRule }
export interface FaultPlan {
  readonly shop?: FaultRules<ShopFault>
  readonly erp?: FaultRules<ErpFault>
}

/** A plan or the name of one. */
export type FaultChoice = FaultPlan | 'none' | 'default' | 'all'

/** Lively, yet 1,200 orders still move in a few seconds. Kinds that only a careful reader survives are left out. */
export const defaultFaults: FaultPlan = {
  shop: {
    slow: 0.1,
    reset: 0.03,
    rateLimit: 0.05,
    serverError: 0.05,
    expireToken: 0.05,
    duplicate: 0.15,
    lateEdit: 0.1,
  },
  erp: { slow: 0.01, reset: 0.003, rateLimit: 0.004, serverError: 0.004, expireToken: 0.002, lostAnswer: 0.005 },
}

/** Every kind at once, for tests of patient connectors. */
export const allFaults: FaultPlan = {
  shop: { ...defaultFaults.shop, busy: 0.04, html: 0.04, truncated: 0.04, emptyPage: 0.04 },
  erp: { slow: 0.03, reset: 0.03, rateLimit: 0.03, serverError: 0.03, expireToken: 0.02, lostAnswer: 0.03 },
}

/** @throws RangeError naming what is wrong with the plan */
export function parseFaultPlan(choice: unknown): FaultPlan {
  if (choice === 'none') return {}
  if (choice === 'default') return defaultFaults
  if (choice === 'all') return allFaults
  if (typeof choice !== 'object' || choice === null)
    throw new RangeError('reading a fault plan: none, default, all or an object')
  const kinds: Readonly<Record<string, readonly string[]>> = { shop: shopFaultKinds, erp: erpFaultKinds }
  for (const [side, rules] of Object.entries(choice)) {
    for (const [kind, rule] of Object.entries((rules ?? {}) as object)) {
      const rate: unknown = typeof rule === 'object' ? rule?.rate : rule
      if (!kinds[side]?.includes(kind)) throw new RangeError(`reading a fault plan: no fault ${side}.${kind}`)
      if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1))
        throw new RangeError(`reading a fault plan: the rate of ${side}.${kind} must be from 0 to 1`)
    }
  }
  return choice as FaultPlan // sides, kinds and rates were checked above
}

export interface Faults<K extends string> {
  /** The rule when the fault strikes request number `ordinal`, else null. Counts what it gives. */
  strike(kind: K, ordinal: number): FaultRule | null
  /** The first of these that strikes; none right after the same request was spoilt, so a repetition gets through. */
  strikeFirst(kinds: readonly K[], ordinal: number, request: string): { kind: K; rule: FaultRule } | null
  replace(rules: FaultRules<K>): void
  counts(): Readonly<Record<K, number>>
  reset(seed: number): void
}

// Requests whose last answer was spoilt. Above this all are forgotten: worst case one more spoilt answer each.
const MAX_REMEMBERED = 10_000

/** The dice of one server: decided by seed, kind and request number alone, never by the clock. */
export function createFaults<K extends string>(kinds: readonly K[], rules: FaultRules<K>, seed: number): Faults<K> {
  let current = rules
  let currentSeed = seed
  const given = new Map<K, number>()
  const spoilt = new Set<string>()
  const strike = (kind: K, ordinal: number): FaultRule | null => {
    const rule = toRule(kind, current[kind])
    const count = given.get(kind) ?? 0
    if (count >= (rule.max ?? Number.POSITIVE_INFINITY)) return null
    if (drawOnce(currentSeed, `${kind}:${ordinal}`) >= rule.rate) return null
    given.set(kind, count + 1)
    return rule
  }
  return {
    strike,
    strikeFirst(candidates, ordinal, request) {
      if (spoilt.delete(request)) return null
      for (const kind of candidates) {
        const rule = strike(kind, ordinal)
        if (rule === null) continue
        if (spoilt.size >= MAX_REMEMBERED) spoilt.clear()
        spoilt.add(request)
        return { kind, rule }
      }
      return null
    },
    replace(next) {
      current = next
    },
    counts: () => Object.fromEntries(kinds.map(kind => [kind, given.get(kind) ?? 0])) as Record<K, number>, // one per kind
    reset(next) {
      currentSeed = next
      given.clear()
      spoilt.clear()
    },
  }
}

function toRule(kind: string, rule: number | FaultRule | undefined): FaultRule {
  const full = typeof rule === 'object' ? rule : { rate: rule ?? 0 }
  return kind === 'lateEdit' && full.max === undefined ? { ...full, max: 25 } : full
}
