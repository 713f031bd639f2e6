import { recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RecordPlace } from '../stage/read-originals.ts'

const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS

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
export const STRETCHES = [15, 60, 30, 360] as const

/** Of one table of quarters, by the key of a strategy: a stretch of one index. */
const stretches = (table: 'strategy_tally' | 'objective_look', good: string, bad: string): string => {
  const since = [...STRETCHES.map(minutes => `$1::timestamptz - interval '${minutes} minutes'`), BEGIN]
  const sums = since.map(
    at => `jsonb_build_object('good', coalesce(sum(${good}) filter (where t.at >= ${at}), 0)::bigint::text,
             'bad', greatest(coalesce(sum(${bad}) filter (where t.at >= ${at}), 0), 0)::bigint::text)`,
  )
  return `(select jsonb_build_array(${sums.join()}) from ${table} t
     where t.tenant_id = app_tenant() and t.strategy_id = o.strategy_id and t.at >= ${BEGIN} and t.at <= $1)`
}
const BEGIN = '$1::timestamptz - make_interval(days => o.days)'

const READ = `
  select o.strategy_id, s.name, s.status, o.days, o.success_percent::float8 as success_percent, o.fresh_field, o.fresh_minutes,
         o.fresh_percent::float8 as fresh_percent, o.newest_at, o.unread, o.ahead, o.looked_at, o.version,
         ${stretches('strategy_tally', 't.written', 't.errors + t.unknown')} as success,
         ${stretches('objective_look', 't.good', 't.bad')} as fresh
    from strategy_objective o
    join strategy s on s.tenant_id = app_tenant() and s.id = o.strategy_id
   where o.tenant_id = app_tenant() order by s.name, s.id`

/** Every objective that the transaction sees. @param nowMs the quarter of an hour that it lies in counts with */
export const readObjectives = (tx: Tx, nowMs: number): Promise<ObjectiveRow[]> =>
  tx.query<ObjectiveRow>(READ, [new Date(quarterOf(nowMs)).toISOString()])

export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS

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
    `select o.strategy_id, s.status, o.fresh_field as field, o.fresh_minutes as minutes, o.newest_at, o.seen_at, t.time_zone
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
export const tidyLooks = (tx: Tx): Promise<number> =>
  tx.execute(`delete from objective_look where at < now() - interval '62 days'`)
