import { Counts, type RunState, type RunTrigger } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { claim, type Queue } from '@sluice/work'
import type { Loss } from '../stage/page-result.ts'
import { noticeLostHolder } from './notice-rows.ts'
import { type Place, POOL_IS_OPEN, requirePlace } from './pool-rows.ts'
import type { ClaimedRun } from './run-rows.ts'

/** Why a queued run may not start yet, as it is stored; `until` where a time is known. */
export interface Hold {
  /** `wait.*`; the sentence is made when it is read. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number | null>>
  /** When to look again, in milliseconds since the epoch. */
  readonly lookAtMs: number
}

/** A queued run whose turn has come. */
export interface Candidate {
  readonly tenant_id: string
  readonly id: string
  readonly strategy_id: string
  readonly version: number
  readonly trigger: RunTrigger
}

/** null: it may start. */
export type Gate = (tx: Tx, run: Candidate) => Promise<Hold | null>

/** Runs wait by pools too, hold places of them, and are heard by what they write. */
const RUNS: Queue = {
  name: 'run',
  table: 'run',
  key: ['tenant_id', 'id'],
  walk: ['tenant_id', 'pool_id'],
  waiting: `w.state = 'queued' and w.hold is null and w.follow = :follow`,
  held: `w.state in ('running', 'stopping') and w.follow = :follow`,
  abandoned: `w.state in ('running', 'stopping') and w.follow = :follow
    and w.updated_at < clock_timestamp() - make_interval(secs => :leaseMs::float8 / 1000)`,
  order: 'w.priority, w.created_at, w.id',
  abandonedOrder: 'w.created_at',
  turn: {
    join: 'join process_pool p on p.tenant_id = r.tenant_id and p.id = r.pool_id',
    select: ', q.runs',
    where: `and (q.runs is null or :follow or busy.count < q.runs) and ${POOL_IS_OPEN}`,
  },
  first: {
    select: ', w.strategy_id, w.version, w.trigger',
    // Counted again under the tenant's lock: the turn was chosen by what was true before it.
    where: `and w.pool_id = :pool_id and (:runs::int is null or :follow or :runs > (select count(*) from run h
      where h.tenant_id = :tenant_id and h.state in ('running', 'stopping') and not h.follow))`,
  },
  resume: {
    join: `join strategy s on s.tenant_id = w.tenant_id and s.id = w.strategy_id
      join process_pool p on p.tenant_id = s.tenant_id and p.id = coalesce(s.process_id, s.tenant_id)`,
    // A run that was handed back has no such time: nobody was lost.
    select: `, p.id as pool_id, w.updated_at > 'epoch' as is_lost, w.holder_id as lost_by`,
    where: `and ${POOL_IS_OPEN}`,
  },
  setStarted: `state = 'running', holder_id = :holderId, fence = w.fence + 1, started_at = now(), look_at = null,
    updated_at = clock_timestamp()`,
  // Whoever follows may wait for its first page for weeks, and records that are tried again have pages.
  setResumed: `pool_id = next.pool_id, holder_id = :holderId, fence = w.fence + 1, updated_at = clock_timestamp(),
    losses = case when next.is_lost and w.cursor is null and not w.read_complete and not w.follow and w.trigger <> 'retry'
      then w.losses || jsonb_build_object('by', w.holder_id, 'at', clock_timestamp()) else '[]' end`,
  columns: `w.tenant_id, w.id, w.strategy_id, w.fence, w.version, w.trigger, w.state, w.counts, w."window", w.cursor,
    w.read_complete, w.follow, w.losses`,
}

/**
 * Takes a run, as every job is taken: first one whose holder has not been heard for `leaseMs`, then a queued one, fairly,
 * those asked for by hand before the others. `held`: only runs that must wait were found, and there may be more behind them.
 * @throws PoolFullError when another process took the pool's last place at the same moment
 */
export async function claimRun(
  tx: Tx,
  place: Place,
  gate: Gate = async () => null,
): Promise<ClaimedRun | 'held' | null> {
  const { busy, ...params } = place
  const claimed = await claim<RunColumns, Candidate>(tx, RUNS, {
    params,
    busy,
    gate: async (tx, candidate) => {
      const hold = await gate(tx, candidate)
      if (hold !== null) await holdRun(tx, candidate, hold)
      return hold === null
    },
  })
  if (claimed === null || claimed === 'held') return claimed
  const { row, isResumed } = claimed
  if (row.is_lost) await noticeLostHolder(tx, row.tenant_id, row.strategy_id)
  const run = toClaimed(row, isResumed)
  await requirePlace(tx, run, place.leaseMs)
  return run
}

async function holdRun(tx: Tx, { tenant_id, id }: Candidate, { code, params, lookAtMs }: Hold): Promise<void> {
  await tx.execute('update run set hold = $3, look_at = $4 where tenant_id = $1 and id = $2', [
    tenant_id,
    id,
    JSON.stringify({ code, params }),
    new Date(lookAtMs).toISOString(),
  ])
}

interface RunColumns {
  readonly tenant_id: string
  readonly id: string
  readonly strategy_id: string
  readonly fence: string
  readonly version: number
  readonly trigger: RunTrigger
  readonly state: RunState
  readonly counts: unknown
  readonly window: unknown
  readonly cursor: string | null
  readonly read_complete: boolean
  readonly follow: boolean
  readonly losses: readonly Loss[]
  /** Of a run that is resumed. */
  readonly lost_by?: string | null
  readonly is_lost?: boolean
}

const toClaimed = (row: RunColumns, isResumed: boolean): ClaimedRun => ({
  tenantId: row.tenant_id,
  strategyId: row.strategy_id,
  runId: row.id,
  fence: row.fence,
  version: row.version,
  trigger: row.trigger,
  state: row.state,
  counts: Counts.parse(row.counts),
  window: row.window,
  cursor: row.cursor,
  readComplete: row.read_complete,
  follow: row.follow,
  losses: row.losses,
  isResumed,
  lostBy: row.lost_by ?? null,
})
