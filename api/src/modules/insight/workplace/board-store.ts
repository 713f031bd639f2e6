import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { businessDateOf, type GrantEnd } from '@sluice/engine'

/** Of groups of errors: what still wants somebody, as their list shows it. */
const OPEN_STATUSES = ['open', 'progress']

const NAME = `coalesce(nullif(u.nickname, ''), u.username)`

export interface PaceRow {
  readonly id: string
  readonly record_at: string | null
  readonly next_run_at: string | null
}

/** How new the records of each strategy are by their own dates, and when it runs next. */
export const readPaces = (tx: Tx): Promise<PaceRow[]> =>
  tx.query<PaceRow>(
    `select s.id, ${businessDateOf} as record_at, s.next_run_at
       from strategy s
       join strategy_version v on v.tenant_id = app_tenant() and v.strategy_id = s.id and v.version = s.version
       left join strategy_pulse p on p.tenant_id = app_tenant() and p.strategy_id = s.id
      where s.tenant_id = app_tenant()`,
  )

export interface StripRow {
  readonly strategy_id: string
  /** 0: the hour that runs now. */
  readonly ago: number
  readonly written: string
  readonly errors: string
}

/** Hours of a page of strategies: so many ranges of the tallies' own key. */
export const readStripHours = (tx: Tx, at: string, ids: readonly string[]): Promise<StripRow[]> =>
  tx.query<StripRow>(
    `select t.strategy_id,
            (extract(epoch from date_trunc('hour', $1::timestamptz) - date_trunc('hour', t.at)) / 3600)::int as ago,
            sum(t.written)::bigint as written, sum(t.errors + t.unknown)::bigint as errors
       from strategy_tally t
      where t.tenant_id = app_tenant() and t.strategy_id = any($2::uuid[])
        and t.at >= date_trunc('hour', $1::timestamptz) - interval '23 hours'
        and t.at < date_trunc('hour', $1::timestamptz) + interval '1 hour'
      group by 1, 2`,
    [at, ids],
  )

export interface DayRow {
  readonly weeks: number
  readonly begin: string
  readonly written: string
  readonly errors: string
  /** Something was counted on that day, before or after this time. */
  readonly is_known: boolean
}

const ZONE = '(select z.time_zone from tenant z where z.id = app_tenant())'

/** Today up to now, and the same weekday up to the same time of four weeks: five ranges of one index, with their bounds given. */
const weekAgo = (weeks: number): string => `
  select ${weeks} as weeks, b.begin, coalesce(sum(n.written), 0)::bigint as written, coalesce(sum(n.errors), 0)::bigint as errors,
         exists (select from strategy_tally k where k.tenant_id = app_tenant() and k.at <= b.begin) as is_known
    from (select (date_trunc('day', $1::timestamptz at time zone ${ZONE}) - interval '${weeks} weeks') at time zone ${ZONE} as begin,
                 (($1::timestamptz at time zone ${ZONE}) - interval '${weeks} weeks') at time zone ${ZONE} as ending) b
    left join lateral (
      select t.written, t.errors + t.unknown as errors from strategy_tally t
       where t.tenant_id = app_tenant() and t.at >= b.begin and t.at < b.ending and t.strategy_id = any($2::uuid[])) n on true
   group by 1, 2`

export const readDays = (tx: Tx, at: string, ids: readonly string[]): Promise<DayRow[]> =>
  tx.query<DayRow>(`${[0, 1, 2, 3, 4].map(weekAgo).join(' union all ')} order by weeks`, [at, ids])

export interface CauseRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy: string
  readonly category:
    | 'network'
    | 'timeout'
    | 'auth'
    | 'limit'
    | 'parameter'
    | 'business'
    | 'duplicate'
    | 'mapping'
    | 'script'
  readonly code: string
  readonly sample: string
  readonly open: string
  readonly first_at: string
  readonly version: number | null
  readonly version_at: string | null
  readonly version_by: string | null
  readonly total: number
}

/**
 * Causes of records that are in error now, those with most records first, each with the version of its strategy that was saved
 * within a day before its first failure.
 */
export const listCauses = (tx: Tx, most: number): Promise<CauseRow[]> =>
  tx.query<CauseRow>(
    `with moves as (
       select group_id, sum(open_count) as open from error_move where tenant_id = app_tenant() group by 1),
     causes as (
       select g.id, g.strategy_id, s.name as strategy, g.category, g.code, g.sample, g.first_at,
              (g.open_count + coalesce(m.open, 0))::bigint as open, count(*) over ()::int as total
         from error_group g join strategy s on s.tenant_id = app_tenant() and s.id = g.strategy_id
         left join moves m on m.group_id = g.id
        where g.tenant_id = app_tenant() and g.status = any($2::text[]) and g.open_count + coalesce(m.open, 0) > 0
        order by open desc, g.id limit $1)
     select c.*, v.version, v.created_at as version_at, ${NAME} as version_by
       from causes c
       left join lateral (
         select n.version, n.created_at, n.created_by from strategy_version n
          where n.tenant_id = app_tenant() and n.strategy_id = c.strategy_id and n.version > 1
            and n.created_at <= c.first_at and n.created_at > c.first_at - interval '1 day'
          order by n.version desc limit 1) v on true
       left join app_user u on u.tenant_id = app_tenant() and u.id = v.created_by
      order by c.open desc, c.id`,
    [most, OPEN_STATUSES],
  )

