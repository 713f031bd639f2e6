import type { Tx } from '@sluice/db'
import { ANEW, cancel, type JobRow, type WorkKind } from '@sluice/work'
import type { AggregateReport, Coverage, ReportBody, ReportGroup, ReportRow } from './contract.ts'

export interface ReportWork extends JobRow {
  readonly id: string
  readonly strategy_id: string
  readonly definition: ReportBody
  readonly version: number
  readonly requested_by: string
}

export interface StoredReport extends Omit<ReportWork, 'requested_by' | keyof JobRow> {
  readonly tenant_id: string
  readonly strategy_name: string
  readonly name: string
  readonly is_shared: boolean
  readonly owner_id: string
  readonly owner: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly state: AggregateReport['state']
  readonly total: string | null
  readonly done: string
  readonly failure: unknown
  readonly result_rows: number
  readonly result_version: number | null
  readonly computed_at: string | null
}

const SELECT = `
  select a.tenant_id, a.id, a.strategy_id, s.name as strategy_name, a.name, a.definition, a.is_shared, a.owner_id, a.version,
         coalesce(nullif(u.nickname, ''), u.username) as owner, a.created_at, a.updated_at, a.state, a.total, a.done,
         a.failure, a.result_rows, a.result_version, a.computed_at, count(*) over () as count
    from aggregate_report a join strategy s on s.tenant_id = a.tenant_id and s.id = a.strategy_id
    left join app_user u on u.tenant_id = a.tenant_id and u.id = a.owner_id
   where a.tenant_id = app_tenant()`

export interface ReportSearch {
  readonly strategyId: string
  readonly userId: string
  readonly pattern: string | null
  readonly isMine: boolean
  readonly sort: 'name' | '-name' | 'updated_at' | '-updated_at' | '-computed_at'
}

const orders: Readonly<Record<ReportSearch['sort'], string>> = {
  name: 'lower(a.name), a.id',
  '-name': 'lower(a.name) desc, a.id',
  updated_at: 'a.updated_at, a.id',
  '-updated_at': 'a.updated_at desc, a.id desc',
  '-computed_at': 'a.computed_at desc nulls last, a.id desc',
}

export const searchReports = (
  tx: Tx,
  { strategyId, userId, pattern, isMine, sort }: ReportSearch,
  limit: number,
  offset: number,
): Promise<(StoredReport & { readonly count: string })[]> =>
  tx.query(
    `${SELECT} and a.strategy_id = $1 and (a.owner_id = $2 or (a.is_shared and not $4::boolean))
       and ($3::text is null or a.name ilike $3 escape '\\')
     order by ${orders[sort]} limit $5 offset $6`,
    [strategyId, userId, pattern, isMine, limit, offset],
  )

/** One's own, or one that is shared. */
export async function findReport(tx: Tx, id: string, userId: string): Promise<StoredReport | undefined> {
  const rows = await tx.query<StoredReport>(`${SELECT} and a.id = $1 and (a.owner_id = $2 or a.is_shared)`, [
    id,
    userId,
  ])
  return rows[0]
}

export async function countReports(tx: Tx, strategyId: string, userId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from aggregate_report
      where tenant_id = app_tenant() and strategy_id = $1 and owner_id = $2`,
    [strategyId, userId],
  )
  return row?.count ?? 0
}

export interface NewReport {
  readonly id: string
  readonly strategyId: string
  readonly name: string
  readonly definition: ReportBody
  readonly isShared: boolean
  readonly ownerId: string
}

/** @throws unique violation where the owner has one of this name */
export const insertReport = (tx: Tx, report: NewReport): Promise<number> =>
  tx.execute(
    `insert into aggregate_report (id, strategy_id, name, definition, is_shared, owner_id) values ($1, $2, $3, $4, $5, $6)`,
    [report.id, report.strategyId, report.name, JSON.stringify(report.definition), report.isShared, report.ownerId],
  )

/** @throws unique violation where the owner has one of this name */
export const updateReport = (
  tx: Tx,
  { id, name, definition, isShared }: Pick<NewReport, 'id' | 'name' | 'definition' | 'isShared'>,
): Promise<number> =>
  tx.execute(
    `update aggregate_report set name = $2, is_shared = $4, updated_at = now(), definition = $3::jsonb,
            version = version + case when definition = $3::jsonb then 0 else 1 end
      where tenant_id = app_tenant() and id = $1`,
    [id, name, JSON.stringify(definition), isShared],
  )

export const deleteReport = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from aggregate_report where tenant_id = app_tenant() and id = $1', [id])

export async function listNames(tx: Tx, strategyId: string, userId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    'select name from aggregate_report where tenant_id = app_tenant() and strategy_id = $1 and owner_id = $2',
    [strategyId, userId],
  )
  return rows.map(row => row.name)
}

/** By whose clocks days of the tenant begin. */
export async function findTimeZone(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ time_zone: string }>('select time_zone from tenant where id = app_tenant()')
  return row?.time_zone ?? 'UTC'
}

/** Records of these states; null: of every state. They are counted already. */
export async function countStored(tx: Tx, strategyId: string, statuses: readonly number[] | null): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select coalesce(sum(count), 0) as count from record_count where tenant_id = app_tenant() and strategy_id = $1
        and ($2::smallint[] is null or status = any($2::smallint[]))`,
    [strategyId, statuses],
  )
  return Number(row?.count ?? 0)
}

