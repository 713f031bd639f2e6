import type { Tx } from '@sluice/db'
import { unpackLines } from '../../stage/page-codec.ts'
import { parseResultLine } from '../../stage/page-result.ts'
import type { PageKey } from '../expired-pages.ts'
import type { ArchiveRow } from './archive-row.ts'

interface PageColumns {
  readonly id: string
  readonly created_at: string
  readonly run_id: string
  readonly version: number
  readonly request: string | null
  readonly body: Buffer
  readonly raw: Buffer | null
  readonly result: Buffer | null
  readonly settled_at: string | null
}

interface RecordColumns {
  readonly page_id: string
  readonly ordinal: number
  readonly id: string
  readonly key: string
  readonly number: string | null
  readonly status: number
  readonly attempts: number
  readonly version: number
  readonly hash: Buffer
  readonly target_key: string | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly run_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly response: string | null
}

interface Owner {
  readonly tenantId: string
  readonly strategyId: string
}

/** Pages read at once; a page holds at most 16 MiB of text and usually a thousandth of it. */
const PAGES_PER_GROUP = 8

/** The rows of these pages in order, a few pages at a time, each with the record that still points to it. */
export async function* readArchiveRows(
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  owner: Owner,
  keys: readonly PageKey[],
): AsyncGenerator<ArchiveRow[], void, void> {
  for (let at = 0; at < keys.length; at += PAGES_PER_GROUP) {
    const some = keys.slice(at, at + PAGES_PER_GROUP)
    const { pages, records } = await inTenant(async tx => ({
      pages: await readPages(tx, owner.tenantId, some),
      records: await readRecords(tx, owner, some),
    }))
    const byPlace = new Map(records.map(record => [`${record.page_id}/${record.ordinal}`, record]))
    const rows: ArchiveRow[] = []
    for (const page of pages) rows.push(...(await toRows(page, byPlace)))
    if (rows.length > 0) yield rows
  }
}

const readPages = (tx: Tx, tenantId: string, keys: readonly PageKey[]): Promise<PageColumns[]> =>
  tx.query<PageColumns>(
    `select p.id, p.created_at, p.run_id, p.version, p.request, p.body, p.raw, p.result, p.settled_at
       from page p join unnest($2::bigint[], $3::timestamptz[]) g(id, at) on p.id = g.id and p.created_at = g.at
      where p.tenant_id = $1 and p.created_at >= $4 and p.created_at <= $5 order by p.id`,
    [tenantId, keys.map(key => key.id), keys.map(key => key.created_at), ...boundsOf(keys)],
  )

/** So that other days are not looked at. */
function boundsOf(keys: readonly PageKey[]): readonly [string, string] {
  const times = keys.map(key => key.created_at).sort()
  return [times[0]!, times.at(-1)!] // the caller gives at least one
}

/** Rows by the time of their pages, whose BRIN index costs an insert nothing: one on page_id would. */
const readRecords = (tx: Tx, { tenantId, strategyId }: Owner, keys: readonly PageKey[]): Promise<RecordColumns[]> =>
  tx.query<RecordColumns>(
    `select r.page_id, r.ordinal, r.id, r.key, r.number, r.status, r.attempts, r.version, r.hash, r.target_key,
            r.error_code, r.error_message, r.run_id, r.created_at, r.updated_at, a.response
       from stored_record r
       left join lateral (
         select response from record_attempt a
          where a.tenant_id = $1 and a.record_id = r.id and a.response is not null order by a.id desc limit 1) a
         on r.attempts > 1 or r.status <> 2
      where r.tenant_id = $1 and r.strategy_id = $2 and r.page_id = any ($3::bigint[])
        and r.page_at >= $4 and r.page_at <= $5`,
    [tenantId, strategyId, keys.map(key => key.id), ...boundsOf(keys)],
  )

async function toRows(page: PageColumns, records: ReadonlyMap<string, RecordColumns>): Promise<ArchiveRow[]> {
  const texts = await unpackLines(page.body)
  const results = page.result ? await unpackLines(page.result) : []
  return texts.map((payload, ordinal): ArchiveRow => {
    const record = records.get(`${page.id}/${ordinal}`)
    const result = results[ordinal] ?? null
    return {
      page_id: BigInt(page.id),
      page_at: page.created_at,
      run_id: page.run_id,
      version: page.version,
      settled_at: page.settled_at,
      ordinal,
      request: ordinal === 0 ? page.request : null,
      raw: ordinal === 0 && page.raw ? new Uint8Array(page.raw) : null,
      payload,
      result,
      response: record?.response ?? (result === null ? null : (parseResultLine(result).detail.response ?? null)),
      ...toRecord(record),
    }
  })
}

const toRecord = (record: RecordColumns | undefined) => ({
  record_id: record ? BigInt(record.id) : null,
  key: record?.key ?? null,
  number: record?.number ?? null,
  status: record?.status ?? null,
  attempts: record?.attempts ?? null,
  record_version: record?.version ?? null,
  hash: record?.hash.toString('hex') ?? null,
  target_key: record?.target_key ?? null,
  error_code: record?.error_code ?? null,
  error_message: record?.error_message ?? null,
  record_run_id: record?.run_id ?? null,
  record_created_at: record?.created_at ?? null,
  record_updated_at: record?.updated_at ?? null,
})
