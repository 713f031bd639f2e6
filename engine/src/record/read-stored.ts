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
