import type { Tx } from '@sluice/db'
import { cancel, type JobRow, type WorkKind } from '@sluice/work'
import type { Period } from './contract.ts'

type Job = NonNullable<Period['job']>

/** Work on a month begins anew when its process is lost; what it removed by then stands in the archive. */
export const periodKind: WorkKind = {
  name: 'reconPeriod',
  table: 'period_job',
  columns: ['account_id', 'month', 'step', 'requested_by'],
  leaseMs: 60_000,
  counts: ['done'],
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}

export interface PeriodWork extends JobRow {
  readonly id: string
  readonly account_id: string
  /** Its first day. */
  readonly month: string
  readonly step: Job['step']
  readonly requested_by: string | null
}

/** @throws a unique violation of `period_job_live` where something goes on with the account */
export const queueJob = (
  tx: Tx,
  job: Pick<PeriodWork, 'id' | 'account_id' | 'month' | 'step'> & { readonly userId: string },
): Promise<number> =>
  tx.execute(`insert into period_job (id, account_id, month, step, requested_by) values ($1, $2, $3, $4, $5)`, [
    ...[job.id, job.account_id, job.month, job.step, job.userId],
  ])

/** What archives remove is not called back. @returns 0: nothing waits or goes on */
export const cancelJob = (tx: Tx, accountId: string, month: string): Promise<number> =>
  cancel(
    tx,
    periodKind,
    `w.tenant_id = app_tenant() and w.account_id = $1 and w.month = $2 and w.phase <> 'removing'`,
    [accountId, month],
  )

/** The job that waits or goes on. */
export async function findLiveStep(tx: Tx, accountId: string, month: string): Promise<Job['step'] | undefined> {
  const [row] = await tx.query<{ step: Job['step'] }>(
    `select step from period_job
      where tenant_id = app_tenant() and account_id = $1 and month = $2 and state in ('queued', 'running')`,
    [accountId, month],
  )
  return row?.step
}