export interface FailureRow {
  readonly strategy_id: string
  readonly failure: Pick<FailureDetail, 'code' | 'message' | 'advice'>
  readonly at: string
  /** Nothing had been read when it failed. */
  readonly is_unread: boolean
}

/** Why the newest run failed of each strategy whose last run did. */
export const listFailures = (tx: Tx): Promise<FailureRow[]> =>
  tx.query<FailureRow>(
    `select p.strategy_id, r.failure, r.finished_at as at, coalesce((r.counts ->> 'read')::bigint, 0) = 0 as is_unread
       from strategy_pulse p
       cross join lateral (
         select failure, finished_at, counts, state from run
          where tenant_id = app_tenant() and strategy_id = p.strategy_id and finished_at is not null
          order by created_at desc limit 1) r
      where p.tenant_id = app_tenant() and p.failures > 0 and r.state = 'failed' and r.failure is not null`,
  )

export interface CredentialRow {
  readonly id: string
  readonly name: string
  readonly params: Readonly<Record<string, never>>
  readonly grant: GrantEnd | null
}

/** Connectors whose credential is known to end: by a grant, a date that was written down, or a certificate. */
export const listCredentials = (tx: Tx): Promise<CredentialRow[]> =>
  tx.query<CredentialRow>(
    `select c.id, c.name, c.params,
            case when g.connector_id is not null
              then jsonb_build_object('ends_at', g.ends_at, 'warn_at', g.warn_at, 'failure', g.failure) end as grant
       from connector c
       left join connector_grant g on g.tenant_id = app_tenant() and g.connector_id = c.id and g.env = c.env
      where c.tenant_id = app_tenant() and (g.connector_id is not null or coalesce(c.params ->> 'expires_at', '') <> ''
        or c.params::text like '%-----BEGIN CERTIFICATE-----%')`,
  )

export interface MissRow {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly since: string
}

/** Value maps that lack lines for values that records hold. */
export const listMisses = (tx: Tx): Promise<MissRow[]> =>
  tx.query<MissRow>(
    `select m.id, m.name, count(*)::int as count, min(i.first_at) as since
       from value_map_miss i join value_map m on m.tenant_id = app_tenant() and m.id = i.map_id
      where i.tenant_id = app_tenant() and not i.ignored and not i.matched
      group by m.id, m.name order by 3 desc, 2, 1 limit 20`,
  )

export interface ApprovalRow {
  readonly count: number
  readonly since: string | null
}

/** What waits for an approval; the list of those to do has them all. */
export async function countApprovals(tx: Tx): Promise<ApprovalRow> {
  const [row] = await tx.query<ApprovalRow>(
    `select count(*)::int as count, min(created_at) as since from approval
      where tenant_id = app_tenant() and status = 'asked'`,
  )
  return row! // an aggregate always has its one row
}

export interface QuotaRow {
  readonly id: string
  readonly name: string
  readonly day: string | null
  readonly month: string | null
  readonly today: string
  readonly this_month: string
  readonly expires_at: string | null
}

/** Applications that may call and have used most of what they may, or whose time ends within a week. */
export const listNearQuota = (tx: Tx, at: string, percent: number): Promise<QuotaRow[]> =>
  tx.query<QuotaRow>(
    `select * from (
       select a.id, a.name, coalesce(a.quota_per_day, p.quota_per_day) as day, coalesce(a.quota_per_month, p.quota_per_month) as month,
              coalesce(sum(u.calls) filter (where u.day = ($1::timestamptz at time zone ${ZONE})::date), 0)::bigint as today,
              coalesce(sum(u.calls), 0)::bigint as this_month,
              case when a.expires_at < $1::timestamptz + interval '7 days' then a.expires_at end as expires_at
         from gateway_application a
         left join gateway_plan p on p.tenant_id = app_tenant() and p.id = a.plan_id
         left join gateway_usage u on u.tenant_id = app_tenant() and u.application_id = a.id
          and u.day >= date_trunc('month', $1::timestamptz at time zone ${ZONE})::date
        where a.tenant_id = app_tenant() and a.is_enabled
        group by a.id, a.name, a.quota_per_day, p.quota_per_day, a.quota_per_month, p.quota_per_month, a.expires_at) q
      where q.today * 100 >= q.day * $2 or q.this_month * 100 >= q.month * $2 or q.expires_at is not null
      order by q.name, q.id limit 40`,
    [at, percent],
  )

