import { isWorthRetrying } from '@sluice/db'
import { tellSetAside } from '@sluice/engine'
import { type Job, JobWorker, LostError } from '@sluice/work'
import { archiveMonth } from './archive-month.ts'
import { closeMonth } from './close-month.ts'
import { giveUp } from './give-up.ts'
import { type PeriodWork, periodKind } from './job-store.ts'
import { restoreMonth } from './restore-month.ts'
import type { PeriodWorkerDeps } from './worker-deps.ts'

export interface PeriodWorker {
  start(): Promise<void>
  /** What is under way is handed back; whoever takes it begins anew. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Brings the next month to its end. @returns false: none waits */
  turn(): Promise<boolean>
}

const EVERY_MS = 700

/** Closes, archives and restores months. */
export const createPeriodWorker = (deps: PeriodWorkerDeps): PeriodWorker =>
  new JobWorker<PeriodWork>({
    database: deps.database,
    log: deps.log,
    kind: periodKind,
    doing: 'settling a month',
    pollMs: EVERY_MS,
    run: job => work(deps, job),
    async tell(tx, { account_id: objectId, month, step, requested_by: userId }, failure) {
      await giveUp(tx, { accountId: objectId, month, step })
      if (userId !== null) await tellSetAside(tx, { objectId, userId, failure })
    },
  })

/** Whatever ends it but a process: the month is as it was before. */
async function work(deps: PeriodWorkerDeps, job: Job<PeriodWork>): Promise<void> {
  const { account_id: accountId, month, step } = job.row
  try {
    if (step === 'close') await closeMonth(deps, job)
    else if (step === 'archive') await archiveMonth(deps, job)
    else await restoreMonth(deps, job)
  } catch (error) {
    if (!(error instanceof LostError) && !isWorthRetrying(error))
      await job.step(tx => giveUp(tx, { accountId, month, step }))
    throw error
  }
}
