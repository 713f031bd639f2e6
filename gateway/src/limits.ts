import { newId } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { type Admission, createJudge, type Judged, readUsage, type Shortage } from './admit-rows.ts'
import { insertRefused, type RefusedRow } from './call-rows.ts'
import { calledAsset } from './called-asset.ts'
import type { Caller } from './prove-caller.ts'
import { Refusal } from './refusal.ts'
import type { ApplicationRow } from './setting-rows.ts'

/** Which call asks. */
export interface Asked {
  /** null: it takes no place among the calls under way. */
  readonly callId: string | null
  readonly operation: string
  readonly method: string
  readonly ip: string
  readonly strategyId: string | null
  /** As the address has it. */
  readonly assetId: string | null
}

interface LimitDeps {
  readonly database: Database
  readonly now: () => number
  report(error: unknown): void
}

const FLUSH_MS = 250
// Of a window; who comes from more places than these is counted without a row.
const MOST_ROWS = 500

/** Calls that one process has in hand at most; which of them are the first that are turned away is the plan's. */
const MOST_IN_HAND = 128
const shares = { high: 1, normal: 0.75, low: 0.5 } as const

const kept = { busy: false, rate: true, quota: true, month: true } as const satisfies Record<Shortage, boolean>

/** Whether calls may come in now, and what is told of those that may not. */
export function createLimits({ database, now, report }: LimitDeps) {
  // An application that is set anew is another object: nothing of the old limit holds it back.
  const closed = new WeakMap<ApplicationRow, Judged & { readonly untilMs: number }>()
  const refused = createRefusedLog({ database, report })
  const judge = createJudge(database)
  let inHand = 0

  /** Work of a call that was let in. */
  const hold = async <T>(work: () => Promise<T>): Promise<T> => {
    inHand++
    try {
      return await work()
    } finally {
      inHand--
    }
  }
  const turnAway = ({ application }: Caller, asked: Asked, refusal: Refusal): Refusal => {
    refused.note(application, asked, refusal, newId(now()))
    return refusal
  }

  return {
    /** @throws Refusal that has its place in the log */
    async admit(caller: Caller, asked: Asked): Promise<Admission> {
      const { application } = caller
      if (inHand >= MOST_IN_HAND * shares[application.priority])
        throw turnAway(caller, asked, new Refusal('limit', 'overload', { status: 503, waitMs: 1000 }))
      const startedMs = performance.now()
      const before = closed.get(application)
      const isClosed = before !== undefined && startedMs < before.untilMs
      const judged = isClosed
        ? { ...before, waitMs: before.untilMs - startedMs }
        : await hold(() => judge({ caller, callId: asked.callId }))
      if (judged.shortage === null) return judged
      // From before the question on: asked a little early does no harm, a little late would lose what has grown meanwhile.
      if (!isClosed && kept[judged.shortage]) closed.set(application, { ...judged, untilMs: startedMs + judged.waitMs })
      const headers = writeLimits(application, judged)
      throw turnAway(caller, asked, new Refusal('limit', judged.shortage, { waitMs: judged.waitMs, headers }))
    },
    /**
     * What is refused in it has its place in the log. Whoever knows a key brings that about, so addresses make no rows of their own.
     * @throws Refusal
     */
    noting(application: ApplicationRow, asked: Asked, require: () => void): void {
      try {
        require()
      } catch (error) {
        if (error instanceof Refusal)
          refused.note(application, asked, error, newId(now()), [application.id, asked.operation, error.said].join(' '))
        throw error
      }
    },
    hold,
    stop: refused.stop,
  }
}

export type Limits = ReturnType<typeof createLimits>

/** Of equal ones that come together one row, written a moment later: whoever calls too often makes no work. */
function createRefusedLog({ database, report }: Omit<LimitDeps, 'now'>) {
  let waiting = new Map<string, RefusedRow & { readonly tenantId: string }>()
  let writing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    if (waiting.size === 0) return writing
    const byTenant = Map.groupBy(waiting.values(), row => row.tenantId)
    waiting = new Map()
    writing = writing.then(async () => {
      for (const [tenantId, rows] of byTenant)
        await database.withTenant(tenantId, tx => insertRefused(tx, rows)).catch(report)
    })
    return writing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  return {
    /** `alike`: what those have in common that share a row; default: all that is told of them. */
    note(application: ApplicationRow, asked: Asked, { status, code, said }: Refusal, id: string, alike?: string) {
      const { operation, method, ip } = asked
      // What the caller made up is no strategy.
      const strategyId = application.scopes.some(scope => scope.strategy_id === asked.strategyId)
        ? asked.strategyId
        : null
      const asset = calledAsset(application, operation, asked.assetId)
      const [assetId, assetName] = [asset?.id ?? null, asset?.name ?? null]
      const like = alike ?? [application.id, strategyId, assetId, operation, method, ip, said].join(' ')
      const key = waiting.size < MOST_ROWS ? like : [application.id, said].join(' ')
      const found = waiting.get(like) ?? waiting.get(key)
      if (found) found.times++
      else
        waiting.set(key, {
          ...{ id, tenantId: application.tenant_id, applicationId: application.id, applicationName: application.name },
          ...{ strategyId, assetId, assetName, operation, method, ip, status, code, failure: said, times: 1 },
        })
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** As header fields: what is allowed, what is left, and in how many seconds it is whole again. */
export function writeLimits(application: ApplicationRow, left: Admission): Record<string, string> {
  const { rate_per_minute: rate, burst, quota_per_day: perDay, quota_per_month: perMonth } = application
  const full = Math.ceil((burst * 60) / rate)
  const policies = [`"rate";q=${burst};w=${full}`]
  const states = [`"rate";r=${left.tokensLeft};t=${Math.ceil(((burst - left.tokensLeft) * 60) / rate)}`]
  if (left.day) {
    policies.push(`"day";q=${perDay};w=86400`)
    states.push(`"day";r=${left.day.left};t=${seconds(left.day.endsMs)}`)
  }
  if (left.month) {
    // The longest month: a window has one length, and `t` says when this one ends.
    policies.push(`"month";q=${perMonth};w=2678400`)
    states.push(`"month";r=${left.month.left};t=${seconds(left.month.endsMs)}`)
  }
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}

const leftOf = (most: number, used: number, endsAt: string) => ({
  quota: most,
  used,
  left: Math.max(0, most - used),
  ends_at: endsAt,
})

/** What the application may still do, as JSON text. Asking for it costs nothing. */
export async function tellUsage(database: Database, application: ApplicationRow): Promise<string> {
  const content = await database.withTenant(application.tenant_id, tx => readLimits(tx, application))
  return JSON.stringify({ success: true, code: 0, message: 'ok', content })
}

/** The same as values. */
export async function readLimits(tx: Tx, application: ApplicationRow) {
  const row = await readUsage(tx, application)
  const { quota_per_day: perDay, quota_per_month: perMonth } = application
  return {
    plan: application.plan_name,
    rate: { per_minute: application.rate_per_minute, burst: application.burst, left: row.tokens },
    day:
      perDay === null
        ? { quota: null, used: Number(row.calls_day), left: null, ends_at: row.day_ends_at }
        : leftOf(Number(perDay), Number(row.calls_day), row.day_ends_at),
    month:
      perMonth === null
        ? { quota: null, used: Number(row.calls_month), left: null, ends_at: row.month_ends_at }
        : leftOf(Number(perMonth), Number(row.calls_month), row.month_ends_at),
    concurrency: { most: application.concurrency, under_way: row.under_way },
    refused_today: Number(row.refused_day),
  }
}
