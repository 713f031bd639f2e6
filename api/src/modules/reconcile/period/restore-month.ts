import { createHash } from 'node:crypto'
import { Failure } from '@sluice/contract'
import { readParquet } from '@sluice/engine'
import { CancelledError, type Job, LostError } from '@sluice/work'
import { refuse } from '../../../http/refuse.ts'
import { hashFile, READ_TOGETHER } from './archive-month.ts'
import { auditStep } from './audit-step.ts'
import { isSaid, putBackBesides } from './beside-rows.ts'
import type { PeriodWork } from './job-store.ts'
import { type ContentRow, putBack, type Side } from './line-rows.ts'
import { ContentHash, readContent } from './read-content.ts'
import { findPeriod, noteRestored, type PeriodRow, setState } from './store.ts'
import type { PeriodWorkerDeps } from './worker-deps.ts'

/** Nothing comes back from a file that is not the one that was written, and the month is closed again once its lines have its hash. */
export async function restoreMonth(deps: PeriodWorkerDeps, job: Job<PeriodWork>): Promise<void> {
  const { account_id: accountId, month } = job.row
  const period = await job.inTenant(tx => findPeriod(tx, accountId, month))
  if (period?.state !== 'restoring' || period.archive_path === null || period.content_hash === null)
    throw refuse('conflict.periodState', { value: month.slice(0, 7) })
  const path = deps.archive.resolve(period.archive_path)
  await job.note({ phase: 'checking' })
  if (!(await isWhole(deps, job, { ...period, archive_path: period.archive_path }, path)))
    throw refuse('conflict.periodFile', { value: month.slice(0, 7) })
  await job.note({ phase: 'writing' })
  let done = 0
  for await (const rows of readParquet(path, READ_TOGETHER)) {
    await job.step(async tx => {
      for (const side of ['a', 'b'] as const satisfies Side[]) {
        const wholes = rows.filter(row => row['side'] === side).map(row => String(row['whole']))
        if (wholes.length > 0) await putBack(tx, side, wholes)
      }
      await putBackBesides(tx, rows.map(row => row['besides']).filter(isSaid))
    })
    done += rows.length
    await job.note({ done })
  }
  await job.note({ phase: 'reading' })
  const hash = new ContentHash()
  for await (const { rows } of readContent<ContentRow>(job, false)) hash.add(rows.map(({ content }) => content))
  if (!hash.digest().equals(period.content_hash)) throw refuse('conflict.periodChanged', { value: month.slice(0, 7) })
  await job.finish({ phase: 'done' }, async tx => {
    await setState(tx, accountId, month, 'closed')
    await noteRestored(tx, accountId, month)
    await auditStep(tx, job.row, deps.now(), { state: 'closed', restored: hash.count })
  })
}

/** Whatever is wrong with the file is said in one way. */
async function isWhole(
  { archive }: PeriodWorkerDeps,
  job: Job<PeriodWork>,
  { archive_path, archive_sha256, content_hash }: PeriodRow & { readonly archive_path: string },
  path: string,
): Promise<boolean> {
  if (archive_sha256 === null || content_hash === null) return false
  try {
    const bytes = createHash('sha256')
    for await (const chunk of archive.read(archive_path)) {
      job.check()
      bytes.update(chunk)
    }
    return bytes.digest().equals(archive_sha256) && (await hashFile(path, job)).equals(content_hash)
  } catch (error) {
    if (error instanceof LostError || error instanceof CancelledError || error instanceof Failure) throw error
    return false
  }
}
