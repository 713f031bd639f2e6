import { errorDataStates } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Span } from './contract.ts'

/** Spans in the tenant's zone; the span before ends at the same time of day. */
const SPANS = `
  clock as (
    select t.time_zone as zone, $1::timestamptz at time zone t.time_zone as local from tenant t where t.id = app_tenant()),
  spans as (
    select s.span, (date_trunc('day', c.local) - make_interval(days => s.days - 1)) at time zone c.zone as begin,
           $1::timestamptz as ending,
           (date_trunc('day', c.local) - make_interval(days => 2 * s.days - 1)) at time zone c.zone as before_begin,
           (c.local - make_interval(days => s.days)) at time zone c.zone as before_ending
      from clock c, (values ('today', 1), ('7d', 7), ('30d', 30)) as s(span, days))`
const ZONE = '(select z.time_zone from tenant z where z.id = app_tenant())'

export interface SpanRow {
  readonly span: Span
  readonly begin: string
  readonly before_begin: string
  readonly before_ending: string
}

export const readSpans = (tx: Tx, at: string): Promise<SpanRow[]> =>
  tx.query<SpanRow>(`with ${SPANS} select span, begin, before_begin, before_ending from spans order by span`, [at])

export interface MovedRow {
  readonly strategy_id: string
  readonly read: string
  readonly written: string
  readonly rejected: string
  readonly errors: string
  readonly runs: string
  readonly failed_runs: string
  readonly run_ms: string
}

const MOVED = ['read', 'written', 'rejected', 'errors', 'runs', 'failed_runs', 'run_ms'] as const

/** What each strategy moved from one time to another. Bounds are given, not joined: the index is walked once. */
export const readMoved = (tx: Tx, from: string, to: string, ids: readonly string[]): Promise<MovedRow[]> =>
  tx.query<MovedRow>(
    `select t.strategy_id, ${MOVED.map(name => `sum(${name === 'errors' ? 't.errors + t.unknown - t.rejected' : `t.${name}`})::bigint as ${name}`).join(', ')}
         from strategy_tally t where t.tenant_id = app_tenant() and t.at >= $1 and t.at < $2
        and t.strategy_id = any($3::uuid[]) group by 1`,
    [from, to, ids],
  )

export interface StrategyRow {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly source_id: string | null
  readonly source: string | null
  readonly target_id: string | null
  readonly target: string | null
  readonly platform_id: string | null
}

export const readStrategies = (tx: Tx): Promise<StrategyRow[]> =>
  tx.query<StrategyRow>(
    `select s.id, s.name, s.status, s.source_connector_id as source_id, a.name as source, s.target_connector_id as target_id,
            b.name as target, b.platform_id
       from strategy s
       left join connector a on a.tenant_id = app_tenant() and a.id = s.source_connector_id
       left join connector b on b.tenant_id = app_tenant() and b.id = s.target_connector_id
      where s.tenant_id = app_tenant() order by s.name, s.id`,
  )

export interface PointRow {
  readonly at: string
  readonly read: string
  readonly written: string
  readonly rejected: string
  readonly errors: string
}

/**
 * Hours or days of the tenant's zone since one of them began, empty ones included. Of strategies by their ids: a join of
 * every quarter with the strategies goes wrong by minutes where their number is not known yet.
 */
export const readPoints = (
  tx: Tx,
  step: 'hour' | 'day',
  from: string,
  to: string,
  ids: readonly string[],
): Promise<PointRow[]> =>
  tx.query<PointRow>(
    `with sums as (
       select date_trunc($1, n.at, ${ZONE}) as at, sum(n.read) as read, sum(n.written) as written,
              sum(n.rejected) as rejected, sum(n.errors) as errors
         from (
           select t.at, t.strategy_id, t.read, t.written, t.rejected, t.errors + t.unknown - t.rejected as errors
             from strategy_tally t where t.tenant_id = app_tenant() and t.at >= $2 and t.at < $3) n
         where n.strategy_id = any($4::uuid[]) group by 1),
     steps as (
       select date_trunc($1, g.at, ${ZONE}) as at
         from generate_series($2::timestamptz, $3::timestamptz, interval '1 hour') as g(at) group by 1)
     select at, coalesce(n.read, 0)::bigint as read, coalesce(n.written, 0)::bigint as written,
            coalesce(n.rejected, 0)::bigint as rejected, coalesce(n.errors, 0)::bigint as errors
       from steps full join sums n using (at) order by at`,
    [step, from, to, ids],
  )

export interface HistoryRow {
  readonly strategy_id: string
  /** The tenant's day before today, then `day:written:errors` of each day on which something moved. */
  readonly yesterday: string
  readonly days: string
}

