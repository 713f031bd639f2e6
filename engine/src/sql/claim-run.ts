import { Counts, type RunState, type RunTrigger } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { noticeLostHolder } from './notice-rows.ts'
import { JOIN_POOL, type Place, poolIsOpen, requirePlace } from './pool-rows.ts'
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

// Runs that must wait are put aside in rows of this many, so that one transaction stays short.
const TURNS = 20

/**
 * Takes a run: first one whose holder has not been heard for `leaseMs` (the database's clock counts, so machines need
 * not agree), then a queued one, fairly: the tenant with the fewest running runs for its weight, of equal ones the one
 * that waits longest for its turn; then the tenant's first, those asked for by hand before the others. `held`: only
 * runs that must wait were found, and there may be more behind them.
 * @throws PoolFullError when another process took the pool's last place at the same moment
 */
export async function claimRun(
  tx: Tx,
  place: Place,
  gate: Gate = async () => null,
): Promise<ClaimedRun | 'held' | null> {
  return (await resumeRun(tx, place)) ?? (await startRun(tx, place, gate))
}

/** SKIP LOCKED: two processes never take one run. Few runs are live, and `run_held` holds only those. */
async function resumeRun(tx: Tx, place: Place): Promise<ClaimedRun | null> {
  const [row] = await tx.query<RunColumns & { readonly is_lost: boolean }>(
    `with next as (
       select r.tenant_id, r.id, p.id as pool_id, r.updated_at > 'epoch' as is_lost, r.holder_id as lost_by
         from run r ${JOIN_POOL}
       where r.state in ('running', 'stopping') and r.tenant_id <> all($2::uuid[]) and r.follow = $5
         and r.updated_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000)
         and ${poolIsOpen({ leaseMs: '$1', labels: '$4' })}
       order by r.created_at limit 1 for update of r skip locked)
     update run r set pool_id = next.pool_id, holder_id = $3, fence = r.fence + 1, updated_at = clock_timestamp()
     from next where r.tenant_id = next.tenant_id and r.id = next.id
     returning ${COLUMNS}, next.is_lost, next.lost_by`,
    [place.leaseMs, place.busy, place.holderId, place.labels, place.follow],
    { name: 'claim_resume' },
  )
  // A run that was handed back has no such time: nobody was lost.
  if (row?.is_lost) await noticeLostHolder(tx, row.tenant_id, row.strategy_id)
  return row ? settleIn(tx, place, row, true) : null
}

async function startRun(tx: Tx, place: Place, gate: Gate): Promise<ClaimedRun | 'held' | null> {
  const passed = [...place.busy]
  let isAnyHeld = false
  for (let turns = 0; turns < TURNS; turns += 1) {
    const turn = await takeTurn(tx, place, passed)
    if (!turn) return isAnyHeld ? 'held' : null
    const candidate = await lockFirst(tx, place, turn)
    if (!candidate) {
      passed.push(turn.tenant_id)
      continue
    }
    const hold = await gate(tx, candidate)
    if (hold === null) return settleIn(tx, place, await markRunning(tx, place, candidate), false)
    isAnyHeld = true
    await holdRun(tx, candidate, hold)
  }
  return 'held'
}

interface Turn {
  readonly tenant_id: string
  readonly pool_id: string
  /** Runs at once the tenant may have; null: any number. */
  readonly runs: number | null
}

/**
 * Tenants and pools that wait are found by walking along the index from one to the next: one probe each, however many
 * runs they have queued. With 1,000,000 of them 0.3 ms; a `distinct` or a window over the queue took 900 ms. The row of
 * the tenant's load is the lock: of one tenant one run is taken at a time, so its limit holds over all processes.
 */
