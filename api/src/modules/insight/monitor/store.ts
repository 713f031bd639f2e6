import type { PoolState, RunState } from '@sluice/contract'
import type { Tx } from '@sluice/db'

export interface LiveRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly state: RunState
  readonly counts: unknown
  readonly usual: string | null
  readonly pool: string
  readonly behind: number
  readonly created_at: string
  readonly started_at: string | null
  readonly updated_at: string
}

/**
 * Every live run: one at most of each strategy. Behind one that waits are those that are taken after it, behind one that
 * runs all that wait in its pool.
 */
export const listLive = (tx: Tx): Promise<LiveRow[]> =>
  tx.query<LiveRow>(
    `select r.id, r.strategy_id, s.name as strategy_name, r.state, r.counts, last.usual, coalesce(p.name, '') as pool,
            r.created_at, r.started_at, r.updated_at,
            case when r.state = 'queued' then
              count(*) filter (where r.state = 'queued') over (partition by r.follow, r.pool_id
                order by r.priority desc, r.created_at desc, r.id desc rows between unbounded preceding and 1 preceding)
            else count(*) filter (where r.state = 'queued') over (partition by r.follow, r.pool_id) end::int as behind
       from run r
       join strategy s on s.tenant_id = app_tenant() and s.id = r.strategy_id
       left join process_pool p on p.tenant_id = app_tenant() and p.id = r.pool_id
       left join lateral (
         select (l.counts ->> 'read')::bigint as usual from run l
          where l.tenant_id = app_tenant() and l.strategy_id = r.strategy_id and l.trigger = r.trigger and l.state = 'succeeded'
            and r.state = 'running' and not r.follow
          order by l.created_at desc limit 1) last on true
      where r.tenant_id = app_tenant() and r.state in ('queued', 'running', 'stopping')
      order by r.created_at, r.id`,
  )

export interface StrategyRow {
  readonly id: string
  readonly name: string
  readonly status: 'draft' | 'stopped' | 'running'
}

export const listStrategies = (tx: Tx): Promise<StrategyRow[]> =>
  tx.query<StrategyRow>('select id, name, status from strategy where tenant_id = app_tenant() order by name, id')

export interface ConnectorRow {
  readonly id: string
  readonly name: string
  readonly rate: number | null
  readonly calls: string
  readonly failed: string
  /** Calls by how long they took: bucket n ends at 2^(n/2) ms. */
  readonly latency: number[] | null
  readonly paused_until: string | null
  readonly open_until: string | null
  readonly failing_since: string | null
}

/** A stretch of a minute table is summed before connectors are joined to it. */
export const listConnectors = (tx: Tx, from: string, at: string): Promise<ConnectorRow[]> =>
  tx.query<ConnectorRow>(
    `with calls as (
       select k.connector_id, sum(k.calls)::bigint as calls, sum(k.failures)::bigint as failed from connector_call k
        where k.tenant_id = app_tenant() and k.minute >= $1 group by 1),
     buckets as (
       select k.connector_id, u.n, sum(u.count)::int as count
         from connector_call k, unnest(k.latency) with ordinality as u(count, n)
        where k.tenant_id = app_tenant() and k.minute >= $1 group by 1, 2)
     select c.id, c.name, c.rate_per_second::float8 as rate, coalesce(k.calls, 0)::bigint as calls,
            coalesce(k.failed, 0)::bigint as failed,
            (select array_agg(b.count order by b.n) from buckets b where b.connector_id = c.id) as latency,
            case when a.paused_until > $2 then a.paused_until end as paused_until,
            case when a.open_until > $2 then a.open_until end as open_until, a.failing_since
       from connector c
       left join connector_account a on a.tenant_id = app_tenant() and a.connector_id = c.id
       left join calls k on k.connector_id = c.id
      where c.tenant_id = app_tenant() order by c.name, c.id`,
    [from, at],
  )

export interface PoolRow {
  readonly id: string
  readonly name: string
  readonly state: PoolState
  readonly places: number
  readonly running: number
  readonly queued: number
  readonly workers: number
}

