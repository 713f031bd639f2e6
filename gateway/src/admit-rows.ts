import type { Database, Tx } from '@sluice/db'
import { gather } from './gather.ts'
import type { Caller } from './prove-caller.ts'
import { SKEW_SECONDS } from './prove-caller.ts'
import { Refusal } from './refusal.ts'
import type { ApplicationRow } from './setting-rows.ts'

interface Verdict {
  readonly verdict: 'ok' | 'unknown' | 'skew' | 'replay' | Shortage
  readonly wait_ms: string
  readonly tokens_left: number
  readonly day_left: string | null
  readonly month_left: string | null
  readonly day_ms: string | null
  readonly month_ms: string | null
}

/** What an application has used up. */
export type Shortage = 'busy' | 'rate' | 'quota' | 'month'

/** What is left to the application after this call. */
export interface Admission {
  readonly tokensLeft: number
  readonly day: Left | null
  readonly month: Left | null
}

interface Left {
  readonly left: number
  /** Until it is whole again. */
  readonly endsMs: number
}

export interface Judged extends Admission {
  readonly shortage: Shortage | null
  readonly waitMs: number
}

const toLeft = (left: string | null, ms: string | null): Left | null =>
  left === null || ms === null ? null : { left: Number(left), endsMs: Number(ms) }

/** A call that asks to be let in. `callId` null: it takes no place among the calls under way. */
export interface Asking {
  readonly caller: Caller
  readonly callId: string | null
}

/**
 * The store lets calls in: its clock, its budget, its memory of nonces, the same for every process. Those of one application that
 * come together are asked together. @throws Refusal of whoever may not call at all
 */
export function createJudge(database: Database): (asking: Asking) => Promise<Judged> {
  const ask = gather<Asking, Verdict>(
    ({ caller }) => caller.application.id,
    items => admitTogether(database, items),
  )
  return async asking => readVerdict(await ask(asking))
}

async function admitTogether(database: Database, items: readonly Asking[]): Promise<Verdict[]> {
  const { application } = items[0]!.caller // a batch has one
  const calls = items.map(({ caller: { secretId, nonce, stamp }, callId }) => ({
    ...{ secret: secretId, nonce, stamp, call: callId },
  }))
  return database.askOnce<Verdict>(
    application.tenant_id,
    `select verdict, wait_ms, tokens_left, day_left, month_left, day_ms, month_ms
       from (select $1 as asked) q,
            gateway_admit((q.asked ->> 'app')::uuid, (q.asked ->> 'tolerance')::int, q.asked -> 'calls') with ordinality
      order by ordinality`,
    JSON.stringify({ app: application.id, tolerance: SKEW_SECONDS, calls }),
    // A nonce must outlast the loss of power.
    { durable: items.some(({ caller }) => caller.nonce !== null) },
  )
}

function readVerdict(found: Verdict): Judged {
  if (found.verdict === 'skew') throw new Refusal('auth', 'skew', { value: String(SKEW_SECONDS) })
  if (found.verdict === 'replay') throw new Refusal('auth', 'replay')
  if (found.verdict === 'unknown') throw new Refusal('auth', 'auth')
  return {
    tokensLeft: found.tokens_left,
    day: toLeft(found.day_left, found.day_ms),
    month: toLeft(found.month_left, found.month_ms),
    shortage: found.verdict === 'ok' ? null : found.verdict,
    waitMs: Number(found.wait_ms),
  }
}

interface UsageRow {
  readonly tokens: number
  readonly under_way: number
  readonly calls_day: string
  readonly refused_day: string
  readonly calls_month: string
  readonly day_ends_at: string
  readonly month_ends_at: string
}

/** What the application has used and has left, as the next call would find it. */
export async function readUsage(tx: Tx, { id, rate_per_minute: rate, burst }: ApplicationRow): Promise<UsageRow> {
  const rows = await tx.query<UsageRow>(
    `select floor(coalesce(least($3::int, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)) * $2::int / 60.0), $3))::int
              as tokens,
            (select count(*) from gateway_slot s
              where s.tenant_id = t.id and s.application_id = $1 and s.ends_at >= clock_timestamp())::int as under_way,
            coalesce(sum(u.calls) filter (where u.day = d.today), 0)::bigint as calls_day,
            coalesce(sum(u.refused) filter (where u.day = d.today), 0)::bigint as refused_day,
            coalesce(sum(u.calls), 0)::bigint as calls_month,
            ((d.today + 1)::timestamp at time zone t.time_zone) as day_ends_at,
            ((date_trunc('month', d.today) + interval '1 month')::timestamp at time zone t.time_zone) as month_ends_at
       from tenant t
       cross join lateral (select (clock_timestamp() at time zone t.time_zone)::date as today) d
       left join gateway_bucket b on b.tenant_id = t.id and b.application_id = $1
       left join gateway_usage u on u.tenant_id = t.id and u.application_id = $1
         and u.day >= date_trunc('month', d.today)::date and u.day <= d.today
      where t.id = app_tenant()
      group by t.id, t.time_zone, d.today, b.tokens, b.updated_at`,
    [id, rate, burst],
  )
  return rows[0]! // the tenant of the transaction
}
