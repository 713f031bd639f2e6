import { type Counts, type FailureDetail, RecordState, recordStandings } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import {
  BLOCKS_BETWEEN,
  type BlockKeys,
  blockValues,
  INSERT_BLOCK,
  KNOWN_IN_BLOCKS,
  type StateLines,
  toStateLines,
  unfoldKeys,
} from './block-rows.ts'
import type { PageRef } from './page-rows.ts'
import {
  type CheckpointRow,
  type CheckpointState,
  checkpointSql,
  checkpointValues,
  type Holder,
  readCheckpoint,
} from './run-rows.ts'

type Owner = Pick<Holder, 'tenantId' | 'strategyId'>

export interface KnownRecord {
  readonly key: string
  readonly id: string
  readonly hash: Buffer
  readonly status: RecordState
  readonly attempts: number
  readonly generation: number
  /** The run that tried it last, where its content was not written and may be tried again; else null. */
  readonly tried_by: string | null
  /** Run that settled it last. */
  readonly run_id: string
}

/**
 * Known not to be written, that of a run that broke off too (queued by another run than the one that lives). What is
 * ignored, cancelled or unanswered is a person's.
 */
export const UNWRITTEN = [...recordStandings.error, ...recordStandings.retrying, RecordState.queued] as const
const TRIED_BY = `case when status in (${UNWRITTEN}) then run_id end as tried_by`

/**
 * One probe of the primary key per wanted key. `key = any(…)` became a prefix scan with a filter on PostgreSQL 15,
 * and a generic plan made on an empty table was 14 times slower; the LATERAL form keeps its plan.
 */
const PROBE = `select s.key, s.id, s.hash, s.status, s.attempts, s.generation, s.tried_by, s.run_id
  from unnest($3::text[]) k(key) cross join lateral (
    select key, id, hash, status, attempts, generation, ${TRIED_BY}, run_id from record_state
    where tenant_id = $1 and strategy_id = $2 and key = k.key collate "C" limit 1`

export function findKnown(tx: Tx, owner: Owner, keys: readonly string[]): Promise<KnownRecord[]> {
  return tx.query<KnownRecord>(`${PROBE}) s union all ${KNOWN_IN_BLOCKS}`, [owner.tenantId, owner.strategyId, keys], {
    name: 'record_known',
  })
}

/** Keys of a page, by the database's order, and the lengths that occur. */
export interface KeySpan {
  readonly first: string
  readonly last: string
  readonly lengths: readonly number[]
}

/**
 * Rows and blocks whose keys lie in a span, at most so many: where a source reads in the order of its key this is one
 * short scan, empty on a first load, in place of a probe per key (1.9 µs each, Node's part included).
 */
export async function findKnownBetween(
  tx: Tx,
  owner: Owner,
  { first, last, lengths }: KeySpan,
  limits: { readonly rows: number; readonly blocks: number },
): Promise<{ readonly rows: readonly KnownRecord[]; readonly blocks: readonly BlockKeys[] }> {
  const found = await tx.query<KnownRecord | BlockRow>(
    BETWEEN,
    [owner.tenantId, owner.strategyId, first, last, limits.rows, lengths, limits.blocks],
    { name: 'record_between' },
  )
  const rows: KnownRecord[] = []
  const blocks: BlockKeys[] = []
  for (const row of found) {
    if ('key' in row && row.key !== null) rows.push(row)
    else blocks.push(row as BlockRow)
  }
  return { rows, blocks }
}

interface BlockRow extends BlockKeys {
  readonly key: null
}

const BETWEEN = `(select key, id, hash, status, attempts, generation, ${TRIED_BY}, run_id, null::bigint as first_id, null::text as keys,
    null::bytea as hashes from record_state
   where tenant_id = $1 and strategy_id = $2 and key >= $3 and key <= $4 order by key limit $5)
  union all
  select null, null, null, null, null, null, null, run_id, first_id, keys, hashes from (${BLOCKS_BETWEEN}) b`

