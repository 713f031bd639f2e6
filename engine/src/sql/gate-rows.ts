import { type preconditionKinds, type RunState, underWayStates } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Trouble } from '../account/tell-trouble.ts'
import { TROUBLE } from './account-rows.ts'
import type { Candidate } from './claim-run.ts'

/** What decides whether a queued run may start. Times in milliseconds from now, by the database's clock. */
export interface GateFacts {
  /** Schedule of the contract, as saved with the run's version. */
  readonly schedule: unknown
  readonly upstreams: readonly Upstream[]
  readonly accounts: readonly AccountFacts[]
  readonly quota: QuotaFacts
}

export interface Upstream {
  readonly name: string
  readonly kind: (typeof preconditionKinds)[number]
  /** Of its newest run; null: it has never run. */
  readonly state: RunState | null
  /** Records of it that wait to be written. */
  readonly waiting: number
}

/** Only of accounts that are limited or in trouble. */
export interface AccountFacts {
  readonly name: string
  readonly pausedMs: number | null
  readonly openMs: number | null
  /** null: its last try went well. */
  readonly trouble: Trouble | null
  /** Until the bucket holds a whole request again; null: no rate is set. */
  readonly emptyMs: number | null
}

export interface QuotaFacts {
  readonly recordsPerMonth: number | null
  /** This month; runs under way count with what they have read. */
  readonly records: number
  readonly monthEndsMs: number
  readonly storageBytes: number | null
  readonly storedBytes: number
}

/** Of a connector `c` and its account `a`: until the bucket holds a whole request again; null: no rate is set. */
export const EMPTY_FOR = `case when c.rate_per_second is not null
          then (1 - a.tokens) / c.rate_per_second * 1000 - extract(epoch from clock_timestamp() - a.refilled_at) * 1000 end`

/** One statement; most strategies have no upstream, no limited account and no quota, and cost three empty probes. */
const FACTS = `
  select v.config -> 'schedule' as schedule,
    coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'kind', l.kind, 'state', n.state, 'waiting', coalesce((
        select sum(c.count) from record_count c where c.tenant_id = l.tenant_id and c.strategy_id = l.upstream_id and c.status in (${underWayStates.join()})), 0))
        order by u.name, l.kind)
      from strategy_link l join strategy u on u.tenant_id = l.tenant_id and u.id = l.upstream_id
      left join lateral (select r.state from run r where r.tenant_id = l.tenant_id and r.strategy_id = l.upstream_id
        order by r.created_at desc limit 1) n on true
      where l.tenant_id = s.tenant_id and l.strategy_id = s.id and l.kind <> 'after'), '[]') as upstreams,
    coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'pausedMs', ${msUntil('a.paused_until')}, 'openMs', ${msUntil('a.open_until')},
        'trouble', ${TROUBLE}, 'emptyMs', ${EMPTY_FOR}))
      from connector_account a join connector c on c.tenant_id = a.tenant_id and c.id = a.connector_id
      where a.tenant_id = s.tenant_id and a.connector_id in (s.source_connector_id, s.target_connector_id)), '[]') as accounts,
    jsonb_build_object('recordsPerMonth', q.records_per_month, 'storageBytes', q.storage_bytes, 'storedBytes', o.stored_bytes,
      'records', case when q.records_per_month is null then 0 else
        coalesce((select u.records from tenant_usage u where u.tenant_id = s.tenant_id
          and u.month = date_trunc('month', now() at time zone t.time_zone)::date), 0)
        + coalesce((select sum((r.counts ->> 'fresh')::bigint) from run r
          where r.tenant_id = s.tenant_id and r.state in ('running', 'stopping')), 0) end,
      'monthEndsMs', ${msUntil(`(date_trunc('month', now() at time zone t.time_zone) + interval '1 month') at time zone t.time_zone`)}) as quota
  from strategy s
  join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = $3
  join tenant t on t.id = s.tenant_id
  join tenant_quota q on q.tenant_id = s.tenant_id
  join tenant_load o on o.tenant_id = s.tenant_id
  where s.tenant_id = $1 and s.id = $2`

/** Milliseconds until a time, by the database's clock; null where there is none. */
export function msUntil(time: string): string {
  return `extract(epoch from ${time} - clock_timestamp())::float8 * 1000`
}

export async function readGateFacts(tx: Tx, run: Candidate): Promise<GateFacts | null> {
  const values = [run.tenant_id, run.strategy_id, run.version]
  const [facts] = await tx.query<GateFacts>(FACTS, values, { name: 'gate_facts' })
  return facts ?? null
}