export interface DraftRow {
  readonly id: string
  readonly name: string
  readonly at: string | null
  readonly is_canary: boolean
}

/** Changes that wait behind a gate, and versions that run for a share of the records until somebody decides. */
export const listDrafts = (tx: Tx): Promise<DraftRow[]> =>
  tx.query<DraftRow>(
    `select s.id, s.name, g.saved_at as at, false as is_canary
       from strategy_gate g join strategy s on s.tenant_id = app_tenant() and s.id = g.strategy_id
      where g.tenant_id = app_tenant() and g.parts is not null
     union all
     select s.id, s.name, c.ready_at, true
       from canary c join strategy s on s.tenant_id = app_tenant() and s.id = c.strategy_id
      where c.tenant_id = app_tenant() and c.state = 'ready'
      order by at, id limit 40`,
  )

export interface UpcomingRow {
  readonly strategy_id: string
  readonly name: string
  readonly at: string
  readonly total: number
}

export const listUpcoming = (tx: Tx, at: string, most: number): Promise<UpcomingRow[]> =>
  tx.query<UpcomingRow>(
    `select id as strategy_id, name, coalesce(next_run_at, $1::timestamptz) as at, count(*) over ()::int as total from strategy
      where tenant_id = app_tenant() and status = 'running' and paused_at is null
        and next_run_at < $1::timestamptz + interval '1 day'
      order by next_run_at, name, id limit $2`,
    [at, most],
  )

export interface EditedRow {
  readonly kind: 'strategy' | 'connector' | 'value_map'
  readonly id: string
  readonly name: string
  readonly at: string
}

/** Of the person's newest acts, what they were done to, as far as it is still there and may be seen. */
export const listEdited = (tx: Tx, userId: string, most: number): Promise<EditedRow[]> =>
  tx.query<EditedRow>(
    `with acts as (
       select o.object_id, max(o.created_at) as at from (
         select object_id, created_at from operation_log
          where tenant_id = app_tenant() and user_id = $1 and object_id is not null
          order by created_at desc limit 200) o group by 1)
     select x.kind, x.id, x.name, a.at from acts a
       cross join lateral (
         select 'strategy' as kind, s.id, s.name from strategy s where s.tenant_id = app_tenant() and s.id::text = a.object_id
         union all
         select 'connector', c.id, c.name from connector c where c.tenant_id = app_tenant() and c.id::text = a.object_id
         union all
         select 'value_map', m.id, m.name from value_map m where m.tenant_id = app_tenant() and m.id::text = a.object_id) x
      order by a.at desc, x.id limit $2`,
    [userId, most],
  )

export interface AccountRow {
  readonly id: string
  readonly name: string
  readonly closed_month: string | null
  readonly is_behind: boolean
}

/** Accounts by how far their months are closed, those furthest behind first; the month before this one is due. */
export const listAccounts = (tx: Tx, at: string, most: number): Promise<AccountRow[]> =>
  tx.query<AccountRow>(
    `select a.id, a.name, p.month::text as closed_month,
            p.month is null or p.month < (date_trunc('month', $1::timestamptz at time zone a.zone) - interval '1 month')::date as is_behind
       from recon_account a
       left join lateral (
         select max(month) as month from recon_period
          where tenant_id = app_tenant() and account_id = a.id and state in ('closed', 'archiving', 'archived')) p on true
      where a.tenant_id = app_tenant() order by p.month nulls first, a.name, a.id limit $2`,
    [at, most],
  )

export interface ProcessRow {
  readonly alive: number
  readonly running: number
  readonly places: number
}

export async function countProcesses(tx: Tx): Promise<ProcessRow> {
  const [row] = await tx.query<ProcessRow>(
    `select count(*)::int as alive, coalesce(sum(running), 0)::int as running, coalesce(sum(concurrency), 0)::int as places
       from process where heartbeat_at > clock_timestamp() - interval '1 minute'`,
  )
  return row! // an aggregate always has its one row
}

export interface StepsRow {
  readonly connectors: boolean
  readonly strategies: boolean
  readonly run: boolean
  readonly started: boolean
  readonly channel: boolean
  readonly colleague: boolean
}

export async function readSteps(tx: Tx): Promise<StepsRow> {
  const has = (table: string, condition = 'true'): string =>
    `exists (select from ${table} where tenant_id = app_tenant() and ${condition})`
  const [row] = await tx.query<StepsRow>(
    `select (select count(*) >= 2 from (select from connector where tenant_id = app_tenant() limit 2) c) as connectors,
            ${has('strategy')} as strategies, ${has('strategy_pulse', 'pulled_at is not null')} as run,
            ${has('strategy', `status = 'running'`)} as started, ${has('alert_channel')} as channel,
            (select count(*) >= 2 from (select from app_user where tenant_id = app_tenant() limit 2) u) as colleague`,
  )
  return row! // a row of answers
}
