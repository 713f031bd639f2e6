import { Failure, newId, type RunState, type RunTrigger, runTransitions, zeroCounts } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { explainRuns, type Waiting, type WaitingRun } from '../schedule/explain-waiting.ts'
import type { RunPlan } from '../source/window.ts'
import { afterRun } from '../sql/after-run.ts'
import { RUN_CHANNEL } from '../sql/channels.ts'
import { UNWRITTEN } from '../sql/record-rows.ts'
import { addReplayJob } from '../sql/replay-order-rows.ts'
import { lockStrategyOf } from '../sql/run-rows.ts'
import type { EngineDeps, EngineLimits } from './deps.ts'

/** Runs as requests. All three work in the caller's transaction (withTenant or withSystem). */
export interface Runs {
  /** Queues a run of the strategy's saved version, or names the live one. @throws Failure `strategy.missing` */
  request(tx: Tx, request: RunRequest): Promise<{ readonly runId: string; readonly alreadyRunning: boolean }>
  /** A queued run is stopped at once, a running one after its page in hand. null: no such run, or it has ended. */
  requestStop(tx: Tx, stop: { readonly tenantId: string; readonly runId: string }): Promise<RunState | null>
  /** The same for whatever run of the strategy is live. null: none is. */
  requestStopOf(
    tx: Tx,
    stop: { readonly tenantId: string; readonly strategyId: string },
  ): Promise<{ readonly runId: string; readonly state: RunState } | null>
  /**
   * What each of these runs waits for, by run id; those that wait for nothing are missing.
   * @param isEndedToo of runs that have ended, which far system the next one would not reach. Default false
   */
  explainWaiting(tx: Tx, runs: readonly WaitingRun[], isEndedToo?: boolean): Promise<ReadonlyMap<string, Waiting>>
}

export interface RunRequest {
  readonly tenantId: string
  readonly strategyId: string
  /** `retry` takes up stored records only and reads nothing. */
  readonly trigger: RunTrigger
  readonly userId?: string
  /** Read everything, whatever the increment; the watermark still moves. */
  readonly full?: boolean
  readonly slotAt?: string
  /** A window of its own, or a scan for what is gone; the watermark does not move. */
  readonly plan?: RunPlan
  /** While another run of the strategy is live: name that one (the default), or let one more run follow it. */
  readonly ifLive?: 'answer' | 'wait'
}

/**
 * The run row is the queue: what is committed is queued, once, whatever happens next. The unique index run_live lets
 * at most one run of a strategy live.
 */
export function createRuns(deps: Pick<EngineDeps, 'now' | 'faultpoint'>, limits: Pick<EngineLimits, 'leaseMs'>): Runs {
  const stop = async (...args: Parameters<typeof stopRun>): ReturnType<typeof stopRun> => {
    const stopped = await stopRun(...args)
    await deps.faultpoint?.('run.stopAsked')
    return stopped
  }
  return {
    request: async (tx, request) => {
      const made = await requestRun(tx, request, deps.now())
      await deps.faultpoint?.('run.requested')
      return made
    },
    requestStop: async (tx, { tenantId, runId }) => (await stop(tx, tenantId, 'id', runId))?.state ?? null,
    requestStopOf: async (tx, { tenantId, strategyId }) => {
      await lockStrategyOf(tx, { tenantId, strategyId })
      await tx.execute('delete from run_wish where tenant_id = $1 and strategy_id = $2', [tenantId, strategyId])
      return stop(tx, tenantId, 'strategy_id', strategyId)
    },
    explainWaiting: (tx, list, isEndedToo) => explainRuns(tx, list, deps.now(), limits.leaseMs, isEndedToo),
  }
}

const INSERT = `insert into run (tenant_id, id, strategy_id, version, trigger, counts, "window", slot_at, requested_by, follow, priority)
  select $1, $2, s.id, s.version, $4, $5, $6, $7, $8, $4 not in ('retry', 'remedy') and ($6::jsonb ->> 'kind') is null and v.follow,
    case when $4 = 'manual' then 0 else 1 end
  from strategy s join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
  where s.tenant_id = $1 and s.id = $3
  on conflict do nothing returning id`
const FULL_WINDOW = JSON.stringify({ field: '', from: null, to: null, full: true })
/** Said on the channel of runs when a live one is to stop. */
export const STOP = 'stop'
// The live run that stood in the way may end between the two statements.
const TRIES = 3

