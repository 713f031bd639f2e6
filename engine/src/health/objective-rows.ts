import { recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RecordPlace } from '../stage/read-originals.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

/** What a strategy is held to, with what was counted in each stretch: `good` and `bad` as text, they are bigint. */
export interface ObjectiveRow {
  readonly strategy_id: string
  readonly name: string
  readonly status: 'draft' | 'stopped' | 'running'
  readonly days: number
  readonly success_percent: number | null
  readonly fresh_field: string | null
  readonly fresh_minutes: number | null
  readonly fresh_percent: number | null
  readonly newest_at: string | null
  readonly unread: number
  readonly ahead: number
  readonly looked_at: string | null
  readonly version: number
  readonly success: Stretches
  readonly fresh: Stretches
}

/** In the order of `STRETCHES`, the whole period last. */
export type Stretches = readonly { readonly good: string; readonly bad: string }[]

/** Minutes of the short and the long window of a fast and of a slow fire. */
const STRETCHES = [15, 60, 30, 360] as const

/**
 * Periods begin with a day (UTC), today is its last. Days before `since` are read by the day, the others by their quarters.
 * Bounds are made apart (`offset 0`), because row-level security keeps a function of a column out of index conditions.
 */
const BOUNDS = `
  select o.*, p.begins, greatest(coalesce(o.rolled_to, p.begins), p.begins) as since,
         least(greatest(coalesce(o.rolled_to, p.begins), p.begins), $1::timestamptz - interval '${Math.max(...STRETCHES)} minutes') as reads
    from strategy_objective o
   cross join lateral (select date_trunc('day', $1::timestamptz, 'UTC') - make_interval(days => o.days - 1) as begins) p
   where o.tenant_id = app_tenant() and ($2::uuid is null or o.strategy_id = $2) offset 0`

/** Of one table of quarters, by the key of a strategy, and of the days before. */
const stretches = (
  table: 'strategy_tally' | 'objective_look',
  { good, bad }: { readonly good: string; readonly bad: string },
  day: { readonly good: string; readonly bad: string },
): string => {
  const since = STRETCHES.map(minutes => `$1::timestamptz - interval '${minutes} minutes'`)
  const sum = (of: string, at: string): string => `coalesce(sum(${of}) filter (where t.at >= ${at}), 0)`
  const pair = (goods: string, bads: string): string =>
    `jsonb_build_object('good', (${goods})::bigint::text, 'bad', greatest(${bads}, 0)::bigint::text)`
  const whole = pair(
    `${sum(good, 'o.since')} + coalesce(d.${day.good}, 0)`,
    `${sum(bad, 'o.since')} + coalesce(d.${day.bad}, 0)`,
  )
  const parts = [...since.map(at => pair(sum(good, at), sum(bad, at))), whole]
  return `(select jsonb_build_array(${parts.join()}) from ${table} t
     where t.tenant_id = app_tenant() and t.strategy_id = o.strategy_id and t.at <= $1
       and t.at >= o.reads)`
}

const READ = `
  select o.strategy_id, s.name, s.status, o.days, o.success_percent::float8 as success_percent, o.fresh_field, o.fresh_minutes,
         o.fresh_percent::float8 as fresh_percent, o.newest_at, o.unread, o.ahead, o.looked_at, o.version,
         ${stretches('strategy_tally', { good: 't.written', bad: 't.errors + t.unknown' }, { good: 'good', bad: 'bad' })} as success,
         ${stretches('objective_look', { good: 't.good', bad: 't.bad' }, { good: 'fresh_good', bad: 'fresh_bad' })} as fresh
    from (${BOUNDS}) o
    join strategy s on s.tenant_id = app_tenant() and s.id = o.strategy_id
   cross join lateral (
     select sum(n.good) as good, sum(n.bad) as bad, sum(n.fresh_good) as fresh_good, sum(n.fresh_bad) as fresh_bad
       from objective_day n where n.tenant_id = app_tenant() and n.strategy_id = o.strategy_id
        and n.day >= o.begins and n.day < o.since) d
   order by s.name, s.id`

/** The objectives that the transaction sees, or that of one strategy. @param nowMs the quarter of an hour that it lies in counts with */
export const readObjectives = (tx: Tx, nowMs: number, strategyId?: string): Promise<ObjectiveRow[]> =>
  tx.query<ObjectiveRow>(READ, [new Date(quarterOf(nowMs)).toISOString(), strategyId ?? null])

const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS

/** A transaction that began before midnight may still count its quarter after it. */
const SETTLED_MS = 3_600_000
const DAY_MS = 86_400_000

