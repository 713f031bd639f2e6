import { errorDataStates, type RecordState, underWayStates } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Trouble } from '../account/tell-trouble.ts'
import type { KnownDrift } from '../discovery/drift-rows.ts'
import { TROUBLE } from '../sql/account-rows.ts'

/** What is known of one strategy at one moment. Counts are text: they are bigint in the database. */
export interface HealthFigures {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly group_name: string
  readonly status: 'draft' | 'stopped' | 'running'
  readonly paused_at: string | null
  readonly updated_at: string
  /** Schedule of the version that runs; follow strategies stay and have none. */
  readonly schedule: unknown
  readonly is_follow: boolean
  /** When its newest run was asked for, and whether one is live. */
  readonly dispatched_at: string | null
  readonly is_live: boolean
  readonly pulled_at: string | null
  readonly failures: number
  /** In the window; `fresh_before`: in the same stretch of last week, `usual` on average of the last four weeks. */
  readonly fresh: string
  readonly written: string
  readonly errors: string
  readonly runs: number
  readonly run_ms: string
  readonly fresh_before: string
  readonly usual: string
  /** Rows refused by the last run that read all, and records in error or without an answer: not at the target. */
  readonly rejected: string
  readonly in_error: string
  /** Of its newest three runs, those that ended well without a record; 0 where any record ever came, as far as is kept. */
  readonly empty_runs: number
  /** Records that wait to be written. */
  readonly backlog: string
  /** Since when the record or run that waits longest does so. */
  readonly waiting_since: string | null
  readonly source: ConnectorFigures | null
  readonly target: ConnectorFigures | null
  readonly pool: PoolFigures | null
  readonly drifts: readonly KnownDrift[]
}

export interface ConnectorFigures {
  readonly id: string
  readonly name: string
  readonly status: 'untested' | 'ok' | 'failed'
  /** Since it failed; null: its last try went well. */
  readonly trouble: Trouble | null
  /** ISO, when it is tried again; null: whenever it is needed. */
  readonly open_until: string | null
}

interface PoolFigures {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly is_offline: boolean
}

const WAITING = underWayStates.join()
/** What is counted is counted by quarters of an hour. */
const QUARTER = `interval '15 minutes'`

const connector = (side: 'source' | 'target'): string =>
  `(select jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status,
            'trouble', ${TROUBLE}, 'open_until', a.open_until)
      from connector c left join connector_account a on a.tenant_id = c.tenant_id and a.connector_id = c.id
     where c.tenant_id = s.tenant_id and c.id = s.${side}_connector_id) as ${side}`

/** The record that has waited longest: the first of its state in the index (tenant, state, strategy, id). */
const oldest = (state: RecordState): string =>
  `case when b.count > 0 then (select r.updated_at from record_state r
     where r.tenant_id = s.tenant_id and r.status = ${state} and r.strategy_id = s.id order by r.id limit 1) end`

/** What was counted in the window as it lay so many weeks ago: one range of the index (tenant, at). */
const week = (ago: number): string => `
    select ${ago} as ago, t.strategy_id, sum(t.fresh) as fresh, sum(t.written) as written, sum(t.errors) as errors,
           sum(t.runs) as runs, sum(t.run_ms) as run_ms
      from strategy_tally t
     where t.tenant_id = app_tenant() and ($2::uuid[] is null or t.strategy_id = any($2::uuid[]))
       and t.at >= date_bin(${QUARTER}, now() - make_interval(mins => $1::int), 'epoch') - interval '${ago} weeks'
       and t.at <= date_bin(${QUARTER}, now(), 'epoch') - interval '${ago} weeks'
     group by t.strategy_id`

/** Only of a strategy without a record is anything else asked. */
const EMPTY_RUNS = `
         case when not exists (select from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id and c.count > 0)
               and not exists (select from strategy_tally e where e.tenant_id = s.tenant_id and e.strategy_id = s.id and e.read > 0)
              then (select count(*) filter (where l.state = 'succeeded' and (l.counts ->> 'read')::bigint = 0)
                      from (select r.state, r.counts from run r where r.tenant_id = s.tenant_id and r.strategy_id = s.id
                             order by r.created_at desc limit 3) l)
              else 0 end::int as empty_runs`

/**
 * $1 length of the window in minutes, $2 strategies or null for all. Five ranges of one index, then a few probes for each
 * strategy. A join of the quarters with a list of the five stretches read all of them, row by row: 4.5 s instead of 0.02 s
 * for 170,000. Asking the runs themselves read every run of five weeks.
 */