/** Within a transaction of the engine's own. */
export async function requestRun(
  tx: Tx,
  request: RunRequest,
  nowMs: number,
): Promise<{ readonly runId: string; readonly alreadyRunning: boolean }> {
  const { tenantId, strategyId, trigger, userId = null, full = false, slotAt = null } = request
  const planned = request.plan ? JSON.stringify(request.plan) : full ? FULL_WINDOW : null
  const books = JSON.stringify(zeroCounts())
  for (let tries = 0; tries < TRIES; tries += 1) {
    const values = [tenantId, newId(nowMs), strategyId, trigger, books, planned, slotAt, userId]
    const [made] = await tx.query<{ id: string }>(INSERT, values)
    if (made) {
      await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, ''])
      return { runId: made.id, alreadyRunning: false }
    }
    const [live] = await tx.query<{ id: string; follow: boolean; state: RunState }>(
      `select id, follow, state from run where tenant_id = $1 and strategy_id = $2
         and (state in ('queued', 'running', 'stopping') or trigger = $4 and slot_at = $3::timestamptz)
       order by created_at desc limit 1`,
      [tenantId, strategyId, slotAt, trigger],
    )
    if (live && trigger === 'manual' && !request.plan) await promote(tx, request, live.id)
    if (live && trigger === 'manual' && !request.plan && live.follow && live.state !== 'queued')
      await tryUnwrittenAgain(tx, request, nowMs)
    if (live && request.ifLive === 'wait') await addWish(tx, request)
    if (live) return { runId: live.id, alreadyRunning: true }
  }
  throw new Failure({
    code: 'strategy.missing',
    message: 'The strategy does not exist any more.',
    field: 'strategy_id',
    value: strategyId,
  })
}

/** A person's start does not wait for what holds back a run that nobody asked for by hand. */
async function promote(tx: Tx, { tenantId, userId, full = false }: RunRequest, runId: string): Promise<void> {
  const promoted = await tx.execute(
    `update run set trigger = 'manual', priority = 0, hold = null, look_at = null, requested_by = $3,
       "window" = case when $4 then $5::jsonb else "window" end
     where tenant_id = $1 and id = $2 and state = 'queued' and trigger not in ('manual', 'remedy')`,
    [tenantId, runId, userId ?? null, full, FULL_WINDOW],
  )
  if (promoted > 0) await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, ''])
}

/** A run that follows has begun and does not end: what is known not to be written is put back for it, as by a replay. */
async function tryUnwrittenAgain(tx: Tx, { tenantId, strategyId, userId }: RunRequest, nowMs: number): Promise<void> {
  const [asked] = await tx.query<{ is_asked: boolean }>(
    `select exists (select from record_state where tenant_id = $1 and strategy_id = $2 and status = any($3::smallint[]))
       and not exists (select from replay_job where tenant_id = $1 and strategy_id = $2 and state in ('choosing', 'running'))
       as is_asked`,
    [tenantId, strategyId, UNWRITTEN],
  )
  if (asked?.is_asked !== true) return
  const id = newId(nowMs)
  await addReplayJob(
    tx,
    { tenantId, id, strategyId, groupId: null, kind: 'remap', changes: null, userId },
    {
      statuses: UNWRITTEN,
    },
  )
}

/**
 * One wish of a kind and slot at most: whoever asks again while it waits is served by the same run. The wish is locked
 * then, so that this run begins after the caller's transaction and sees what it wrote.
 */
async function addWish(tx: Tx, { tenantId, strategyId, trigger, slotAt }: RunRequest): Promise<void> {
  await tx.execute(
    `insert into run_wish (tenant_id, strategy_id, trigger, slot_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, strategy_id, trigger, slot_at) do update set trigger = excluded.trigger`,
    [tenantId, strategyId, trigger, slotAt ?? null],
  )
}

async function stopRun(
  tx: Tx,
  tenantId: string,
  column: 'id' | 'strategy_id',
  id: string,
): Promise<{ readonly runId: string; readonly state: RunState } | null> {
  const [live] = await tx.query<{ id: string; strategy_id: string }>(
    `select id, strategy_id from run where tenant_id = $1 and ${column} = $2 and state in ('queued', 'running', 'stopping')`,
    [tenantId, id],
  )
  if (!live) return null
  await lockStrategyOf(tx, { tenantId, strategyId: live.strategy_id })
  const [run] = await tx.query<{ id: string; state: RunState }>(
    `select id, state from run where tenant_id = $1 and id = $2 and state in ('queued', 'running', 'stopping') for update`,
    [tenantId, live.id],
  )
  const state = run ? runTransitions[run.state].requestStop : null
  if (!run || state === null) return null
  await tx.execute(
    `update run set state = $3, finished_at = case when $3 = 'stopped' then clock_timestamp() end where tenant_id = $1 and id = $2`,
    [tenantId, run.id, state],
  )
  if (state === 'stopped') await afterRun(tx, tenantId, run.id)
  // Its holder need not wait for its next heartbeat.
  else await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, STOP])
  return { runId: run.id, state }
}
