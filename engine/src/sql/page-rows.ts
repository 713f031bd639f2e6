import type { FailureDetail } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import {
  type Checkpoint,
  type CheckpointState,
  checkpointSql,
  checkpointValues,
  type Holder,
  type JoinedCheckpoint,
  readCheckpoint,
} from './run-rows.ts'

/** Where a page is. Its time is part of the key because pages are partitioned by it. */
export interface PageRef {
  readonly id: string
  readonly at: string
}

export interface NewPage {
  readonly recordCount: number
  readonly version: number
  readonly request: string | null
  readonly body: Buffer
  readonly raw: Buffer | null
  readonly result: Buffer
  /** Nothing in it is to be written. */
  readonly isSettled: boolean
}

const INSERT_PAGE = `insert into page (tenant_id, run_id, strategy_id, record_count, version, request, body, raw, result,
    status, settled_at, created_at)
  values ($1, $2, $4, $5, $6, $7, $8, $9, $10, case when $11::boolean then 1 else 0 end,
    case when $11::boolean then clock_timestamp() end, clock_timestamp())`

const pageValues = (holder: Holder, page: NewPage): unknown[] => [
  holder.tenantId,
  holder.runId,
  holder.fence,
  holder.strategyId,
  page.recordCount,
  page.version,
  page.request,
  page.body,
  page.raw,
  page.result,
  page.isSettled,
]

/** One of several parts of an answered page; the checkpoint follows the last. */
export async function insertPage(tx: Tx, holder: Holder, page: NewPage): Promise<PageRef> {
  const [row] = await tx.query<PageColumns>(
    `with fence as (select $3::bigint) ${INSERT_PAGE} returning id, created_at`,
    pageValues(holder, page),
    { name: 'page_insert' },
  )
  return toRef(row)
}

interface PageColumns {
  readonly id: string
  readonly created_at: string
}

function toRef(row: PageColumns | undefined): PageRef {
  if (!row) throw new Error('inserting a page: no row came back')
  return { id: row.id, at: row.created_at }
}

const LAND_PAGE = `with landed as (${INSERT_PAGE} returning id, created_at), moved as (${checkpointSql(12)})
  select landed.id, landed.created_at, moved.state, moved.counts from landed left join moved on true`

/** The everyday page, an answer in one part: page and checkpoint in one round trip. @throws FencedError */
export async function landWholePage(
  tx: Tx,
  holder: Holder,
  page: NewPage,
  move: Checkpoint,
): Promise<{ readonly ref: PageRef; readonly state: CheckpointState }> {
  const values = [...pageValues(holder, page), ...checkpointValues(move)]
  const [row] = await tx.query<PageColumns & JoinedCheckpoint>(LAND_PAGE, values, { name: 'page_land' })
  return { ref: toRef(row), state: readCheckpoint(row) }
}

/** `isSettled` false: only what became of it so far, because a write is about to begin. */
export async function writePageResult(
  tx: Tx,
  tenantId: string,
  page: PageRef,
  result: Buffer,
  isSettled: boolean,
): Promise<void> {
  await tx.execute(
    `update page set result = $4, status = case when $5::boolean then 1 else status end,
       settled_at = case when $5::boolean then clock_timestamp() else settled_at end
     where tenant_id = $1 and id = $2 and created_at = $3`,
    [tenantId, page.id, page.at, result, isSettled],
    { name: 'page_result' },
  )
}

export interface StoredPage {
  readonly id: string
  readonly created_at: string
  readonly body: Buffer
  readonly result: Buffer | null
  readonly request: string | null
  readonly version: number
  readonly run_id: string
}

/** The oldest page of a run that has landed and not settled, after `afterId`. By its time, so that older days are not looked into. */
export async function findOpenPage(tx: Tx, holder: Holder, afterId: string): Promise<StoredPage | null> {
  const [row] = await tx.query<StoredPage>(
    `select id, created_at, body, result, request, version, run_id from page
     where tenant_id = $1 and run_id = $2 and status = 0 and id > $3
       and created_at >= (select created_at - interval '1 day' from run where tenant_id = $1 and id = $2)
     order by id limit 1`,
    [holder.tenantId, holder.runId, afterId],
  )
  return row ?? null
}

export async function findPage(tx: Tx, tenantId: string, page: PageRef): Promise<StoredPage | null> {
  const [row] = await tx.query<StoredPage>(
    `select id, created_at, body, result, request, version, run_id from page
     where tenant_id = $1 and id = $2 and created_at = $3`,
    [tenantId, page.id, page.at],
    { name: 'page_find' },
  )
  return row ?? null
}

export interface RejectedRow {
  readonly ordinal: number
  /** What it holds in the increment field; null where that cannot be told. */
  readonly place: string | null
  /** By which it is found at the source; null where that cannot be told. */
  readonly key: string | null
  readonly failure: FailureDetail
}

export async function addRejectedRows(
  tx: Tx,
  holder: Holder,
  page: PageRef,
  rows: readonly RejectedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    `insert into rejected_row (tenant_id, strategy_id, run_id, page_id, ordinal, failure, place, key)
     select $1, $2, $3, $4, o, f, p, k from json_to_recordset($5::json) as r(o int, f jsonb, p text, k text)`,
    [
      holder.tenantId,
      holder.strategyId,
      holder.runId,
      page.id,
      JSON.stringify(rows.map(row => ({ o: row.ordinal, f: row.failure, p: row.place, k: row.key }))),
    ],
  )
}

/** Where the refused rows of a run lie, each place once; null stands for all whose place nobody knows. */
export async function listRejectedPlaces(
  tx: Tx,
  { tenantId, runId }: Holder,
  leftOut: readonly string[],
): Promise<readonly (string | null)[]> {
  const rows = await tx.query<{ place: string | null }>(
    `select distinct place from rejected_row where tenant_id = $1 and run_id = $2 and failure ->> 'code' <> all($3::text[])`,
    [tenantId, runId, leftOut],
  )
  return rows.map(({ place }) => place)
}