const READ = `
  with week as (${[0, 1, 2, 3, 4].map(week).join(' union all ')}),
  tally as (
    select w.strategy_id,
           coalesce(sum(w.fresh) filter (where w.ago = 0), 0)::bigint as fresh,
           coalesce(sum(w.written) filter (where w.ago = 0), 0)::bigint as written,
           greatest(coalesce(sum(w.errors) filter (where w.ago = 0), 0), 0)::bigint as errors,
           coalesce(sum(w.runs) filter (where w.ago = 0), 0)::int as runs,
           coalesce(sum(w.run_ms) filter (where w.ago = 0), 0)::bigint as run_ms,
           coalesce(sum(w.fresh) filter (where w.ago = 1), 0)::bigint as fresh_before,
           round(coalesce(sum(w.fresh) filter (where w.ago > 0), 0) / 4, 1) as usual
      from week w group by w.strategy_id),
  backlog as (
    select c.strategy_id, sum(c.count) filter (where c.status in (${WAITING}))::bigint as count,
           sum(c.count) filter (where c.status in (${errorDataStates.join()}))::bigint as in_error
      from record_count c
     where c.tenant_id = app_tenant() and (c.status in (${WAITING}) or c.status in (${errorDataStates.join()}))
     group by c.strategy_id)
  select s.id, s.name, s.code, s.group_name, s.status, s.paused_at, s.updated_at, v.config -> 'schedule' as schedule,
         v.follow as is_follow, d.created_at as dispatched_at, coalesce(d.state in ('queued', 'running', 'stopping'), false) as is_live,
         p.pulled_at, coalesce(p.failures, 0) as failures,
         coalesce(t.fresh, 0) as fresh, coalesce(t.written, 0) as written, coalesce(t.errors, 0) as errors,
         coalesce(t.runs, 0) as runs, coalesce(t.run_ms, 0) as run_ms, coalesce(t.fresh_before, 0) as fresh_before,
         coalesce(t.usual, 0) as usual, coalesce(b.count, 0) as backlog, coalesce(p.rejected, 0) as rejected,
         coalesce(b.in_error, 0) as in_error,${EMPTY_RUNS},
         least(${underWayStates.map(oldest).join()}, case when d.state = 'queued' then d.created_at end) as waiting_since,
         ${connector('source')}, ${connector('target')},
         (select coalesce(json_agg(json_build_object('side', d.side, 'object_id', d.object_id, 'detail', d.detail) order by d.side), '[]')
            from strategy_drift d
           where d.tenant_id = s.tenant_id and d.strategy_id = s.id and d.version = s.version) as drifts,
         (select jsonb_build_object('id', pool.id, 'name', pool.name, 'label', pool.label,
                   'is_offline', exists (select from process) and not exists (
                     select from process w where 'worker' = any(w.roles) and pool.label = any(w.labels)
                        and w.heartbeat_at > clock_timestamp() - interval '1 minute'))
            from process_pool pool where pool.tenant_id = s.tenant_id and pool.id = coalesce(s.process_id, s.tenant_id)) as pool
    from strategy s
    join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
    left join strategy_pulse p on p.tenant_id = s.tenant_id and p.strategy_id = s.id
    left join tally t on t.strategy_id = s.id
    left join backlog b on b.strategy_id = s.id
    left join lateral (
      select r.created_at, r.state from run r where r.tenant_id = s.tenant_id and r.strategy_id = s.id
       order by r.created_at desc limit 1) d on true
   where s.tenant_id = app_tenant() and ($2::uuid[] is null or s.id = any($2::uuid[]))`

export const readFigures = (
  tx: Tx,
  windowMinutes: number,
  strategyIds: readonly string[] | null,
): Promise<HealthFigures[]> => tx.query<HealthFigures>(READ, [windowMinutes, strategyIds])

export interface GrowthRow {
  readonly strategy_id: string
  readonly name: string
  readonly status: HealthFigures['status']
  readonly fresh: string
}

/** How much came new between two times, to the quarter of an hour. */
export const readGrowth = (
  tx: Tx,
  of: { readonly strategyId: string | null; readonly from: string; readonly to: string; readonly onlyNone: boolean },
): Promise<GrowthRow[]> =>
  tx.query<GrowthRow>(
    `select s.id as strategy_id, s.name, s.status, coalesce(sum(t.fresh), 0)::bigint as fresh
       from strategy s
       left join strategy_tally t on t.tenant_id = s.tenant_id and t.strategy_id = s.id
        and t.at >= date_bin(${QUARTER}, $2::timestamptz, 'epoch') and t.at < $3::timestamptz
      where s.tenant_id = app_tenant() and ($1::uuid is null or s.id = $1)
      group by s.id, s.name, s.status
     having not $4::boolean or coalesce(sum(t.fresh), 0) <= 0
      order by s.name, s.id`,
    [of.strategyId, of.from, of.to, of.onlyNone],
  )

/** Nothing is compared with what is older: thirty days, the thirty before them, and what a zone may be off. */
export const tidyTallies = (tx: Tx): Promise<number> =>
  tx.execute(`delete from strategy_tally where at < now() - interval '62 days'`)
