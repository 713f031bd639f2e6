import { RecordState } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { RecordPlace } from '../stage/read-originals.ts'

export interface StoredRow extends RecordPlace {
  readonly key: string
  readonly status: number
  readonly is_deleted: boolean
}

/** Stored records of a strategy in the order of their ids, however they lie. */
export const readStored = (tx: Tx, strategyId: string, after: string, limit: number): Promise<StoredRow[]> =>
  tx.query<StoredRow>(
    `select * from (
       (select id, key, status, is_deleted, page_id, page_at, ordinal from record_state
         where tenant_id = $1 and strategy_id = $2 and id > $3 order by id limit $4)
       union all
       (select r.id, r.key, r.status, r.is_deleted, r.page_id, r.page_at, r.ordinal
          from record_block b cross join lateral open_block(b) r
         where b.tenant_id = $1 and b.strategy_id = $2 and b.first_id > $3::bigint - b.record_count
           and b.first_id > $3::bigint - 16384 and r.id > $3 order by b.first_id, r.id limit $4)) r
     order by id limit $4`,
    [tx.tenantId, strategyId, after, limit],
  )

export interface StoredSpan {
  readonly after: string
  /** null: to the last. */
  readonly until: string | null
  readonly onlyFinished: boolean
}

/** How many stored records are not deleted, without opening a block: the ids of one are a span, and all are finished. */
export async function countStored(tx: Tx, strategyId: string, span: StoredSpan): Promise<number> {
  const [row] = await tx.query<{ count: string }>(
    `select (select count(*) from record_state
        where tenant_id = $1 and strategy_id = $2 and id > $3 and id <= $4 and not is_deleted and status <> $5
          and ($6::smallint is null or status = $6))
      + (select coalesce(sum(least(first_id + record_count - 1, $4) - greatest(first_id - 1, $3)), 0) from record_block
        where tenant_id = $1 and strategy_id = $2 and first_id <= $4 and first_id > $3::bigint - 16384
          and first_id + record_count - 1 > $3) as count`,
    [
      tx.tenantId,
      strategyId,
      span.after,
      span.until ?? LAST_ID,
      RecordState.deleted,
      span.onlyFinished ? RecordState.finished : null,
    ],
  )
  return Number(row?.count ?? 0)
}

const LAST_ID = '9223372036854775807'
