import { Failure, type FailureDetail, toFailure } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { restoreArchive, type StoredArchive } from './archive/restore-archive.ts'
import { type CleanUpCondition, type Owner, readPageRule, requireStates, type StorageJob } from './clean-up.ts'
import { countExpired } from './expired-pages.ts'
import { deleteRecords } from './expired-rows.ts'
import { EndedError, type Holding } from './holding.ts'
import { expirePages, expireRows, nothingTidied, requireFiles } from './tidy.ts'

interface JobColumns {
  readonly tenant_id: string
  readonly id: string
  readonly kind: StorageJob['kind']
  readonly strategy_id: string
  readonly condition: unknown
}

const RECORD_BATCH = 2000

class CancelledError extends Error {}

/** The oldest job that nobody has finished; one whose holder died is begun again: what is gone is gone. */
export async function takeJob(tx: Tx): Promise<JobColumns | null> {
  const [row] = await tx.query<JobColumns>(
    `update storage_job j set state = 'running', started_at = coalesce(started_at, now()), done = 0
      where (tenant_id, id) = (select tenant_id, id from storage_job where state in ('queued', 'running')
                               order by created_at limit 1)
     returning tenant_id, id, kind, strategy_id, condition`,
  )
  return row ?? null
}

/** Brings a job to its end, good or bad. @throws EndedError, after which another process goes on with it */
export async function runJob(holding: Holding, job: JobColumns): Promise<void> {
  const { world } = holding
  try {
    await work(holding, job, async (count, freedBytes = 0) => {
      await holding.note(job.kind, { strategyId: job.strategy_id })
      const [row] = await world.inTenant(job.tenant_id, tx =>
        tx.query<{ cancel: boolean }>(
          `update storage_job set done = done + $3, freed_bytes = freed_bytes + $4 where tenant_id = $1 and id = $2
           returning cancel`,
          [job.tenant_id, job.id, count, freedBytes],
        ),
      )
      if (row?.cancel !== false) throw new CancelledError()
    })
    await endJob(holding, job, 'done', null)
  } catch (error) {
    if (error instanceof EndedError) throw error
    if (error instanceof CancelledError) return endJob(holding, job, 'cancelled', null)
    await endJob(holding, job, 'failed', toFailure(error).toDetail())
    if (!(error instanceof Failure)) throw error
  }
}

async function endJob(
  { world }: Holding,
  job: JobColumns,
  state: 'done' | 'failed' | 'cancelled',
  failure: FailureDetail | null,
): Promise<void> {
  await world.inTenant(job.tenant_id, tx =>
    tx.execute(
      'update storage_job set state = $3, failure = $4, finished_at = now() where tenant_id = $1 and id = $2',
      [job.tenant_id, job.id, state, failure && JSON.stringify(failure)],
    ),
  )
}

type OnBatch = (count: number, freedBytes?: number) => Promise<void>

async function work(holding: Holding, job: JobColumns, onBatch: OnBatch): Promise<void> {
  const owner = { tenantId: job.tenant_id, strategyId: job.strategy_id }
  // A job may be asked to stop before it began.
  await onBatch(0)
  if (job.kind === 'clean') return cleanUp(holding, owner, job.condition as CleanUpCondition, onBatch) // as requested
  if (job.kind === 'archive') {
    const { before } = job.condition as { before: string } // as requested
    return expireCounted(holding, owner, before, true, onBatch)
  }
  const { archiveId } = job.condition as { archiveId: string } // as requested
  const [archive] = await holding.world.inTenant(owner.tenantId, tx =>
    tx.query<StoredArchive>(
      `select id, strategy_id, path, records, content_sha256, file_sha256 from archive_file
        where tenant_id = $1 and id = $2`,
      [owner.tenantId, archiveId],
    ),
  )
  if (!archive) throw new Failure({ code: 'archive.missing', message: 'There is no such archive.' })
  await restoreArchive(requireFiles(holding.world), owner.tenantId, archive, onBatch)
}

async function cleanUp(holding: Holding, owner: Owner, condition: CleanUpCondition, onBatch: OnBatch): Promise<void> {
  const { kind, before } = condition
  if (kind === 'page') return expireCounted(holding, owner, before, false, onBatch)
  if (kind !== 'record') return expireRows(holding, kind, owner, before, onBatch)
  const statuses = requireStates(condition)
  for (;;) {
    const count = await holding.world.inTenant(owner.tenantId, tx =>
      deleteRecords(tx, owner, statuses, before, RECORD_BATCH),
    )
    if (count > 0) await onBatch(count)
    if (count < RECORD_BATCH) return
  }
}

/** Says how many bytes the pages took. */
async function expireCounted(
  holding: Holding,
  owner: Owner,
  before: string,
  archive: boolean,
  onBatch: OnBatch,
): Promise<void> {
  const { rule, bytes, pages } = await holding.world.inTenant(owner.tenantId, async tx => {
    const rule = await readPageRule(tx, owner, before)
    return { rule, ...(await countExpired(tx, rule)) }
  })
  await expirePages(holding, rule, archive, nothingTidied(), count =>
    onBatch(count, pages === 0 ? 0 : Math.round((bytes * count) / pages)),
  )
}
