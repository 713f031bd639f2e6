import type { FailureDetail } from '@sluice/contract'
import { findStoreTrouble, isWorthRetrying, type Tx } from '@sluice/db'
import { type Job, LostError } from '@sluice/work'
import type { Runs } from '../run/runs.ts'
import { cancelWaiting, chooseNext, countOpen, endJob, type ReplayWork, readJob, settleSent } from './job-rows.ts'
import { BusyError, goOnRefetching } from './refetch-items.ts'
import type { ReplayJob } from './replays.ts'
import { requestRun, sendNext } from './send-items.ts'

/** So many records are put back ahead of the run: the rest can still be cancelled. */
const AHEAD = 5000
/** Runs in a row that end badly and take none of the records: then somebody has to look at the strategy. */
const IDLE_RUNS = 3

/** Of one replay in a row; then the next tenant has its turn. */
const STEPS = 20

/** Takes steps of a replay until there is nothing to do for now, and comes back to it then. */
export async function takeSteps(job: Job<ReplayWork>, runs: Pick<Runs, 'request'>, pollMs: number): Promise<void> {
  try {
    let isBusy = true
    for (let steps = 0; isBusy && steps < STEPS; steps += 1) isBusy = await job.step(tx => stepJob(tx, runs, job.row))
    await job.rest(isBusy ? 0 : pollMs)
  } catch (error) {
    // A run came between, or the database's disk is full: the same step again.
    if (error instanceof BusyError || findStoreTrouble(error) !== null) return job.rest(pollMs)
    if (error instanceof LostError || isWorthRetrying(error)) throw error
    await job.step(tx => cancelWaiting(tx, { tenantId: job.row.tenant_id, id: job.row.id }, ['waiting', 'reading']))
    throw error
  }
}

/** true: there is more to do at once. */
async function stepJob(tx: Tx, runs: Pick<Runs, 'request'>, row: ReplayWork): Promise<boolean> {
  const job = await readJob(tx, row)
  if (job.cancel) await cancelWaiting(tx, job)
  else if (job.state === 'choosing') {
    await chooseNext(tx, job)
    return true
  }
  return goOn(tx, runs, job)
}

async function goOn(tx: Tx, runs: Pick<Runs, 'request'>, job: ReplayJob): Promise<boolean> {
  const settled = await settleSent(tx, job)
  const { waiting, reading, sent } = await countOpen(tx, job)
  if (waiting === 0 && reading === 0 && sent === 0) {
    await endJob(tx, job, { state: job.cancel ? 'cancelled' : 'done' })
    return false
  }
  if (settled > 0 && job.idleRuns > 0) await noteIdle(tx, job, 0)
  if (reading > 0 || (waiting > 0 && job.kind === 'refetch')) return goOnRefetching(tx, runs, job, reading > 0)
  if (waiting > 0 && sent < AHEAD) return (await sendNext(tx, runs, job)) > 0
  if (settled === 0) await urge(tx, runs, job)
  return false
}

interface RunFacts {
  readonly state: string
  readonly failure: FailureDetail | null
}

/** Records wait and no run is about to take them: another is asked for, unless one after the other breaks off. */
async function urge(tx: Tx, runs: Pick<Runs, 'request'>, job: ReplayJob): Promise<void> {
  const [live] = await tx.query(
    `select 1 from run where tenant_id = $1 and strategy_id = $2 and state in ('queued', 'running', 'stopping')
     union all select 1 from run_wish where tenant_id = $1 and strategy_id = $2 limit 1`,
    [job.tenantId, job.strategyId],
  )
  if (live) return
  const [last] = await tx.query<RunFacts>('select state, failure from run where tenant_id = $1 and id = $2', [
    job.tenantId,
    job.runId,
  ])
  const isBad = last?.state === 'failed' || last?.state === 'stopped'
  const idle = isBad ? job.idleRuns + 1 : job.idleRuns
  if (idle < IDLE_RUNS) {
    await noteIdle(tx, job, idle)
    return requestRun(tx, runs, job)
  }
  await cancelWaiting(tx, job)
  await endJob(tx, job, { state: 'failed', failure: last?.failure ?? STOPPED })
}

const STOPPED: FailureDetail = {
  code: 'replay.stopped',
  message: 'The runs that were to take the records up were stopped. The records wait for the next run of the strategy.',
  retry: 'never',
}

const noteIdle = (tx: Tx, job: ReplayJob, idle: number): Promise<number> =>
  tx.execute('update replay_job set idle_runs = $3 where tenant_id = $1 and id = $2', [job.tenantId, job.id, idle])
