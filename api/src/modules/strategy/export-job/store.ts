import type { Tx } from '@sluice/db'
import type { ExportColumn } from '@sluice/engine'
import { cancel, type JobRow as JobOfWork, type WorkKind } from '@sluice/work'
import type { ExportJob, ExportRequest } from './contract.ts'

/** Where an export goes on after a restart. */
export interface ExportProgress {
  /** Of the last page; null: from the newest. */
  readonly cursor: string | null
  /** Of a list by time: when it was begun. */
  readonly since?: string
  /** Records up to there; absent in what an older version wrote: as many as `done` says. */
  readonly read?: number
  /** What is longer in the spool was written by somebody who died before it counted. */
  readonly spoolBytes: number
  /** Whose spool it is. */
  readonly holder: string
  /** In the order they were met. */
  readonly columns: readonly (ExportColumn & { readonly isDetail: boolean })[]
  readonly isRead: boolean
}

export interface JobRow {
  readonly tenant_id: string
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string
  readonly format: ExportJob['format']
  readonly request: ExportRequest
  readonly language: string
  readonly state: ExportJob['state']
  readonly total: string | null
  readonly done: string
  readonly rows: string
  readonly progress: ExportProgress | null
  readonly size_bytes: string | null
  readonly path: string | null
  readonly failure: unknown
  readonly requested_by: string
  readonly username: string | null
  readonly created_at: string
  readonly finished_at: string | null
  readonly expires_at: string | null
}

const COLUMNS = `j.tenant_id, j.id, j.strategy_id, j.strategy_name, j.format, j.request, j.language, j.state, j.total, j.done,
  j.rows, j.progress, j.size_bytes, j.path, j.failure, j.requested_by, j.created_at, j.finished_at, j.expires_at`
const JOINED = `from export_job j left join app_user u on u.tenant_id = j.tenant_id and u.id = j.requested_by`

/** What the worker reads with its claim. */
export const exportKind: WorkKind = {
  name: 'export',
  table: 'export_job',
  columns: ['strategy_id', 'format', 'request', 'language', 'done', 'progress', 'requested_by'],
  leaseMs: 60_000,
  counts: ['done', 'rows'],
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  atEnd: 'progress = null',
  fileDays: 7,
  keepDays: 90,
}

export interface ExportWork
  extends JobOfWork,
    Pick<JobRow, 'id' | 'strategy_id' | 'format' | 'request' | 'language' | 'done' | 'progress' | 'requested_by'> {}

export const searchJobs = (
  tx: Tx,
  filter: { readonly strategyId: string | null; readonly state: string | null; readonly userId: string | null },
  limit: number,
  offset: number,
): Promise<(JobRow & { readonly count: string })[]> =>
  tx.query(
    `select ${COLUMNS}, u.username, count(*) over () as count ${JOINED}
      where j.tenant_id = app_tenant() and ($1::uuid is null or j.strategy_id = $1)
        and ($2::text is null or j.state = $2) and ($3::uuid is null or j.requested_by = $3)
      order by j.id desc limit $4 offset $5`,
    [filter.strategyId, filter.state, filter.userId, limit, offset],
  )

export async function findJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const rows = await tx.query<JobRow>(
    `select ${COLUMNS}, u.username ${JOINED} where j.tenant_id = app_tenant() and j.id = $1`,
    [id],
  )
  return rows[0]
}

/** Open ones of one user. Two calls at once wait for each other, so that nobody gets a fourth. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('export_job/' || $1, 0))`, [userId])
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from export_job
      where tenant_id = app_tenant() and requested_by = $1 and state in ('queued', 'running')`,
    [userId],
  )
  return row!.count // a count has its one row
}

export interface NewJob {
  readonly id: string
  readonly strategyId: string
  readonly strategyName: string
  readonly request: ExportRequest
  readonly language: string
  readonly userId: string
}

/** How much is to be read is known where the filter asks for states alone: those are counted already. */
export async function insertJob(tx: Tx, job: NewJob): Promise<void> {
  const { status, ...rest } = job.request.filter
  const isCounted = Object.values(rest).every(value => value === undefined)
  await tx.execute(
    `insert into export_job (id, strategy_id, strategy_name, format, request, language, requested_by, total)
     values ($1, $2, $3, $4, $5, $6, $7, case when $8::boolean then (
       select coalesce(sum(count), 0) from record_count where tenant_id = app_tenant() and strategy_id = $2
          and ($9::smallint[] is null or status = any($9::smallint[]))) end)`,
    [
      job.id,
      job.strategyId,
      job.strategyName,
      job.request.format,
      JSON.stringify(job.request),
      job.language,
      job.userId,
      isCounted,
      status && status.length > 0 ? status : null,
    ],
  )
}

export const cancelJob = (tx: Tx, id: string): Promise<number> =>
  cancel(tx, exportKind, 'w.tenant_id = app_tenant() and w.id = $1', [id])

export const removeJob = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `delete from export_job where tenant_id = app_tenant() and id = $1 and state not in ('queued', 'running')`,
    [id],
  )

/** Of files named by their job, as `<tenant>/<job>-<holder>…`: those that no job answers for or goes on with. */
export async function findUnowned(tx: Tx, paths: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ path: string }>(
    `select f.path from unnest($1::text[]) f(path)
      where not exists (select from export_job j where j.id::text = substring(f.path from '[^/]+/(.{36})-')
              and (j.path = f.path or j.state in ('queued', 'running')))`,
    [paths],
  )
  return rows.map(row => row.path)
}

/** Strategy groups of who asked: the export sees what they see. undefined: nobody by this id works here any more. */
export async function findGroups(tx: Tx, userId: string): Promise<{ readonly groups: string[] | null } | undefined> {
  const rows = await tx.query<{ groups: string[] | null }>(
    `select r.groups from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where u.tenant_id = app_tenant() and u.id = $1 and u.status = 'active'`,
    [userId],
  )
  return rows[0]
}
