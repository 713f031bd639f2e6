import { type Data, ExactNumber, newId } from '@sluice/contract'
import { type ExportColumn, readParquet, writeExport } from '@sluice/engine'
import type { Job } from '@sluice/work'
import { refuse } from '../../../http/refuse.ts'
import { auditStep } from './audit-step.ts'
import { readBesides } from './beside-rows.ts'
import type { PeriodWork } from './job-store.ts'
import { removeLines, type WholeRow } from './line-rows.ts'
import { ContentHash, readContent } from './read-content.ts'
import { findPeriod, keepArchive, setState } from './store.ts'
import type { PeriodWorkerDeps } from './worker-deps.ts'

/** Columns of an archive: what people look for, what the hash is taken over, and the whole row. */
const archiveColumns: readonly ExportColumn[] = [
  ...(['side', 'day', 'occurred_at', 'number', 'order_no', 'item', 'currency', 'status'] as const).map(name => ({
    name,
    kind: 'text' as const,
  })),
  { name: 'amount_minor', kind: 'int' },
  { name: 'content', kind: 'text' },
  { name: 'whole', kind: 'text' },
  // Who looked into it, what was said of it, and which files prove it, as JSON; '' where nobody did.
  { name: 'besides', kind: 'text' },
]

/** Rows read back at a time. */
export const READ_TOGETHER = 1000
/** Lines that go in one step. */
const REMOVE_TOGETHER = 5000

/**
 * What people said of the lines, their files and their owners are written with them, and stay here under the ids of their lines: they may
 * change while the file is written, and nothing of them may be lost.
 *
 * The file is written, read back and held against the hash before a line goes. From then on the file is what counts: lines go in steps,
 * and whoever goes on behind a lost process removes the rest.
 */
export async function archiveMonth(deps: PeriodWorkerDeps, job: Job<PeriodWork>): Promise<void> {
  const { account_id: accountId, month } = job.row
  const period = await job.inTenant(tx => findPeriod(tx, accountId, month))
  const hash = period?.content_hash
  if (!hash || (period.state !== 'archiving' && period.state !== 'archived'))
    throw refuse('conflict.periodState', { value: month.slice(0, 7) })
  if (period.state === 'archiving') await write(deps, job, hash)
  await job.note({ phase: 'removing' })
  for (const side of ['a', 'b'] as const)
    while ((await job.step(tx => removeLines(tx, accountId, month, side, REMOVE_TOGETHER))) > 0);
  await job.settle({ state: 'done', columns: { phase: 'done' } })
}

async function write({ archive, now }: PeriodWorkerDeps, job: Job<PeriodWork>, expected: Buffer): Promise<void> {
  const { tenant_id, account_id: accountId, month, requested_by: userId } = job.row
  await job.note({ phase: 'writing' })
  const written = new ContentHash()
  const bytes = writeExport({ format: 'parquet', columns: archiveColumns }, readRows(job, written))
  const file = await archive.write(tenant_id, newId(now()), bytes)
  try {
    await job.note({ phase: 'checking' })
    const isEqual =
      written.digest().equals(expected) && (await hashFile(archive.resolve(file.path), job)).equals(expected)
    if (!isEqual) throw refuse('conflict.periodChanged', { value: month.slice(0, 7) })
    await job.note(
      { phase: 'removing' },
      {
        isFurther: true,
        and: async tx => {
          await keepArchive(tx, accountId, month, { ...file, userId })
          await setState(tx, accountId, month, 'archived')
          await auditStep(tx, job.row, now(), {
            ...{ state: 'archived', lines: written.count, bytes: file.sizeBytes, sha256: file.sha256.toString('hex') },
          })
        },
      },
    )
  } catch (error) {
    const kept = await job.inTenant(tx => findPeriod(tx, accountId, month))
    if (kept?.archive_path !== file.path) await archive.remove(file.path)
    throw error
  }
}

async function* readRows(job: Job<PeriodWork>, hash: ContentHash): AsyncGenerator<Data, void, void> {
  for await (const { place, rows } of readContent<WholeRow>(job, true)) {
    hash.add(rows.map(({ content }) => content))
    const besides = await job.inTenant(tx =>
      readBesides(
        tx,
        place.side,
        rows.map(({ id }) => id),
      ),
    )
    for (const { id, amount_minor, ...row } of rows)
      yield { side: place.side, ...row, amount_minor: new ExactNumber(amount_minor), besides: besides.get(id) ?? '' }
  }
}

/** Of an archive, as it stands on the disk. */
export async function hashFile(path: string, job: Job<PeriodWork>): Promise<Buffer> {
  const hash = new ContentHash()
  for await (const rows of readParquet(path, READ_TOGETHER)) {
    job.check()
    hash.add(rows.map(row => String(row['content'])))
  }
  return hash.digest()
}
