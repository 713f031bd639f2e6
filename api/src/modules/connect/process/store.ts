import type { PoolState, RunState, RunTrigger, StrategyState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { LiveProcess } from './contract.ts'

/** Silent for longer is offline, and nobody holds a run that has been silent for that long. */
const ONLINE = `interval '1 minute'`
const IS_HELD = `r.state in ('running', 'stopping') and r.updated_at > now() - ${ONLINE}`
const IS_WAITING = `r.state in ('queued', 'running', 'stopping') and not (${IS_HELD})`
/** A strategy that names no pool belongs to the default one, whose id is the tenant's. */
const POOL_OF_STRATEGY = 'coalesce(s.process_id, s.tenant_id)'

export interface PoolRow {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly state: PoolState
  readonly concurrency: number
  readonly created_at: string
  readonly is_default: boolean
  readonly queued: number
  readonly running: number
  readonly succeeded_1h: number
  readonly failed_1h: number
  readonly strategy_count: number
  readonly total: string
}

const SELECT = `
  select p.id, p.name, p.label, p.state, p.concurrency, p.created_at, p.id = p.tenant_id as is_default,
         (select count(*)::int from run r join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
           where r.tenant_id = p.tenant_id and ${IS_WAITING} and ${POOL_OF_STRATEGY} = p.id) as queued,
         (select count(*)::int from run r where r.tenant_id = p.tenant_id and r.pool_id = p.id and ${IS_HELD}) as running,
         h.succeeded as succeeded_1h, h.failed as failed_1h,
         (select count(*)::int from strategy s where s.tenant_id = p.tenant_id and ${POOL_OF_STRATEGY} = p.id) as strategy_count,
         count(*) over () as total
    from process_pool p
    cross join lateral (
      select count(*) filter (where r.state = 'succeeded')::int as succeeded,
             count(*) filter (where r.state in ('partial', 'failed'))::int as failed
        from run r where r.tenant_id = p.tenant_id and r.pool_id = p.id and r.finished_at > now() - interval '1 hour') h
   where p.tenant_id = app_tenant()`

export async function findPool(tx: Tx, id: string): Promise<PoolRow | undefined> {
  return (await tx.query<PoolRow>(`${SELECT} and p.id = $1`, [id]))[0]
}

export interface PoolFilter {
  readonly pattern: string | null
  readonly state: string | null
  readonly sort: string
  readonly limit: number
  readonly offset: number
}

const orders: Readonly<Record<string, string>> = {
  name: 'p.name',
  '-name': 'p.name desc',
  created_at: 'p.created_at, p.id',
  '-created_at': 'p.created_at desc, p.id',
}

export const searchPools = (tx: Tx, filter: PoolFilter): Promise<PoolRow[]> =>
  tx.query<PoolRow>(
    `${SELECT} and ($1::text is null or p.name ilike $1 or p.label ilike $1) and ($2::text is null or p.state = $2)
      order by ${orders[filter.sort] ?? 'p.id'} limit $3 offset $4`,
    [filter.pattern, filter.state, filter.limit, filter.offset],
  )

/** Processes that take runs, newest sign of life first. */
export const listWorkers = (tx: Tx): Promise<LiveProcess[]> =>
  tx.query<LiveProcess>(
    `select id, host, pid, version, roles, labels, mode, concurrency, running, draining, cpu, rss_bytes::text, started_at,
            heartbeat_at, heartbeat_at > now() - ${ONLINE} as is_online,
            exists (select 1 from process front where 'api' = any(front.roles) and front.files_id = w.files_id
                    and front.heartbeat_at > now() - ${ONLINE}) as shares_files
       from process w where 'worker' = any(roles) order by heartbeat_at desc, id limit 500`,
  )

export async function readTenantCode(tx: Tx): Promise<string> {
  const rows = await tx.query<{ code: string }>('select code from tenant where id = app_tenant()')
  return rows[0]!.code // the caller's own tenant
}

/** The pool's row locked, so that the state that was read is the state that is changed. */
export async function lockPool(
  tx: Tx,
  id: string,
): Promise<{ readonly id: string; readonly name: string; readonly state: PoolState } | undefined> {
  const rows = await tx.query<{ id: string; name: string; state: PoolState }>(
    'select id, name, state from process_pool where tenant_id = app_tenant() and id = $1 for update',
    [id],
  )
  return rows[0]
}

/** One after the other within a tenant, so that two at once cannot pass the quota together. */
export async function countPools(tx: Tx): Promise<number> {
  await tx.query('select 1 from process_pool where tenant_id = app_tenant() and id = app_tenant() for update')
  const rows = await tx.query<{ count: number }>(
    'select count(*)::int as count from process_pool where tenant_id = app_tenant()',
  )
  return rows[0]!.count // a count has its one row
}

export const insertPool = (
  tx: Tx,
  row: { readonly id: string; readonly name: string; readonly label: string; readonly concurrency: number },
  userId: string,
): Promise<number> =>
  tx.execute('insert into process_pool (id, name, label, concurrency, created_by) values ($1, $2, $3, $4, $5)', [
    row.id,
    row.name,
    row.label,
    row.concurrency,
    userId,
  ])

export interface PoolChange {
  readonly name?: string | undefined
  readonly label?: string | undefined
  readonly concurrency?: number | undefined
  readonly state?: PoolState
}

export const updatePool = (tx: Tx, id: string, change: PoolChange): Promise<number> =>
  tx.execute(
    `update process_pool set name = coalesce($2, name), label = coalesce($3, label), concurrency = coalesce($4, concurrency),
            state = coalesce($5, state), updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, change.name ?? null, change.label ?? null, change.concurrency ?? null, change.state ?? null],
  )

export const deletePool = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from process_pool where tenant_id = app_tenant() and id = $1', [id])

/** Workers look again at once instead of at their next turn. */
export const wakeWorkers = (tx: Tx): Promise<unknown> => tx.query(`select pg_notify('sluice_run', '')`)

interface WaitingRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly trigger: RunTrigger
  readonly state: RunState
  readonly created_at: string
}

export const listQueue = (
  tx: Tx,
  poolId: string,
  limit: number,
  offset: number,
): Promise<(WaitingRow & { readonly total: string })[]> =>
  tx.query(
    `select r.id, r.strategy_id, s.name as strategy_name, r.trigger, r.state, r.created_at, count(*) over () as total
       from run r join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
      where r.tenant_id = app_tenant() and ${IS_WAITING} and ${POOL_OF_STRATEGY} = $1
      order by r.created_at, r.id limit $2 offset $3`,
    [poolId, limit, offset],
  )

/** Ids of the runs that have not begun. */
export async function listQueuedIds(tx: Tx, poolId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select r.id from run r join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
      where r.tenant_id = app_tenant() and r.state = 'queued' and ${POOL_OF_STRATEGY} = $1 order by r.id limit $2`,
    [poolId, limit],
  )
  return rows.map(row => row.id)
}