/** Where the newest evidence of these keys lies. */
export function findPlaces(
  tx: Tx,
  owner: Owner,
  keys: readonly string[],
): Promise<{ key: string; id: string; page_id: string; page_at: string; ordinal: number }[]> {
  return tx.query(
    `select s.key, s.id, s.page_id, s.page_at, s.ordinal from unnest($2::text[]) k(key)
       cross join lateral find_record_by_key($1, k.key) s`,
    [owner.strategyId, keys],
  )
}

/** Of these pages those that landed in this very run. */
export async function isOfRun(
  tx: Tx,
  { tenantId, runId }: Pick<Holder, 'tenantId' | 'runId'>,
  places: readonly { readonly page_id: string; readonly page_at: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `select distinct p.id from json_to_recordset($3::json) as w(page_id bigint, page_at timestamptz)
       join page p on p.tenant_id = $1 and p.id = w.page_id and p.created_at = w.page_at where p.run_id = $2`,
    [tenantId, runId, JSON.stringify(places)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether the run met content that no run before it had tried. */
export async function hasFirstTries(tx: Tx, { tenantId, strategyId, runId }: Holder): Promise<boolean> {
  const rows = await tx.query(
    `select 1 where exists (select from record_block where tenant_id = $1 and strategy_id = $2 and run_id = $3)
        or exists (select from record_state where tenant_id = $1 and strategy_id = $2 and run_id = $3 and attempts <= 1)`,
    [tenantId, strategyId, runId],
  )
  return rows.length > 0
}

/** As `findKnown` with the rows locked, in key order so that two lockers cannot wait for each other. */
export async function lockKnown(tx: Tx, owner: Owner, keys: readonly string[]): Promise<KnownRecord[]> {
  await unfoldKeys(tx, owner, keys)
  return tx.query<KnownRecord>(`${PROBE} for update) s`, [owner.tenantId, owner.strategyId, [...keys].sort()], {
    name: 'record_lock',
  })
}

/** What identifies a record and where it is on its page. */
interface Identified {
  readonly key: string
  /** Hex. */
  readonly hash: string
  readonly ordinal: number
  readonly number: string | null
}

/** A record that the target took at its first try and that was never stored before. */
export interface FreshRow {
  readonly record: Identified
  readonly targetKey: string | null
  /** That mapped it; absent: the page's. */
  readonly version?: number
}

const INSERT_FINISHED = `insert into record_state (tenant_id, strategy_id, run_id, page_id, page_at, version, id, key, hash,
    ordinal, number, target_key, status, attempts)
  select $1, $4, $2, $5, $6, coalesce(v, $7), nextval('record_id'), k, decode(h, 'hex'), o, n, t, 2, 1
  from json_to_recordset($8::json) as r(k text, h text, o int, n text, t text, v int)`

const toStateJson = (rows: readonly FreshRow[]): string =>
  JSON.stringify(
    rows.map(({ record: { key, hash, ordinal, number }, targetKey, version }) =>
      number === null && targetKey === null && version === undefined
        ? { k: key, h: hash, o: ordinal }
        : { k: key, h: hash, o: ordinal, n: number, t: targetKey, v: version },
    ),
  )

/**
 * All new and all finished. Rows/s of 1,000-row pages under row-level security on PostgreSQL 15 (4 rounds, medians):
 * json_to_recordset 114,000 with 0.7 µs of Node each; unnest of own literals 119,000 with 1.2; unnest by the driver's
 * arrays 104,000 with 1.2; COPY into a temporary table and INSERT … SELECT 88,000 with 1.3.
 */
export async function insertFinished(
  tx: Tx,
  holder: Holder,
  page: PageRef,
  version: number,
  rows: readonly FreshRow[],
): Promise<void> {
  if (rows.length === 0) return
  // $3, the fence, has no place here; the cast says its type.
  const { tenantId, runId, fence, strategyId } = holder
  await tx.execute(
    `${INSERT_FINISHED} where $3::bigint is not null`,
    [tenantId, runId, fence, strategyId, page.id, page.at, version, toStateJson(rows)],
    { name: 'record_insert' },
  )
}

/** As `INSERT_FINISHED` where there is nothing to tell but keys and numbers: two texts of lines, and the hashes as bytes. */
const INSERT_PLAIN = `insert into record_state (tenant_id, strategy_id, run_id, page_id, page_at, version, id, key, hash,
    ordinal, number, status, attempts)
  select $1, $4, $2, $5, $6, $7, nextval('record_id'), k, substr($10::bytea, 16 * o::int - 15, 16), $11::int + o::int - 1,
    n, 2, 1
  from rows from (string_to_table($8, E'\\n'), string_to_table($9, E'\\n')) with ordinality as r(k, n, o)`

const plainValues = (lines: StateLines): unknown[] => [lines.keys, lines.numbers, lines.hashes, lines.firstOrdinal]

/** The statement around one of the inserts, whose parameters end before `at`. `stored`: it may have inserted nothing. */
const finishSql = (insert: string, at: number, stored = ''): string => `with stored as (${insert}),
  counted as (insert into record_count as c (tenant_id, strategy_id, status, count)
    select $1, $4, 2, $${at}::bigint where true ${stored}
    on conflict (tenant_id, strategy_id, status) do update set count = c.count + excluded.count),
  paged as (update page set result = $${at + 1}, status = 1, settled_at = clock_timestamp()
    where tenant_id = $1 and id = $5 and created_at = $6 ${stored})
  ${checkpointSql(at + 2, stored)}`
const FINISH_PAGE = finishSql(INSERT_FINISHED, 9)
const FINISH_PLAIN = finishSql(INSERT_PLAIN, 12)
const FINISH_BLOCK = finishSql(INSERT_BLOCK, 21, 'and exists (select from stored)')

export interface FinishedPage {
  readonly ref: PageRef
  readonly version: number
  readonly rows: readonly FreshRow[]
  readonly result: Buffer
  readonly delta: Partial<Counts>
  /** Fewer records than this become rows. */
  readonly smallestBlock: number
}

/**
 * The everyday page in one round trip instead of four: states, counter, result and checkpoint. Lines instead of
 * JSON took two fifths off PostgreSQL's CPU for a row without its primary key, a block nine tenths of what was left.
 * @throws FencedError
 */
export async function finishPage(tx: Tx, holder: Holder, page: FinishedPage): Promise<CheckpointState> {
  const { ref, version, rows, result, delta, smallestBlock } = page
  const { tenantId, runId, fence, strategyId } = holder
  const head = [tenantId, runId, fence, strategyId, ref.id, ref.at, version]
  const rest = [rows.length, result, ...checkpointValues({ delta })]
  const run = (name: string, sql: string, values: readonly unknown[]): Promise<CheckpointRow[]> =>
    tx.query<CheckpointRow>(sql, [...head, ...values, ...rest], { name })
  const lines = toStateLines(rows)
  if (lines?.bounds && lines.count >= smallestBlock) {
    const [row] = await run('page_finish_block', FINISH_BLOCK, blockValues(lines))
    // No answer: keys of others between these, or the run is no longer ours, which the next statement tells.
    if (row) return readCheckpoint(row)
  }
  if (lines && lines.targetKeys === null && lines.versions === null)
    return readCheckpoint((await run('page_finish_plain', FINISH_PLAIN, plainValues(lines)))[0])
  return readCheckpoint((await run('page_finish', FINISH_PAGE, [toStateJson(rows)]))[0])
}

export interface StateRow extends Identified {
  readonly page: PageRef
  readonly targetKey: string | null
  readonly status: RecordState
  readonly attempts: number
  readonly version: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  /** The cause it is in error for; triggers keep the count of its group. */
  readonly errorGroup: string | null
  readonly retryAt: string | null
  readonly isDeleted: boolean
  readonly generation: number
}

/** Rows that exist, or did not finish. `existed` tells a caller that believed a key new. */
export async function upsertRecords(
  tx: Tx,
  holder: Holder,
  rows: readonly StateRow[],
): Promise<{ readonly id: string; readonly key: string; readonly existed: boolean }[]> {
  if (rows.length === 0) return []
  return tx.query(
    `insert into record_state as s (tenant_id, strategy_id, run_id, id, key, hash, page_id, page_at, ordinal, number, status,
       attempts, version, error_code, error_message, error_group, target_key, retry_at, is_deleted, generation)
     select $1, $2, $3, nextval('record_id'), k, decode(h, 'hex'), p, pa, o, n, st, a, v, ec, em, eg, t, ra, coalesce(d, false),
       coalesce(g, 0)
     from json_to_recordset($4::json) as r(k text, h text, p bigint, pa timestamptz, o int, n text, st smallint, a smallint,
       v int, ec text, em text, eg uuid, t text, ra timestamptz, d boolean, g int)
     on conflict (tenant_id, strategy_id, key) do update set run_id = excluded.run_id, hash = excluded.hash,
       page_id = excluded.page_id, page_at = excluded.page_at, ordinal = excluded.ordinal, number = excluded.number,
       status = excluded.status, attempts = excluded.attempts, version = excluded.version,
       error_code = excluded.error_code, error_message = excluded.error_message, error_group = case
         when excluded.error_code in ('record.ignored', 'record.unresolved') then s.error_group else excluded.error_group end,
       target_key = coalesce(excluded.target_key, s.target_key), retry_at = excluded.retry_at,
       is_deleted = excluded.is_deleted, generation = excluded.generation, updated_at = now()
     returning id, key, xmax <> 0 as existed`,
    [holder.tenantId, holder.strategyId, holder.runId, JSON.stringify(rows.map(toJsonRow))],
    { name: 'record_upsert' },
  )
}

const toJsonRow = (row: StateRow): object => ({
  k: row.key,
  h: row.hash,
  p: row.page.id,
  pa: row.page.at,
  o: row.ordinal,
  n: row.number,
  st: row.status,
  a: row.attempts,
  v: row.version,
  ec: row.errorCode,
  em: row.errorMessage,
  ...(row.errorGroup === null ? {} : { eg: row.errorGroup }),
  t: row.targetKey,
  ra: row.retryAt,
  ...(row.isDeleted ? { d: true } : {}),
  ...(row.generation === 0 ? {} : { g: row.generation }),
})

export interface AttemptRow {
  readonly recordId: string
  readonly attempt: number
  readonly status: RecordState
  readonly version: number
  readonly request: string | null
  readonly response: string | null
  readonly failure: FailureDetail | null
}

export async function addAttempts(tx: Tx, holder: Holder, rows: readonly AttemptRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    `insert into record_attempt (tenant_id, strategy_id, run_id, record_id, attempt, status, version, request, response, failure)
     select $1, $2, $3, "recordId", attempt, status, version, request, response, failure
     from json_to_recordset($4::json) as r("recordId" bigint, attempt smallint, status smallint, version int,
       request text, response text, failure jsonb)`,
    [holder.tenantId, holder.strategyId, holder.runId, JSON.stringify(rows)],
  )
}

/** Moves the counters of a strategy's states; in code order, so that two movers cannot wait for each other. */
export async function moveCounts(tx: Tx, owner: Owner, deltas: ReadonlyMap<RecordState, number>): Promise<void> {
  const moved = [...deltas].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)
  if (moved.length === 0) return
  await tx.execute(
    `insert into record_count as c (tenant_id, strategy_id, status, count)
     select $1, $2, s, n from json_to_recordset($3::json) as r(s smallint, n bigint) order by s
     on conflict (tenant_id, strategy_id, status) do update set count = c.count + excluded.count`,
    [owner.tenantId, owner.strategyId, JSON.stringify(moved.map(([status, count]) => ({ s: status, n: count })))],
    { name: 'record_count_move' },
  )
}
