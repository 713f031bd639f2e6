import type { Tx } from '@sluice/db'
import type { Trouble, Trying } from '../account/tell-trouble.ts'
import { TROUBLE } from './account-rows.ts'
import { type AccountFacts, EMPTY_FOR, msUntil } from './gate-rows.ts'

/** Where one queued run stands. */
export interface QueuePlace {
  readonly id: string
  readonly hold: { readonly code: string; readonly params: Readonly<Record<string, string | number | null>> } | null
  /** Runs before it in its pool, counted up to `most`. */
  readonly ahead: number
  /** Of its tenant, over all processes. */
  readonly running: number
  readonly tenant_runs: number | null
  readonly pool_name: string
  readonly pool_state: 'running' | 'draining' | 'stopped'
  readonly pool_label: string
  readonly pool_running: number
  readonly pool_runs: number
  /** Living processes that take runs of its pool. */
  readonly workers: number
}

/** One probe per fact and run: a screen shows at most a page of them. */
const PLACES = `
  select r.id, r.hold, ahead.count as ahead, busy.count as running, q.runs as tenant_runs, p.name as pool_name,
         p.state as pool_state, p.label as pool_label, held.count as pool_running, p.concurrency as pool_runs,
         alive.count as workers
    from run r
    join process_pool p on p.tenant_id = r.tenant_id and p.id = r.pool_id
    join tenant_quota q on q.tenant_id = r.tenant_id
    cross join lateral (select count(*)::int as count from (
      select 1 from run o where o.follow = r.follow and o.tenant_id = r.tenant_id and o.pool_id = r.pool_id
         and o.state = 'queued' and o.hold is null and (o.priority, o.created_at, o.id) < (r.priority, r.created_at, r.id)
       limit $2) o) ahead
    cross join lateral (select count(*)::int as count from run h
      where h.tenant_id = r.tenant_id and h.state in ('running', 'stopping') and h.follow = r.follow) busy
    cross join lateral (select count(*)::int as count from run h
      where h.tenant_id = r.tenant_id and h.pool_id = r.pool_id and h.state in ('running', 'stopping') and not h.follow) held
    cross join lateral (select count(*)::int as count from process w
      where p.label = any(w.labels) and 'worker' = any(w.roles) and not w.draining
        and w.heartbeat_at > clock_timestamp() - interval '60 seconds') alive
   where r.tenant_id = app_tenant() and r.id = any($1::uuid[]) and r.state = 'queued'`

/** Of the queued ones among these. Works in the tenant's own transaction. */
export const readQueuePlaces = (tx: Tx, runIds: readonly string[], most: number): Promise<QueuePlace[]> =>
  tx.query<QueuePlace>(PLACES, [runIds, most])

/** An account that a run uses, while it holds back requests. */
export interface SlowAccount extends Omit<AccountFacts, 'emptyMs'> {
  readonly runId: string
  /** Requests a second, where the bucket holds no whole request at the moment. */
  readonly rate: number | null
}

const SLOW_ACCOUNTS = `
  select * from (
    select r.id as "runId", c.name, ${msUntil('a.paused_until')} as "pausedMs", ${msUntil('a.open_until')} as "openMs",
           ${TROUBLE} as trouble, case when ${EMPTY_FOR} > 0 then c.rate_per_second::float8 end as rate
      from run r
      join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
      join connector_account a on a.tenant_id = s.tenant_id and a.connector_id in (s.source_connector_id, s.target_connector_id)
      join connector c on c.tenant_id = a.tenant_id and c.id = a.connector_id
     where r.tenant_id = app_tenant() and r.id = any($1::uuid[])) account
   where "pausedMs" > 0 or "openMs" > 0 or trouble is not null or rate is not null`

/** Of these runs, those whose accounts let nothing through right now. Works in the tenant's own transaction. */
export const readSlowAccounts = (tx: Tx, runIds: readonly string[]): Promise<SlowAccount[]> =>
  tx.query<SlowAccount>(SLOW_ACCOUNTS, [runIds])

interface TryingRun {
  readonly runId: string
  /** Of the connector. */
  readonly name: string
  readonly trying: Trying
  /** What its account knows, of other runs too. */
  readonly trouble: Trouble | null
}

/** Of these runs, those that wait to try again. Works in the tenant's own transaction. */
export const readTrying = (tx: Tx, runIds: readonly string[]): Promise<TryingRun[]> =>
  tx.query<TryingRun>(
    `select r.id as "runId", c.name, r.trying, ${TROUBLE} as trouble
       from run r
       join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
       join connector c on c.tenant_id = s.tenant_id
        and c.id = case r.trying ->> 'role' when 'source' then s.source_connector_id else s.target_connector_id end
       left join connector_account a on a.tenant_id = c.tenant_id and a.connector_id = c.id
      where r.tenant_id = app_tenant() and r.id = any($1::uuid[]) and r.trying is not null`,
    [runIds],
  )
