import { Failure, type RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import { moveCounts } from '../../sql/record-rows.ts'
import { adoptUngrouped } from '../../stage/adopt-ungrouped.ts'
import { packLines } from '../../stage/page-codec.ts'
import { type ArchiveWorld, requireEqual } from './archive-pages.ts'
import type { ArchiveRow } from './archive-row.ts'
import { hashFile, readArchive } from './read-archive.ts'

export interface StoredArchive {
  readonly id: string
  readonly strategy_id: string
  readonly path: string
  readonly records: string
  readonly content_sha256: Buffer
  readonly file_sha256: Buffer
}

/** Restored pages stay at least this long, whatever the rules say. */
const KEPT_DAYS = 30

/**
 * Pages come back under their old number and time, so that their records find them again; records that were deleted
 * since come back as they were. What is there already is left alone, so a restore may be repeated.
 * @returns pages and records that came back
 */
export async function restoreArchive(
  world: ArchiveWorld,
  tenantId: string,
  archive: StoredArchive,
  onPages: (pages: number) => Promise<void>,
): Promise<{ pages: number; records: number }> {
  const { files } = world
  const { sha256 } = await hashFile(files, archive.path).catch(cause => {
    throw lost(cause)
  })
  if (!sha256.equals(archive.file_sha256)) throw lost()
  await requireEqual(files, archive.path, { records: Number(archive.records), contentSha256: archive.content_sha256 })
  const back = { pages: 0, records: 0 }
  for await (const rows of readArchive(files, archive.path)) {
    const pages = [...Map.groupBy(rows, row => `${row.page_id}/${row.page_at}`).values()]
    const packed = await Promise.all(pages.map(packPage))
    const records = rows.filter(row => row.record_id !== null)
    await world.inTenant(tenantId, async tx => {
      for (const page of packed) back.pages += await insertPage(tx, archive.strategy_id, page)
      back.records += await insertRecords(tx, tenantId, archive.strategy_id, records)
    })
    await onPages(pages.length)
  }
  await world.inTenant(tenantId, tx =>
    tx.execute(
      `update archive_file set restored_at = now(), restored_until = now() + make_interval(days => $3)
        where tenant_id = $1 and id = $2`,
      [tenantId, archive.id, KEPT_DAYS],
    ),
  )
  return back
}

const lost = (cause?: unknown): Failure =>
  new Failure({
    code: 'archive.lost',
    message: 'The file of this archive is missing or was changed, so it cannot be restored.',
    advice: 'Bring the file back from a backup of DATA_DIR/archive.',
    cause,
  })

interface PackedPage {
  readonly first: ArchiveRow
  readonly count: number
  readonly body: Buffer
  readonly result: Buffer | null
}

async function packPage(rows: readonly ArchiveRow[]): Promise<PackedPage> {
  const first = rows[0]! // grouped
  return {
    first,
    count: rows.length,
    body: await packLines(rows.map(row => row.payload)),
    result: first.result === null ? null : await packLines(rows.map(row => row.result ?? '')),
  }
}

const insertPage = (tx: Tx, strategyId: string, { first, count, body, result }: PackedPage): Promise<number> =>
  tx.execute(
    `insert into page (id, strategy_id, run_id, record_count, status, version, request, body, raw, result, created_at, settled_at)
     overriding system value values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      first.page_id,
      strategyId,
      first.run_id,
      count,
      first.version,
      first.request,
      body,
      first.raw && Buffer.from(first.raw),
      result,
      first.page_at,
      first.settled_at,
    ],
  )

async function insertRecords(
  tx: Tx,
  tenantId: string,
  strategyId: string,
  rows: readonly ArchiveRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const back = await tx.query<{ status: RecordState }>(
    `insert into record_state (strategy_id, key, id, page_id, page_at, ordinal, status, attempts, version, hash, number,
       error_code, error_message, target_key, run_id, created_at, updated_at)
     select $1, key, record_id, page_id, page_at, ordinal, status, attempts, record_version, decode(hash, 'hex'), number,
       error_code, error_message, target_key, record_run_id, record_created_at, record_updated_at
     from json_to_recordset($2::json) as r(key text, record_id bigint, page_id bigint, page_at timestamptz, ordinal int,
       status smallint, attempts smallint, record_version int, hash text, number text, error_code text,
       error_message text, target_key text, record_run_id uuid, record_created_at timestamptz, record_updated_at timestamptz)
     where not exists (select from find_record_by_key($1, r.key))
     on conflict do nothing returning status`,
    [
      strategyId,
      JSON.stringify(rows, (name, value) => (name === 'raw' ? null : typeof value === 'bigint' ? `${value}` : value)),
    ],
  )
  const moves = new Map<RecordState, number>()
  for (const { status } of back) moves.set(status, (moves.get(status) ?? 0) + 1)
  await moveCounts(tx, { tenantId, strategyId }, moves)
  // An archive does not keep which cause a record was in error for; it follows from the error.
  while ((await adoptUngrouped(tx, tenantId)) > 0);
  return back.length
}