export interface HeldRow extends WaitingRow {
  readonly started_at: string
  readonly read: number
  readonly written: number
  readonly host: string | null
  readonly pid: number | null
}

export const listRunning = (tx: Tx, poolId: string): Promise<HeldRow[]> =>
  tx.query<HeldRow>(
    `select r.id, r.strategy_id, s.name as strategy_name, r.trigger, r.state, r.created_at,
            coalesce(r.started_at, r.created_at) as started_at, coalesce((r.counts ->> 'read')::float8, 0) as read,
            coalesce((r.counts ->> 'written')::float8, 0) as written, w.host, w.pid
       from run r join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
       left join process w on w.id = r.holder_id
      where r.tenant_id = app_tenant() and r.pool_id = $1 and ${IS_HELD} order by r.started_at, r.id limit 500`,
    [poolId],
  )

export interface BoundRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly group: string
  readonly status: StrategyState
  readonly total: string
}

export const listBound = (
  tx: Tx,
  poolId: string,
  pattern: string | null,
  limit: number,
  offset: number,
): Promise<BoundRow[]> =>
  tx.query<BoundRow>(
    `select s.id, s.code, s.name, s.group_name as "group", s.status, count(*) over () as total from strategy s
      where s.tenant_id = app_tenant() and ${POOL_OF_STRATEGY} = $1
        and ($2::text is null or s.name ilike $2 or s.code ilike $2)
      order by s.name, s.id limit $3 offset $4`,
    [poolId, pattern, limit, offset],
  )

export interface StrategyPlace {
  readonly id: string
  readonly name: string
  readonly pool_id: string
}

export async function lockStrategyPlace(tx: Tx, id: string): Promise<StrategyPlace | undefined> {
  const rows = await tx.query<StrategyPlace>(
    `select s.id, s.name, ${POOL_OF_STRATEGY} as pool_id from strategy s
      where s.tenant_id = app_tenant() and s.id = $1 for update`,
    [id],
  )
  return rows[0]
}

/** The strategy, and with it the runs that nobody holds. Answers how many of these went along. */
export async function bindStrategy(tx: Tx, strategyId: string, poolId: string): Promise<number> {
  await tx.execute(
    'update strategy set process_id = $2, updated_at = now() where tenant_id = app_tenant() and id = $1',
    [strategyId, poolId],
  )
  return tx.execute(
    `update run r set pool_id = $2 where r.tenant_id = app_tenant() and r.strategy_id = $1 and ${IS_WAITING}`,
    [strategyId, poolId],
  )
}

export interface HourRow {
  readonly at: string
  readonly written: number
  readonly failed: number
}

/** The last 24 hours, oldest first, empty ones included. A run counts in the hour it ended, a live one in this hour. */
export const readThroughput = (tx: Tx, poolId: string): Promise<HourRow[]> =>
  tx.query<HourRow>(
    `select h.at, coalesce(sum((r.counts ->> 'written')::float8), 0) as written,
            coalesce(sum(missing_of(r.counts)), 0)::float8 as failed
       from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
       left join (
         select counts, coalesce(finished_at, now()) as at from run
          where tenant_id = app_tenant() and pool_id = $1 and finished_at > now() - interval '25 hours'
         union all
         select counts, now() from run where tenant_id = app_tenant() and pool_id = $1 and state in ('running', 'stopping')
       ) r on r.at >= h.at and r.at < h.at + interval '1 hour'
      group by h.at order by h.at`,
    [poolId],
  )

export interface LineRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly level: 'record' | 'notice' | 'success' | 'error' | 'fatal'
  readonly text: string
  readonly created_at: string
}

export const listLines = (tx: Tx, poolId: string, limit: number): Promise<LineRow[]> =>
  tx.query<LineRow>(
    `select l.id, l.strategy_id, s.name as strategy_name, l.level, l.text, l.created_at
       from run_log l join strategy s on s.tenant_id = l.tenant_id and s.id = l.strategy_id
      where l.tenant_id = app_tenant() and ${POOL_OF_STRATEGY} = $1 order by l.id desc limit $2`,
    [poolId, limit],
  )