export const listPools = (tx: Tx): Promise<PoolRow[]> =>
  tx.query<PoolRow>(
    `with live as (
       select r.pool_id, count(*) filter (where r.state = 'queued')::int as queued,
              count(*) filter (where r.state <> 'queued' and not r.follow)::int as running
         from run r where r.tenant_id = app_tenant() and r.state in ('queued', 'running', 'stopping') group by 1)
     select p.id, p.name, p.state, p.concurrency as places, coalesce(l.running, 0) as running, coalesce(l.queued, 0) as queued,
            (select count(*)::int from process w where p.label = any(w.labels) and 'worker' = any(w.roles) and not w.draining
                and w.heartbeat_at > clock_timestamp() - interval '60 seconds') as workers
       from process_pool p left join live l on l.pool_id = p.id
      where p.tenant_id = app_tenant() order by p.name, p.id`,
  )

export interface FollowerRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly resource: string
  readonly state: 'following' | 'lost' | 'retired'
  readonly lag: unknown
  readonly asked_at: string | null
}

export const listFollowers = (tx: Tx): Promise<FollowerRow[]> =>
  tx.query<FollowerRow>(
    `select f.id, f.strategy_id, s.name as strategy_name, f.resource, f.state, f.lag, f.lag_at as asked_at
       from follow_reader f join strategy s on s.tenant_id = app_tenant() and s.id = f.strategy_id
      where f.tenant_id = app_tenant() and f.state <> 'retired' order by s.name, f.id`,
  )

export interface GoalWrite {
  readonly days: number
  readonly success_percent: number | null
  readonly fresh_field: string | null
  readonly fresh_minutes: number | null
  readonly fresh_percent: number | null
}

export interface GoalRow extends GoalWrite {
  readonly version: number
}

export async function findStrategy(
  tx: Tx,
  id: string,
): Promise<(Omit<StrategyRow, 'id'> & { readonly time_zone: string }) | undefined> {
  const [row] = await tx.query<Omit<StrategyRow, 'id'> & { time_zone: string }>(
    `select s.name, s.status, t.time_zone from strategy s, tenant t
      where s.tenant_id = app_tenant() and s.id = $1 and t.id = app_tenant()`,
    [id],
  )
  return row
}

const GOAL = `days, success_percent::float8 as success_percent, fresh_field, fresh_minutes, fresh_percent::float8 as fresh_percent, version`

export async function findGoal(tx: Tx, id: string): Promise<GoalRow | undefined> {
  const [row] = await tx.query<GoalRow>(
    `select ${GOAL} from strategy_objective where tenant_id = app_tenant() and strategy_id = $1 for update`,
    [id],
  )
  return row
}

export const insertGoal = (tx: Tx, id: string, goal: GoalWrite, userId: string): Promise<number> =>
  tx.execute(
    `insert into strategy_objective (strategy_id, days, success_percent, fresh_field, fresh_minutes, fresh_percent, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [id, ...valuesOf(goal), userId],
  )

/** What was known of the dates of another field is forgotten. */
export const updateGoal = (tx: Tx, id: string, goal: GoalWrite, version: number, userId: string): Promise<number> =>
  tx.execute(
    `update strategy_objective set days = $2, success_percent = $3, fresh_field = $4, fresh_minutes = $5, fresh_percent = $6,
            newest_at = case when fresh_field is not distinct from $4 then newest_at end,
            seen_at = case when fresh_field is not distinct from $4 then seen_at end,
            looked_at = case when fresh_field is not distinct from $4 then looked_at end,
            unread = case when fresh_field is not distinct from $4 then unread else 0 end,
            ahead = case when fresh_field is not distinct from $4 then ahead else 0 end,
            version = version + 1, updated_by = $8, updated_at = now()
      where tenant_id = app_tenant() and strategy_id = $1 and version = $7`,
    [id, ...valuesOf(goal), version, userId],
  )

const valuesOf = (goal: GoalWrite) => [
  goal.days,
  goal.success_percent,
  goal.fresh_field,
  goal.fresh_minutes,
  goal.fresh_percent,
]

export const deleteGoal = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from strategy_objective where tenant_id = app_tenant() and strategy_id = $1', [id])

/** Looks were counted by a goal; they say nothing of another. Days are summed up anew without them. */
export async function forgetLooks(tx: Tx, id: string): Promise<void> {
  for (const table of ['objective_look', 'objective_day'])
    await tx.execute(`delete from ${table} where tenant_id = app_tenant() and strategy_id = $1`, [id])
  await tx.execute(
    'update strategy_objective set rolled_to = null where tenant_id = app_tenant() and strategy_id = $1',
    [id],
  )
}
