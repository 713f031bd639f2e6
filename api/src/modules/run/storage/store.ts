import type { Tx } from '@sluice/db'
import { groupersSql, storageKind } from '@sluice/engine'
import { cancel } from '@sluice/work'

export interface TotalsRow {
  readonly records: string
  readonly pages: string
  readonly page_bytes: string
  readonly record_bytes: string
  readonly trace_bytes: string
  readonly archives: string
  readonly archive_bytes: string
  readonly quota_bytes: string | null
  readonly before_bytes: string | null
  readonly measured_at: string | null
}

/** Records from the counters, which are always true; the rest as it was measured last. */
export async function readTotals(tx: Tx): Promise<TotalsRow> {
  const [row] = await tx.query<TotalsRow>(
    `with latest as (select max(day) as day from storage_use where tenant_id = app_tenant()),
     use as (select u.* from storage_use u, latest where u.tenant_id = app_tenant() and u.day = latest.day),
     week as (select max(u.day) as day from storage_use u, latest where u.tenant_id = app_tenant() and u.day <= latest.day - 7)
     select (select coalesce(sum(count), 0)::bigint from record_count where tenant_id = app_tenant()) as records,
            coalesce(sum(pages), 0)::bigint as pages, coalesce(sum(page_bytes), 0)::bigint as page_bytes,
            coalesce(sum(record_bytes), 0)::bigint as record_bytes, coalesce(sum(trace_bytes), 0)::bigint as trace_bytes,
            max(measured_at) as measured_at,
            (select count(*) from archive_file where tenant_id = app_tenant()) as archives,
            (select coalesce(sum(size_bytes), 0)::bigint from archive_file where tenant_id = app_tenant()) as archive_bytes,
            (select storage_bytes from tenant_quota where tenant_id = app_tenant()) as quota_bytes,
            (select sum(page_bytes + record_bytes + trace_bytes)::bigint from storage_use u, week
              where u.tenant_id = app_tenant() and u.day = week.day) as before_bytes
       from use`,
  )
  return row! // an aggregate answers one row
}

export interface MaintenanceRow {
  readonly step: string | null
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly next_at: string
  readonly result: unknown
  readonly failure: unknown
}

export async function readMaintenance(tx: Tx): Promise<MaintenanceRow> {
  const [row] = await tx.query<MaintenanceRow>(
    `select case when lease_until > clock_timestamp() then step end as step, started_at, finished_at, next_at, result, failure
       from maintenance`,
  )
  return row! // made by the migration
}

export const listIndexes = (tx: Tx): Promise<{ name: string; fields: string[]; size_bytes: string }[]> =>
  tx.query(
    `select c.relname as name, pg_relation_size(c.oid) as size_bytes,
            (select array_agg(a.attname::text order by k.n) from unnest(i.indkey::int2[]) with ordinality k(at, n)
               join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.at) as fields
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid in ('record_state'::regclass, 'record_block'::regclass) order by c.relname`,
  )

export interface RetentionColumns {
  readonly finished_days: number | null
  readonly error_days: number | null
  readonly log_days: number | null
  readonly run_days: number | null
  readonly replaced_days: number | null
  readonly archive: boolean | null
}

export async function readRetention(tx: Tx, scopeId: string): Promise<RetentionColumns | undefined> {
  const rows = await tx.query<RetentionColumns>(
    `select finished_days, error_days, log_days, run_days, replaced_days, archive from retention
      where tenant_id = app_tenant() and scope_id = $1`,
    [scopeId],
  )
  return rows[0]
}

export async function saveRetention(tx: Tx, scopeId: string, rule: RetentionColumns): Promise<void> {
  await tx.execute(
    `insert into retention (scope_id, finished_days, error_days, log_days, run_days, replaced_days, archive)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, scope_id) do update set finished_days = excluded.finished_days, error_days = excluded.error_days,
       log_days = excluded.log_days, run_days = excluded.run_days, replaced_days = excluded.replaced_days,
       archive = excluded.archive, updated_at = now()`,
    [scopeId, rule.finished_days, rule.error_days, rule.log_days, rule.run_days, rule.replaced_days, rule.archive],
  )
}

export interface UseRow extends RetentionColumns {
  readonly strategy_id: string
  readonly strategy_name: string
  readonly records: string
  readonly pages: string
  readonly page_bytes: string
  readonly record_bytes: string
  readonly trace_bytes: string
  readonly oldest: string | null
  readonly newest: string | null
  readonly archives: string
  readonly archive_bytes: string
  readonly grouped_by: readonly string[]
  readonly total: string
}

