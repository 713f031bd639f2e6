import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { decide } from '../record/decide-records.ts'
import type { Runs } from '../run/runs.ts'
import { readPublished } from '../sql/strategy-rows.ts'
import { cancelWaiting, endJob, type ItemMark, listItems, markItems } from './job-rows.ts'
import type { ReplayJob } from './replays.ts'
import { explainExclusion, lockRecords, requestRun } from './send-items.ts'

/** A run came between: the step is taken back, and taken again when that run has ended. */
export class BusyError extends Error {}

/** Each is a question of its own to the source. */
const READ_ROWS = 200

/**
 * Records are read from their source again by a run of their own: what changed is evidence like any other page and is
 * written by that run; what did not change is then processed again as it is stored.
 */
export const goOnRefetching = (
  tx: Tx,
  runs: Pick<Runs, 'request'>,
  job: ReplayJob,
  isReading: boolean,
): Promise<boolean> => (isReading ? settleRead(tx, runs, job) : readNext(tx, runs, job))

async function readNext(tx: Tx, runs: Pick<Runs, 'request'>, job: ReplayJob): Promise<boolean> {
  const { tenantId, strategyId } = job
  const ids = await listItems(tx, job, 'waiting', READ_ROWS)
  const rows = new Map((await lockRecords(tx, job, ids)).map(row => [row.id, row]))
  const marks = ids.map((id): ItemMark => {
    const note = explainExclusion(job, rows.get(id))
    return { id, note, state: note === null ? 'reading' : 'excluded' }
  })
  await markItems(tx, job, marks)
  const keys = marks.flatMap(mark => (mark.state === 'reading' ? [rows.get(mark.id)!.key] : [])) // has no note, so it is there
  if (keys.length === 0) return true
  const field = await findKeyField(tx, job)
  if (field === null) return fail(tx, job, SEVERAL_KEYS)
  const made = await runs.request(tx, {
    tenantId,
    strategyId,
    trigger: 'manual',
    plan: { kind: 'keys', field, from: null, to: null, keys },
    ...(job.userId === null ? {} : { userId: job.userId }),
  })
  if (made.alreadyRunning) throw new BusyError()
  await tx.execute('update replay_job set run_id = $3 where tenant_id = $1 and id = $2', [tenantId, job.id, made.runId])
  return false
}

async function settleRead(tx: Tx, runs: Pick<Runs, 'request'>, job: ReplayJob): Promise<boolean> {
  const { tenantId, strategyId } = job
  const [run] = await tx.query<{ state: string; failure: FailureDetail | null }>(
    `select state, failure from run where tenant_id = $1 and id = $2 and state not in ('queued', 'running', 'stopping')`,
    [tenantId, job.runId],
  )
  if (!run) return false
  if (run.state === 'failed' || run.state === 'stopped') return fail(tx, job, run.failure ?? STOPPED)
  const ids = await listItems(tx, job, 'reading', READ_ROWS)
  const rows = new Map((await lockRecords(tx, job, ids)).map(row => [row.id, row]))
  const reasons = new Map(
    ids.map(id => [id, rows.get(id)?.run_id === job.runId ? null : explainExclusion(job, rows.get(id))]),
  )
  // What the run wrote is judged by what it is now; the rest came as it was.
  const unchanged = ids.filter(id => reasons.get(id) === null && rows.get(id)?.run_id !== job.runId)
  const { refused } = await decide(tx, { tenantId, strategyId, ids: unchanged, userId: job.userId }, 'reprocess')
  for (const { id, message } of refused) reasons.set(id, message)
  await markItems(
    tx,
    job,
    ids.map((id): ItemMark => {
      const note = reasons.get(id) ?? null
      return { id, note, state: note === null ? 'sent' : 'excluded' }
    }),
  )
  if (unchanged.length > refused.length) await requestRun(tx, runs, job)
  return true
}

/** Of one field only can a window be. */
async function findKeyField(tx: Tx, { tenantId, strategyId }: ReplayJob): Promise<string | null> {
  const { config } = await readPublished(tx, tenantId, strategyId)
  const { source } = config
  return source.key.length === 1 ? (source.key[0] ?? null) : null
}

async function fail(tx: Tx, job: ReplayJob, failure: FailureDetail): Promise<boolean> {
  await cancelWaiting(tx, job, ['waiting', 'reading'])
  await endJob(tx, job, { state: 'failed', failure })
  return false
}

export const SEVERAL_KEYS: FailureDetail = {
  code: 'source.cannotSeek',
  message: 'Records whose key is made of several fields cannot be read one by one.',
  retry: 'never',
  advice: 'Process them again as they are stored, or run the strategy.',
}
const STOPPED: FailureDetail = {
  code: 'replay.stopped',
  message: 'The run that was to read the records again was stopped.',
  retry: 'never',
}
