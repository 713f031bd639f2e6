import { Failure } from '@sluice/contract'
import type { Job, JobRow, WorkKind } from '@sluice/work'
import { restoreArchive, type StoredArchive } from './archive/restore-archive.ts'
import { type CleanUpCondition, type Owner, readPageRule, requireStates, type StorageJob } from './clean-up.ts'
import { countExpired } from './expired-pages.ts'
import { deleteRecords } from './expired-rows.ts'
import type { Holding } from './holding.ts'
import { expirePages, expireRows, nothingTidied, requireFiles } from './tidy.ts'

/** What a person asked for: cleaned up, archived, or brought back from an archive. What is gone is gone: it goes on. */
export const storageKind: WorkKind = {
  name: 'storage',
  table: 'storage_job',
  columns: ['kind', 'strategy_id', 'condition', 'requested_by', 'done', 'freed_bytes'],
  leaseMs: 120_000,
  counts: ['done', 'freed_bytes'],
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}

export interface StorageWork extends JobRow {
  readonly kind: StorageJob['kind']
  readonly strategy_id: string
  readonly condition: unknown
  readonly requested_by: string | null
  readonly done: string
  readonly freed_bytes: string
}

const RECORD_BATCH = 2000

/** @throws EndedError, after which another process goes on with it */
export async function runJob(holding: Holding, job: Job<StorageWork>): Promise<void> {
  const { kind, strategy_id: strategyId } = job.row
  // A restore looks at the whole archive again: it gets no further by its batches.
  const isAgain = kind === 'restore'
  let done = isAgain ? 0 : Number(job.row.done)
  let freedBytes = Number(job.row.freed_bytes)
  await work(holding, job.row, async (count, bytes = 0) => {
    await holding.note(kind, { strategyId })
    done += count
    freedBytes += bytes
    await job.note({ done, freed_bytes: freedBytes }, { isFurther: count > 0 && !isAgain })
  })
}

type OnBatch = (count: number, freedBytes?: number) => Promise<void>

async function work(holding: Holding, job: StorageWork, onBatch: OnBatch): Promise<void> {
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