/** Computations of one user that wait or go on. Two calls at once wait for each other. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('aggregate/' || $1, 0))`, [userId])
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from aggregate_report
      where tenant_id = app_tenant() and requested_by = $1 and state in ('queued', 'running')`,
    [userId],
  )
  return row?.count ?? 0
}

/** A report that is computed anew; what it showed stays until the new result is there. */
export const reportKind: WorkKind = {
  name: 'report',
  table: 'aggregate_report',
  columns: ['strategy_id', 'definition', 'version', 'requested_by'],
  order: 'updated_at',
  leaseMs: 60_000,
  counts: ['done'],
  startedAt: null,
  finishedAt: null,
}

export const queueReport = (tx: Tx, id: string, userId: string, total: number | null): Promise<number> =>
  tx.execute(
    `update aggregate_report set ${ANEW}, requested_by = $2, total = $3, done = 0
      where tenant_id = app_tenant() and id = $1 and state not in ('queued', 'running')`,
    [id, userId, total],
  )

export const cancelReport = (tx: Tx, id: string): Promise<number> =>
  cancel(tx, reportKind, 'w.tenant_id = app_tenant() and w.id = $1', [id])

/** What a result says beside its rows. */
export interface StoredResult {
  readonly definition: ReportBody
  readonly columns: readonly ReportGroup[]
  readonly left_out: number
  readonly total: ReportGroup
  readonly groups: number
  readonly coverage: Coverage
}

/** The rows of a result, in the place of those before. */
export async function keepRows(tx: Tx, id: string, rows: readonly ReportRow[]): Promise<void> {
  await tx.execute(
    'update aggregate_report set computed_at = clock_timestamp() where tenant_id = app_tenant() and id = $1',
    [id],
  )
  await tx.execute('delete from aggregate_row where tenant_id = app_tenant() and report_id = $1', [id])
  for (let at = 0; at < rows.length; at += 1000)
    await tx.execute(
      `insert into aggregate_row (report_id, ordinal, content)
       select $1, $2::int + r.at - 1, r.content::json from unnest($3::text[]) with ordinality r(content, at)`,
      [id, at, rows.slice(at, at + 1000).map(row => JSON.stringify(row))],
    )
}

export async function findResult(
  tx: Tx,
  id: string,
): Promise<{ readonly result: StoredResult; readonly computed_at: string } | undefined> {
  // never null: a result has its time
  const rows = await tx.query<{ result: StoredResult; computed_at: string }>(
    `select result, computed_at from aggregate_report
      where tenant_id = app_tenant() and id = $1 and result is not null`,
    [id],
  )
  const [row] = rows
  // What was computed before a definition named its edition was by the first.
  return row && { ...row, result: { ...row.result, definition: { ...FIRST, ...row.result.definition } } }
}

const FIRST = { edition: 1 as const }

export async function readRows(tx: Tx, id: string, limit: number, offset: number): Promise<ReportRow[]> {
  const rows = await tx.query<{ content: ReportRow }>(
    `select content from aggregate_row where tenant_id = app_tenant() and report_id = $1 and ordinal >= $3
      order by ordinal limit $2`,
    [id, limit, offset],
  )
  return rows.map(row => row.content)
}

/** Strategy groups of who asked: the report sees what they see. undefined: nobody by this id works here any more. */
export async function findGroups(tx: Tx, userId: string): Promise<{ readonly groups: string[] | null } | undefined> {
  const rows = await tx.query<{ groups: string[] | null }>(
    `select r.groups from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where u.tenant_id = app_tenant() and u.id = $1 and u.status = 'active'`,
    [userId],
  )
  return rows[0]
}
