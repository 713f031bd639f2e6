import { Failure, newId, type RunState, type RunTrigger, runTransitions, zeroCounts } from '@sluice/contract'
import type { Tx } from '@sluice/db'
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
  /** What a queued or silent run waits for, one sentence; null when it waits for nothing. */
  waitingReason(run: WaitingRun): string | null
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
}

/** Columns of a run row. */
export interface WaitingRun {
  readonly state: RunState
  readonly created_at: string
  readonly updated_at: string
}

/** Sent at commit with every queued run; a worker that misses it finds the run at its next poll. */
export const RUN_CHANNEL = 'sluice_run'

/**
 * The run row is the queue: what is committed is queued, once, whatever happens next. The unique index run_live lets
 * at most one run of a strategy live.
 */
export function createRuns(deps: Pick<EngineDeps, 'now'>, limits: Pick<EngineLimits, 'leaseMs'>): Runs {
  return {
    request: (tx, request) => requestRun(tx, request, deps.now()),
    requestStop: async (tx, { tenantId, runId }) => (await stopRun(tx, tenantId, 'id', runId))?.state ?? null,
    requestStopOf: (tx, { tenantId, strategyId }) => stopRun(tx, tenantId, 'strategy_id', strategyId),
    waitingReason: run => explainWaiting(run, deps.now(), limits.leaseMs),
  }
}

const INSERT = `insert into run (tenant_id, id, strategy_id, version, trigger, counts, "window", slot_at, requested_by)
  select $1, $2, s.id, s.version, $4, $5, $6, $7, $8 from strategy s where s.tenant_id = $1 and s.id = $3
  on conflict do nothing returning id`
const FULL_WINDOW = JSON.stringify({ field: '', from: null, to: null, full: true })
// The live run that stood in the way may end between the two statements.
const TRIES = 3

async function requestRun(
  tx: Tx,
  request: RunRequest,
  nowMs: number,
): Promise<{ readonly runId: string; readonly alreadyRunning: boolean }> {
  const { tenantId, strategyId, trigger, userId = null, full = false, slotAt = null } = request
  const books = JSON.stringify(zeroCounts())
  for (let tries = 0; tries < TRIES; tries += 1) {
    const values = [tenantId, newId(nowMs), strategyId, trigger, books, full ? FULL_WINDOW : null, slotAt, userId]
    const [made] = await tx.query<{ id: string }>(INSERT, values)
    if (made) {
      await tx.query('select pg_notify($1, $2)', [RUN_CHANNEL, ''])
      return { runId: made.id, alreadyRunning: false }
    }
    const [live] = await tx.query<{ id: string }>(
      `select id from run where tenant_id = $1 and strategy_id = $2
         and (state in ('queued', 'running', 'stopping') or slot_at = $3::timestamptz) order by created_at desc limit 1`,
      [tenantId, strategyId, slotAt],
    )
    if (live) return { runId: live.id, alreadyRunning: true }
  }
  throw new Failure({
    code: 'strategy.missing',
    message: 'The strategy does not exist any more.',
    field: 'strategy_id',
    value: strategyId,
  })
}

async function stopRun(
  tx: Tx,
  tenantId: string,
  column: 'id' | 'strategy_id',
  id: string,
): Promise<{ readonly runId: string; readonly state: RunState } | null> {
  const [run] = await tx.query<{ id: string; state: RunState }>(
    `select id, state from run where tenant_id = $1 and ${column} = $2 and state in ('queued', 'running', 'stopping') for update`,
    [tenantId, id],
  )
  const state = run ? runTransitions[run.state].requestStop : null
  if (!run || state === null) return null
  await tx.execute(
    `update run set state = $3, finished_at = case when $3 = 'stopped' then clock_timestamp() end where tenant_id = $1 and id = $2`,
    [tenantId, run.id, state],
  )
  return { runId: run.id, state }
}

function explainWaiting(run: WaitingRun, nowMs: number, leaseMs: number): string | null {
  if (run.state === 'queued')
    return 'Waits for a free place: each process and each tenant runs a few strategies at once.'
  if (run.state === 'stopping') return 'Brings the page in hand to its end.'
  const isSilent = run.state === 'running' && nowMs - Date.parse(run.updated_at) > leaseMs
  return isSilent ? 'Its process has not been heard of; another one takes it over.' : null
}
