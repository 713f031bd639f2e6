import { NEWEST_EDITION, newId, RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { cancel, type JobRow, type WorkKind } from '@sluice/work'
import type { ReportConditions } from '../aggregate/report.ts'
import { REHEARSAL_CHANNEL } from '../sql/channels.ts'
import type { RecordPlace } from '../stage/read-originals.ts'
import { toPath } from './compare-data.ts'
import type { Comparison, RecordDifference, RehearsalRequest } from './rehearsals.ts'

/** What a draft would do with records that are there. */
export const rehearsalKind: WorkKind = {
  name: 'rehearsal',
  table: 'rehearsal',
  columns: [
    ...['strategy_id', 'base_version', 'config', 'compares', 'reports', 'maps', 'max_records', 'since', 'cursor_at'],
    ...['cursor_id', 'total', 'examined', 'summary', 'requested_by'],
  ],
  leaseMs: 60_000,
  counts: ['examined'],
  startedAt: null,
  finishedAt: 'finished_at',
}

/** A rehearsal in the hand of one process. */
export interface RehearsalWork extends JobRow {
  readonly id: string
  readonly strategy_id: string
  readonly base_version: number
  readonly config: unknown
  /** null: with what was written. */
  readonly compares: Comparison | null
  readonly reports: readonly NamedReport[]
  /** Version by value map. */
  readonly maps: Readonly<Record<string, number>>
  readonly max_records: number
  readonly since: string
  readonly cursor_at: string
  readonly cursor_id: string
  readonly total: string | null
  readonly examined: string
  readonly summary: string | null
  readonly requested_by: string | null
}

/** A report of an older edition, whose conditions may choose otherwise in the newest. */
export interface NamedReport extends ReportConditions {
  readonly name: string
  readonly side: 'source' | 'mapped'
}

const OPEN = `state in ('queued', 'running')`
/** Of one strategy; older ones make room. */
const KEEP = 10

export async function insertJob(tx: Tx, request: RehearsalRequest, nowMs: number): Promise<string> {
  const { tenantId, strategyId, compares = null } = request
  const id = newId(nowMs)
  await tx.execute(
    `delete from rehearsal where tenant_id = $1 and strategy_id = $2 and (compares is null) = $3 and not ${OPEN} and id not in (
       select id from rehearsal where tenant_id = $1 and strategy_id = $2 and (compares is null) = $3
        order by created_at desc limit ${KEEP - 1})`,
    [tenantId, strategyId, compares === null],
  )
  await tx.execute(
    `insert into rehearsal (tenant_id, id, strategy_id, base_version, revision, config, maps, adapters,
       days, max_records, since, requested_by, compares, reports)
     select $1, $2, $3, $4, $5, $6, coalesce((select jsonb_object_agg(id, version) from value_map where tenant_id = $1), '{}'),
       coalesce((select jsonb_object_agg(id, published_version) from adapter
         where tenant_id = $1 and published_version is not null), '{}'),
       $7::int, $8, now() - make_interval(days => $7::int), $9, $10,
       case when $10 = 'edition' then (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'side', definition -> 'side',
           'expand', definition -> 'expand', 'conditions', definition -> 'conditions', 'edition', (definition ->> 'edition')::int) order by id), '[]')
         from aggregate_report where tenant_id = $1 and strategy_id = $3 and (definition ->> 'edition')::int < $11
           and jsonb_array_length(definition -> 'conditions') > 0) else '[]' end`,
    [
      tenantId,
      id,
      strategyId,
      request.baseVersion,
      request.revision,
      JSON.stringify(request.config),
      request.days,
      request.maxRecords,
      request.userId,
      compares,
      NEWEST_EDITION,
    ],
  )
  await tx.query('select pg_notify($1, $2)', [REHEARSAL_CHANNEL, ''])
  return id
}

export const cancelJob = (tx: Tx, tenantId: string, id: string): Promise<number> =>
  cancel(tx, rehearsalKind, 'w.tenant_id = $1 and w.id = $2', [tenantId, id])

/** Finished or with an end of their own; those that wait have nothing yet to be compared with. */
const EXAMINED = [
  RecordState.finished,
  RecordState.error,
  RecordState.negativeStock,
  RecordState.masterDataError,
  RecordState.retrying,
  RecordState.unknown,
]

/** How many records there are to examine, counted no further than asked for. */
export async function countTotal(tx: Tx, job: RehearsalWork): Promise<number> {
  const [row] = await tx.query<{ total: string }>(
    `select (select count(*) from (select from record_state where tenant_id = $1 and strategy_id = $2 and ordinal >= 0
         and updated_at >= $3 and updated_at < $4 and status = any ($5::smallint[]) and not is_deleted limit $6) r)
       + coalesce((select sum(record_count) from record_block
           where tenant_id = $1 and strategy_id = $2 and created_at >= $3 and created_at < $4), 0) as total`,
    [job.tenant_id, job.strategy_id, job.since, job.cursor_at, EXAMINED, job.max_records],
  )
  return Number(row?.total ?? 0)
}

export interface ChosenRecord extends RecordPlace {
  readonly key: string
  readonly number: string | null
  readonly hash: Buffer
  readonly status: number
  readonly version: number
  readonly run_id: string
  readonly updated_at: string
  readonly attempts: number
  readonly target_key: string | null
}

/**
 * The next records down the index by time, single rows and blocks alike. A record that is written again meanwhile moves
 * above the place where the walk began: it is never met twice.
 */
export const chooseRecords = (
  tx: Tx,
  job: Pick<RehearsalWork, 'tenant_id' | 'strategy_id' | 'since' | 'cursor_at' | 'cursor_id'>,
  limit: number,
): Promise<ChosenRecord[]> =>
  tx.query<ChosenRecord>(
    `select r.* from (
       (select id, key, number, hash, status, version, run_id, updated_at, page_id, page_at, ordinal, attempts, target_key from record_state
         where tenant_id = $1 and strategy_id = $2 and ordinal >= 0 and status = any ($6::smallint[]) and not is_deleted
           and updated_at >= $3 and updated_at <= $4 and (updated_at, id) < ($4, $5::bigint)
         order by updated_at desc, id desc limit $7)
       union all
       (select r.id, r.key, r.number, r.hash, r.status, r.version, r.run_id, r.updated_at, r.page_id, r.page_at, r.ordinal,
               r.attempts, r.target_key
          from record_block b cross join lateral open_block(b) r
         where b.tenant_id = $1 and b.strategy_id = $2 and b.created_at >= $3 and b.created_at <= $4
           and (b.created_at, r.id) < ($4, $5::bigint)
         order by b.created_at desc, r.id desc limit $7)) r
      order by updated_at desc, id desc limit $7`,
    [job.tenant_id, job.strategy_id, job.since, job.cursor_at, job.cursor_id, EXAMINED, limit],
  )

/** What was sent at the last try of the run that holds the record now, where that is kept. JSON text by record id. */
export async function readSent(
  tx: Tx,
  job: RehearsalWork,
  records: readonly ChosenRecord[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ record_id: string; request: string }>(
    `select r.id as record_id, a.request from unnest($2::bigint[], $3::uuid[]) r(id, run_id)
      cross join lateral (select request from record_attempt
         where tenant_id = $1 and record_id = r.id and run_id = r.run_id order by id desc limit 1) a
      where a.request is not null`,
    [job.tenant_id, records.map(record => record.id), records.map(record => record.run_id)],
  )
  return new Map(rows.map(row => [row.record_id, row.request]))
}

export async function insertDifferences(
  tx: Tx,
  job: RehearsalWork,
  from: number,
  differences: readonly RecordDifference[],
): Promise<void> {
  if (differences.length === 0) return
  await tx.execute(
    `insert into rehearsal_difference (tenant_id, rehearsal_id, strategy_id, ordinal, record_id, key, number, status, version,
       kind, paths, fields, problems)
     select $1, $2, $3, o, i, k, n, s, v, t, array(select json_array_elements_text(a)), f, p
       from json_to_recordset($4::json) as r(o int, i bigint, k text, n text, s smallint, v int, t text, a json, f text, p text)`,
    [
      job.tenant_id,
      job.id,
      job.strategy_id,
      JSON.stringify(differences.map((each, index) => toRow(each, from + index))),
    ],
  )
}

const toRow = (each: RecordDifference, ordinal: number) => ({
  o: ordinal,
  i: each.recordId,
  k: each.key,
  n: each.number,
  s: each.status,
  v: each.version,
  t: each.kind,
  a: [...new Set([...each.fields, ...each.problems].map(({ field }) => toPath(field)))],
  f: JSON.stringify(each.fields),
  p: JSON.stringify(each.problems),
})