/** As one text a strategy: sixty days of a thousand strategies are many rows. */
export const readHistory = (tx: Tx, at: string, ids: readonly string[]): Promise<HistoryRow[]> =>
  tx.query<HistoryRow>(
    `with each as (
       select t.strategy_id, (t.at at time zone ${ZONE})::date as day, sum(t.written) as written,
              sum(t.errors + t.unknown) as errors
         from strategy_tally t
        where t.tenant_id = app_tenant() and t.at >= $1::timestamptz - interval '62 days' and t.at < $1 and t.strategy_id = any($2::uuid[]) group by 1, 2)
     select e.strategy_id, (($1::timestamptz at time zone ${ZONE})::date - 1)::text as yesterday,
            string_agg(e.day || ':' || e.written || ':' || e.errors, ',') as days
       from each e group by 1`,
    [at, ids],
  )

export interface CallRow {
  readonly span: string
  readonly platform_id: string
  readonly since: string
  readonly calls: string
  readonly failed: string
}

/** Only those who see connectors ask. */
export const readCalls = (tx: Tx, at: string): Promise<CallRow[]> =>
  tx.query<CallRow>(
    `with ${SPANS}
     select p.span, c.platform_id, greatest(p.begin, $1::timestamptz - interval '8 days') as since,
            sum(k.calls)::bigint as calls, sum(k.failures)::bigint as failed
       from spans p join connector_call k on k.tenant_id = app_tenant() and k.minute >= p.begin and k.minute < p.ending
       join connector c on c.tenant_id = app_tenant() and c.id = k.connector_id
      group by 1, 2, 3 order by 4 desc, 2`,
    [at],
  )

export async function countWaiting(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ value: string }>(
    `select coalesce(sum(c.count), 0)::bigint as value
       from record_count c join strategy s on s.tenant_id = app_tenant() and s.id = c.strategy_id
      where c.tenant_id = app_tenant() and c.status in (${errorDataStates.join()})`,
  )
  return Number(row!.value) // a sum always has its one row
}

export interface CauseRow {
  readonly strategy_id: string
  readonly day: string
  readonly kind: 'outage' | 'paused' | 'cursor' | 'version' | 'changed' | 'runs'
  readonly text: string
  readonly connector_id: string | null
}

/** What happened to strategies and to the systems they use on some of their days, the likeliest reason first. */
export const readCauses = (tx: Tx, ids: readonly string[], days: readonly string[]): Promise<CauseRow[]> =>
  tx.query<CauseRow>(
    `with asked as (
       select a.id, a.day, a.day::timestamp at time zone t.time_zone as begin,
              (a.day + 1)::timestamp at time zone t.time_zone as ending
         from unnest($1::uuid[], $2::date[]) as a(id, day), tenant t where t.id = app_tenant()),
     found as (
       select a.id, a.day, 1 as rank, 'outage' as kind, c.name as text, c.id as connector_id
         from asked a join strategy s on s.tenant_id = app_tenant() and s.id = a.id
         join connector c on c.tenant_id = app_tenant() and c.id in (s.source_connector_id, s.target_connector_id)
        where exists (select from connector_account f where f.tenant_id = app_tenant() and f.connector_id = c.id
                        and f.failing_since < a.ending)
           or (select sum(k.failures) * 5 >= sum(k.calls) and sum(k.failures) >= 5 from connector_call k
                where k.tenant_id = app_tenant() and k.connector_id = c.id and k.minute >= a.begin and k.minute < a.ending)
       union all
       select a.id, a.day, 2, 'paused', o.username, null::uuid
         from asked a join lateral (
           select o.username, o.action from operation_log o where o.tenant_id = app_tenant()
              and o.action in ('strategy.stop', 'strategy.start') and o.object_id = a.id::text and o.created_at < a.ending
            order by o.created_at desc limit 1) o on o.action = 'strategy.stop'
       union all
       select distinct a.id, a.day, 3, 'cursor', coalesce(nullif(u.nickname, ''), u.username, ''), null::uuid
         from asked a join cursor_change k on k.tenant_id = app_tenant() and k.strategy_id = a.id
          and k.created_at >= a.begin and k.created_at < a.ending
         left join app_user u on u.tenant_id = app_tenant() and u.id = k.changed_by
       union all
       select a.id, a.day, 4, 'version', v.version::text, null::uuid
         from asked a join lateral (
           select max(version) as version from strategy_version where tenant_id = app_tenant() and strategy_id = a.id
              and version > 1 and created_at >= a.begin and created_at < a.ending) v on v.version is not null
       union all
       select distinct a.id, a.day, 5, 'changed', c.name, c.id
         from asked a join strategy s on s.tenant_id = app_tenant() and s.id = a.id
         join connector c on c.tenant_id = app_tenant() and c.id in (s.source_connector_id, s.target_connector_id)
         join connector_version n on n.tenant_id = app_tenant() and n.connector_id = c.id and n.version > 1
          and n.created_at >= a.begin and n.created_at < a.ending
       union all
       select a.id, a.day, 6, 'runs', r.code, null::uuid
         from asked a join lateral (
           select failure ->> 'code' as code from run where tenant_id = app_tenant() and strategy_id = a.id
              and created_at >= a.begin and created_at < a.ending and state = 'failed' and failure ->> 'code' is not null
            group by 1 order by count(*) desc, 1 limit 1) r on true)
     select id as strategy_id, day::text as day, kind, text, connector_id from found order by rank, text`,
    [ids, days],
  )