export const searchUse = (tx: Tx, pattern: string | null, limit: number, offset: number): Promise<UseRow[]> =>
  tx.query<UseRow>(
    `select s.id as strategy_id, s.name as strategy_name,
            (select coalesce(sum(c.count), 0)::bigint from record_count c where c.tenant_id = s.tenant_id and c.strategy_id = s.id) as records,
            coalesce(u.pages, 0) as pages, coalesce(u.page_bytes, 0) as page_bytes,
            coalesce(u.record_bytes, 0) as record_bytes, coalesce(u.trace_bytes, 0) as trace_bytes, u.oldest, u.newest,
            a.archives, a.archive_bytes, k.finished_days, k.error_days, k.log_days, k.run_days, k.replaced_days, k.archive,
            array(select g.name ${groupersSql('s')} order by g.name) as grouped_by,
            count(*) over () as total
       from strategy s
       left join storage_use u on u.tenant_id = s.tenant_id and u.strategy_id = s.id
        and u.day = (select max(day) from storage_use where tenant_id = app_tenant())
       left join retention k on k.tenant_id = s.tenant_id and k.scope_id = s.id
       cross join lateral (select count(*) as archives, coalesce(sum(size_bytes), 0)::bigint as archive_bytes
         from archive_file f where f.tenant_id = s.tenant_id and f.strategy_id = s.id) a
      where s.tenant_id = app_tenant() and ($1::text is null or s.name ilike $1)
      order by coalesce(u.page_bytes + u.record_bytes + u.trace_bytes, 0) desc, s.name, s.id
      limit $2 offset $3`,
    [pattern, limit, offset],
  )

export async function findStrategyName(tx: Tx, id: string): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>(
    'select name from strategy where tenant_id = app_tenant() and id = $1',
    [id],
  )
  return rows[0]?.name
}

export interface ArchiveRow {
  readonly id: string
  readonly strategy_id: string
  readonly strategy_name: string | null
  readonly path: string
  readonly pages: number
  readonly records: string
  readonly size_bytes: string
  readonly file_sha256: Buffer
  readonly oldest: string
  readonly newest: string
  readonly created_at: string
  readonly restored_until: string | null
  readonly total: string
}

const ARCHIVES = `select f.id, f.strategy_id, s.name as strategy_name, f.path, f.pages, f.records, f.size_bytes, f.file_sha256,
    f.oldest, f.newest, f.created_at, case when f.restored_until > now() then f.restored_until end as restored_until,
    count(*) over () as total
  from archive_file f left join strategy s on s.tenant_id = f.tenant_id and s.id = f.strategy_id
  where f.tenant_id = app_tenant()`

export const searchArchives = (
  tx: Tx,
  strategyId: string | null,
  limit: number,
  offset: number,
): Promise<ArchiveRow[]> =>
  tx.query<ArchiveRow>(
    `${ARCHIVES} and ($1::uuid is null or f.strategy_id = $1) order by f.created_at desc, f.id desc limit $2 offset $3`,
    [strategyId, limit, offset],
  )

export async function findArchive(tx: Tx, id: string): Promise<ArchiveRow | undefined> {
  return (await tx.query<ArchiveRow>(`${ARCHIVES} and f.id = $1`, [id]))[0]
}

export interface JobRow {
  readonly id: string
  readonly kind: 'clean' | 'archive' | 'restore'
  readonly condition: { readonly kind?: string }
  readonly strategy_id: string
  readonly strategy_name: string | null
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly total: string
  readonly done: string
  readonly freed_bytes: string
  readonly failure: unknown
  readonly created_at: string
  readonly finished_at: string | null
  readonly count: string
}

const JOBS = `select j.id, j.kind, j.condition, j.strategy_id, s.name as strategy_name, j.state, j.total, j.done, j.freed_bytes,
    j.failure, j.created_at, j.finished_at, count(*) over () as count
  from storage_job j left join strategy s on s.tenant_id = j.tenant_id and s.id = j.strategy_id
  where j.tenant_id = app_tenant()`

export const searchJobs = (tx: Tx, limit: number, offset: number): Promise<JobRow[]> =>
  tx.query<JobRow>(`${JOBS} order by j.created_at desc, j.id desc limit $1 offset $2`, [limit, offset])

export async function findJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  return (await tx.query<JobRow>(`${JOBS} and j.id = $1`, [id]))[0]
}

/** false: it has ended. */
export const cancelJob = async (tx: Tx, id: string): Promise<boolean> =>
  (await cancel(tx, storageKind, 'w.tenant_id = app_tenant() and w.id = $1', [id])) > 0
