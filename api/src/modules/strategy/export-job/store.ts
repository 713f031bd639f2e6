import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { ExportColumn } from '@sluice/engine'
import type { ExportJob, ExportRequest } from './contract.ts'

/** Where an export goes on after a restart. */
export interface ExportProgress {
  /** Of the last page; null: from the newest. */
  readonly cursor: string | null
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

/** A queued one ends at once; one that runs after the page in hand. */
export const cancelJob = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `update export_job set cancel = true, state = case when state = 'queued' then 'cancelled' else state end,
            finished_at = case when state = 'queued' then now() else finished_at end
      where tenant_id = app_tenant() and id = $1 and state in ('queued', 'running')`,
    [id],
  )

export const removeJob = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `delete from export_job where tenant_id = app_tenant() and id = $1 and state not in ('queued', 'running')`,
    [id],
  )

const LEASE_S = 60

/** The oldest that waits, or whose holder has not been heard for a minute. */
export async function claimJob(tx: Tx, holder: string): Promise<JobRow | null> {
  const [row] = await tx.query<JobRow>(
    `update export_job j set state = 'running', holder = $1, started_at = coalesce(j.started_at, clock_timestamp()),
            lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where (j.tenant_id, j.id) = (select tenant_id, id from export_job
        where state in ('queued', 'running') and lease_until < clock_timestamp()
        order by created_at limit 1 for update skip locked)
     returning ${COLUMNS}`,
    [holder],
  )
  return row ?? null
}

/** Says how far it is, and that it goes on. null: another process has it, or it is gone. */
export async function noteProgress(
  tx: Tx,
  of: Pick<JobRow, 'id'>,
  holder: string,
  move: { readonly done?: number; readonly rows?: number; readonly progress?: ExportProgress },
): Promise<{ readonly cancel: boolean } | null> {
  const [row] = await tx.query<{ cancel: boolean }>(
    `update export_job set done = coalesce($3, done), rows = coalesce($4, rows), progress = coalesce($5, progress),
            lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where tenant_id = app_tenant() and id = $1 and holder = $2 and state = 'running' returning cancel`,
    [of.id, holder, move.done ?? null, move.rows ?? null, move.progress ? JSON.stringify(move.progress) : null],
  )
  return row ?? null
}

export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly failure?: FailureDetail
  readonly file?: { readonly path: string; readonly sizeBytes: number; readonly sha256: Buffer }
}

/** Files are kept so long. */
const KEEP_DAYS = 7

export const endJob = (tx: Tx, of: Pick<JobRow, 'id'>, holder: string, { state, failure, file }: JobEnd) =>
  tx.execute(
    `update export_job set state = $3, failure = $4, path = $5, size_bytes = $6, sha256 = $7, progress = null, holder = null,
            finished_at = clock_timestamp(), lease_until = '-infinity',
            expires_at = case when $3 = 'done' then clock_timestamp() + interval '${KEEP_DAYS} days' end
      where tenant_id = app_tenant() and id = $1 and holder = $2 and state = 'running'`,
    [
      of.id,
      holder,
      state,
      failure ? JSON.stringify(failure) : null,
      file?.path ?? null,
      file?.sizeBytes ?? null,
      file?.sha256 ?? null,
    ],
  )

/** Handed back as it is, so that the next process need not wait for the lease to end. */
export const releaseJob = (tx: Tx, of: Pick<JobRow, 'id'>, holder: string): Promise<number> =>
  tx.execute(
    `update export_job set lease_until = '-infinity', holder = null
      where tenant_id = app_tenant() and id = $1 and holder = $2 and state = 'running'`,
    [of.id, holder],
  )

/** Files whose time has come, of all tenants; their rows say so from now on. Rows go after three months. */
export async function expireJobs(tx: Tx): Promise<string[]> {
  await tx.execute(`delete from export_job where finished_at < now() - interval '90 days' and state <> 'done'`)
  const rows = await tx.query<{ path: string }>(
    `update export_job j set state = 'expired', path = null from export_job o
      where o.tenant_id = j.tenant_id and o.id = j.id and j.state = 'done' and j.expires_at < clock_timestamp()
     returning o.path`,
  )
  return rows.map(row => row.path)
}

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
