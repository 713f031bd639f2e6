import type { Tx } from '@sluice/db'
import { cancel, type JobRow, type WorkKind } from '@sluice/work'

/** A file under way is read anew when its process is lost: nothing of it is kept before its last step. */
export const importKind: WorkKind = {
  name: 'billImport',
  table: 'import_job',
  columns: ['file_id', 'step', 'control', 'requested_by'],
  leaseMs: 60_000,
  counts: ['done'],
  startedAt: 'started_at',
  finishedAt: 'finished_at',
}

export interface ControlFigures {
  readonly rows: number
  readonly in: string
  readonly out: string
}

export interface ImportWork extends JobRow {
  readonly id: string
  readonly file_id: string
  readonly step: 'check' | 'load'
  readonly control: ControlFigures | null
  readonly requested_by: string | null
}

/** @throws a unique violation of `import_job_live` where the file is read already */
export const queueJob = (
  tx: Tx,
  job: Pick<ImportWork, 'id' | 'file_id' | 'step' | 'control'> & { readonly userId: string },
): Promise<number> =>
  tx.execute('insert into import_job (id, file_id, step, control, requested_by) values ($1, $2, $3, $4, $5)', [
    ...[job.id, job.file_id, job.step, job.control === null ? null : JSON.stringify(job.control), job.userId],
  ])

/** @returns 0: nothing of the file waits or goes on */
export const cancelJob = (tx: Tx, fileId: string): Promise<number> =>
  cancel(tx, importKind, 'w.tenant_id = app_tenant() and w.file_id = $1', [fileId])
