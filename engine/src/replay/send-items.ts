import { isRetireKind, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { decide } from '../record/decide-records.ts'
import type { Runs } from '../run/runs.ts'
import { addCorrections } from '../sql/replay-order-rows.ts'
import { type ItemMark, listItems, markItems } from './job-rows.ts'
import type { ReplayJob } from './replays.ts'

const SEND_ROWS = 500

export interface LockedRow {
  readonly id: string
  readonly key: string
  readonly status: RecordState
  readonly run_id: string
  readonly error_group: string | null
  readonly has_request: boolean
  readonly is_deleted: boolean
}

/**
 * Puts the next records back: corrections, states, items and the run that takes them up are one transaction, so that a
 * killed process leaves a record either untouched or surely taken up. How many items it dealt with.
 */
export async function sendNext(tx: Tx, runs: Pick<Runs, 'request'>, job: ReplayJob): Promise<number> {
  const ids = await listItems(tx, job, 'waiting', SEND_ROWS)
  if (ids.length === 0) return 0
  const rows = new Map((await lockRecords(tx, job, ids)).map(row => [row.id, row]))
  const reasons = new Map(ids.map(id => [id, explainExclusion(job, rows.get(id))]))
  const chosen = ids.filter(id => reasons.get(id) === null)
  const { tenantId, strategyId, kind, userId } = job
  if (kind === 'correct' && job.changes !== null)
    await addCorrections(tx, {
      tenantId,
      strategyId,
      recordIds: chosen,
      changes: job.changes,
      jobId: job.id,
      userId,
    })
  const event = kind === 'ignore' || isRetireKind(kind) ? kind : 'reprocess'
  const { refused } = await decide(tx, { tenantId, strategyId, ids: chosen, userId }, event)
  for (const { id, message } of refused) reasons.set(id, message)
  const marks = ids.map((id): ItemMark => {
    const note = reasons.get(id) ?? null
    return { id, note, state: note !== null ? 'excluded' : kind === 'ignore' ? 'ignored' : 'sent' }
  })
  await markItems(tx, job, marks)
  const isDecided = kind === 'ignore' || kind === 'retireKeep'
  if (!isDecided && marks.some(mark => mark.state === 'sent')) await requestRun(tx, runs, job)
  return ids.length
}

/** The run that takes up what was put back; a live one is followed by another, since it may have passed the place. */
export async function requestRun(tx: Tx, runs: Pick<Runs, 'request'>, job: ReplayJob): Promise<void> {
  const { runId } = await runs.request(tx, {
    tenantId: job.tenantId,
    strategyId: job.strategyId,
    trigger: 'retry',
    ifLive: 'wait',
    ...(job.userId === null ? {} : { userId: job.userId }),
  })
  await tx.execute('update replay_job set run_id = $3 where tenant_id = $1 and id = $2', [job.tenantId, job.id, runId])
}

/** In key order, like the engine's own locks. */
export const lockRecords = (tx: Tx, job: ReplayJob, ids: readonly string[]): Promise<LockedRow[]> =>
  tx.query<LockedRow>(
    `select r.id, r.key, r.status, r.run_id, r.error_group, r.is_deleted, exists (select from record_attempt a
        where a.tenant_id = $1 and a.record_id = r.id and a.request is not null) as has_request
       from record_state r where r.tenant_id = $1 and r.strategy_id = $2 and r.id = any($3::bigint[])
      order by r.key for update`,
    [job.tenantId, job.strategyId, ids],
  )

/** Why a record is left as it is; null: it is replayed. */
export function explainExclusion(
  { kind, groupId }: Pick<ReplayJob, 'kind' | 'groupId'>,
  row: Pick<LockedRow, 'status' | 'error_group' | 'has_request' | 'is_deleted'> | undefined,
): string | null {
  if (!row) return 'The record is not stored any more.'
  if (row.status === RecordState.unknown && kind !== 'ignore')
    return 'The answer to its write was lost, so a repeat may double it. Settle it in the list of unanswered writes.'
  if (row.status === RecordState.waiting) return 'It waits for a run already.'
  if (row.status === RecordState.queued) return 'A run has it in hand.'
  if (!REPLAYED.includes(row.status)) return 'It is not in error any more.'
  if (groupId !== null && row.error_group !== groupId) return 'It is in error for another reason now.'
  if (isRetireKind(kind) && !row.is_deleted) return 'It is no document without rows.'
  if (kind === 'resend' && !row.has_request) return 'Nothing was sent for it that could be sent again.'
  return null
}

const REPLAYED: readonly RecordState[] = [
  RecordState.error,
  RecordState.negativeStock,
  RecordState.retrying,
  RecordState.masterDataError,
  RecordState.ignored,
  RecordState.unknown,
]