/** Sums up the whole days that nobody has summed up yet, of some strategies. */
export const rollDays = (tx: Tx, nowMs: number, most: number): Promise<number> =>
  tx.execute(
    `with due as (
       select o.strategy_id, greatest(coalesce(o.rolled_to, '-infinity'), $1::timestamptz - interval '28 days') as begin
         from strategy_objective o
        where o.tenant_id = app_tenant() and (o.rolled_to is null or o.rolled_to < $1) order by o.strategy_id limit $2),
     counted as (
       select t.strategy_id, date_trunc('day', t.at, 'UTC') as day, sum(t.written) as good, sum(t.errors + t.unknown) as bad,
              0 as fresh_good, 0 as fresh_bad
         from due join strategy_tally t on t.tenant_id = app_tenant() and t.strategy_id = due.strategy_id
          and t.at >= due.begin and t.at < $1 group by 1, 2
       union all
       select t.strategy_id, date_trunc('day', t.at, 'UTC'), 0, 0, sum(t.good), sum(t.bad)
         from due join objective_look t on t.tenant_id = app_tenant() and t.strategy_id = due.strategy_id
          and t.at >= due.begin and t.at < $1 group by 1, 2),
     kept as (
       insert into objective_day (strategy_id, day, good, bad, fresh_good, fresh_bad)
       select strategy_id, day, sum(good), sum(bad), sum(fresh_good), sum(fresh_bad) from counted group by 1, 2)
     update strategy_objective o set rolled_to = $1 from due where o.tenant_id = app_tenant() and o.strategy_id = due.strategy_id`,
    [new Date(Math.floor((nowMs - SETTLED_MS) / DAY_MS) * DAY_MS).toISOString(), most],
  )

export interface WatchedRow {
  readonly strategy_id: string
  readonly status: ObjectiveRow['status']
  readonly field: string
  readonly minutes: number
  readonly newest_at: string | null
  readonly seen_at: string | null
  readonly time_zone: string
}

/** Those with a goal for freshness, those first that were looked at longest ago. */
export const listWatchedObjectives = (tx: Tx, most: number): Promise<WatchedRow[]> =>
  tx.query<WatchedRow>(
    `select o.strategy_id, s.status, coalesce(o.fresh_field, '') as field, o.fresh_minutes as minutes, o.newest_at, o.seen_at, t.time_zone
       from strategy_objective o join strategy s on s.tenant_id = app_tenant() and s.id = o.strategy_id
       join tenant t on t.id = app_tenant()
      where o.tenant_id = app_tenant() and o.fresh_minutes is not null
      order by o.looked_at nulls first, o.strategy_id limit $1`,
    [most],
  )

export interface ChangedPlace extends RecordPlace {
  readonly changed_at: string
}

const PLACE = 'r.id, r.page_id, r.page_at, r.ordinal, r.updated_at as changed_at'

/** Written records that changed since a time, the newest change first: two stretches of an index. */
export const listWritten = (tx: Tx, strategyId: string, since: string | null, most: number): Promise<ChangedPlace[]> =>
  tx.query<ChangedPlace>(
    `select found.* from (
       (select ${PLACE} from record_state r
         where r.tenant_id = app_tenant() and r.strategy_id = $1 and r.ordinal >= 0
           and r.status in (${recordStandings.written.join()}) and not r.is_deleted
           and ($2::timestamptz is null or r.updated_at > $2)
         order by r.updated_at desc, r.id desc limit $3)
       union all
       (select ${PLACE} from record_block b cross join lateral open_block(b) r
         where b.tenant_id = app_tenant() and b.strategy_id = $1 and ($2::timestamptz is null or b.created_at > $2)
         order by b.created_at desc, r.id desc limit $3)) found
      order by found.changed_at desc, found.id desc limit $3`,
    [strategyId, since, most],
  )

export interface Look {
  readonly strategyId: string
  readonly newestAt: string | null
  readonly seenAt: string | null
  readonly at: string
  /** null: nothing new was there to look at. */
  readonly dates: { readonly unread: number; readonly ahead: number } | null
  /** null: it does not count, for the strategy does not run. */
  readonly isFresh: boolean | null
}

/** What one look found. */
export async function keepLook(tx: Tx, look: Look): Promise<void> {
  const { strategyId, newestAt, seenAt, at, dates, isFresh } = look
  await tx.execute(
    `update strategy_objective set newest_at = $2, seen_at = $3, looked_at = $4, unread = coalesce($5, unread),
            ahead = coalesce($6, ahead)
      where tenant_id = app_tenant() and strategy_id = $1`,
    [strategyId, newestAt, seenAt, at, dates?.unread ?? null, dates?.ahead ?? null],
  )
  if (isFresh === null) return
  await tx.execute(
    `insert into objective_look as l (strategy_id, at, good, bad) values ($1, $2, $3, $4)
     on conflict (tenant_id, strategy_id, at) do update set good = l.good + excluded.good, bad = l.bad + excluded.bad`,
    [strategyId, new Date(quarterOf(Date.parse(at))).toISOString(), isFresh ? 1 : 0, isFresh ? 0 : 1],
  )
}

/** As long as tallies. */
export async function tidyLooks(tx: Tx): Promise<number> {
  const days = await tx.execute(`delete from objective_day where day < now() - interval '62 days'`)
  return days + (await tx.execute(`delete from objective_look where at < now() - interval '62 days'`))
}