const TURN = `
  with recursive waiting as (
    (select r.tenant_id, r.pool_id, r.follow from run r
      where r.state = 'queued' and r.hold is null and r.follow = $4
      order by r.tenant_id, r.pool_id limit 1)
    union all
    select n.tenant_id, n.pool_id, n.follow from waiting w cross join lateral (
      select r.tenant_id, r.pool_id, r.follow from run r
       where r.state = 'queued' and r.hold is null and r.follow = $4 and (r.tenant_id, r.pool_id) > (w.tenant_id, w.pool_id)
       order by r.tenant_id, r.pool_id limit 1) n),
  turn as (
  select r.tenant_id, r.pool_id, q.runs
    from waiting r
    join process_pool p on p.tenant_id = r.tenant_id and p.id = r.pool_id
    join tenant_quota q on q.tenant_id = r.tenant_id
    join tenant_load l on l.tenant_id = r.tenant_id
    cross join lateral (
      select count(*)::int as count from run h
       where h.tenant_id = r.tenant_id and h.state in ('running', 'stopping') and h.follow = r.follow) busy
   where r.tenant_id <> all($2::uuid[]) and (q.runs is null or r.follow or busy.count < q.runs)
     and ${poolIsOpen({ leaseMs: '$1', labels: '$3' })}
   order by busy.count / q.weight, l.taken_at, random() limit 1 for update of l skip locked)
  update tenant_load l set taken_at = clock_timestamp() from turn where l.tenant_id = turn.tenant_id
  returning turn.tenant_id, turn.pool_id, turn.runs`

async function takeTurn(tx: Tx, place: Place, passed: readonly string[]): Promise<Turn | null> {
  const values = [place.leaseMs, passed, place.labels, place.follow]
  const [turn] = await tx.query<Turn>(TURN, values, { name: 'claim_turn' })
  return turn ?? null
}

/** Counted again under the tenant's lock: the turn was chosen by what was true before it. */
const FIRST = `
  select r.tenant_id, r.id, r.strategy_id, r.version, r.trigger from run r
   where r.state = 'queued' and r.hold is null and r.follow = $3 and r.tenant_id = $1 and r.pool_id = $2
     and ($4::int is null or r.follow or $4 > (select count(*) from run h
       where h.tenant_id = $1 and h.state in ('running', 'stopping') and not h.follow))
   order by r.priority, r.created_at, r.id limit 1 for update of r skip locked`

async function lockFirst(tx: Tx, place: Place, turn: Turn): Promise<Candidate | null> {
  const values = [turn.tenant_id, turn.pool_id, place.follow, turn.runs]
  const [candidate] = await tx.query<Candidate>(FIRST, values, { name: 'claim_first' })
  return candidate ?? null
}

async function markRunning(tx: Tx, place: Place, { tenant_id, id }: Candidate): Promise<RunColumns> {
  const [row] = await tx.query<RunColumns>(
    `update run r set state = 'running', holder_id = $3, fence = r.fence + 1, started_at = now(), look_at = null,
       updated_at = clock_timestamp()
     where r.tenant_id = $1 and r.id = $2 returning ${COLUMNS}`,
    [tenant_id, id, place.holderId],
    { name: 'claim_start' },
  )
  return row! // its row is locked by this transaction
}

async function holdRun(tx: Tx, { tenant_id, id }: Candidate, { code, params, lookAtMs }: Hold): Promise<void> {
  await tx.execute('update run set hold = $3, look_at = $4 where tenant_id = $1 and id = $2', [
    tenant_id,
    id,
    JSON.stringify({ code, params }),
    new Date(lookAtMs).toISOString(),
  ])
}

async function settleIn(tx: Tx, place: Place, row: RunColumns, isResumed: boolean): Promise<ClaimedRun> {
  const claim = toClaimed(row, isResumed)
  await requirePlace(tx, claim, place.leaseMs)
  return claim
}

const COLUMNS = `r.tenant_id, r.id, r.strategy_id, r.fence, r.version, r.trigger, r.state, r.counts, r."window", r.cursor,
  r.read_complete, r.follow`

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
  /** Of a run that is resumed. */
  readonly lost_by?: string | null
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
  isResumed,
  lostBy: row.lost_by ?? null,
})
