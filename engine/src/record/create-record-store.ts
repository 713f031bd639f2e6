import type { RecordStore, StoredRecord } from '@sluice/connector-kit'
import { type Data, Failure, isData, parseJson } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { type RecordPlace, readOriginals } from '../stage/read-originals.ts'
import { createInbox } from './create-inbox.ts'

interface StoredRow extends RecordPlace {
  readonly key: string
  readonly status: number
}

/** The tenant's own records as a source. The cursor is the last id; a page ends the walk when it is not full. */
export function createRecordStore(database: Database, tenantId: string): RecordStore {
  return {
    read: (strategyId, cursor, limit) =>
      database.withTenant(tenantId, async tx => {
        const rows = await tx.query<StoredRow>(
          `select * from (
             (select id, key, status, page_id, page_at, ordinal from record_state
               where tenant_id = $1 and strategy_id = $2 and id > $3 order by id limit $4)
             union all
             (select r.id, r.key, r.status, r.page_id, r.page_at, r.ordinal
                from record_block b cross join lateral open_block(b) r
               where b.tenant_id = $1 and b.strategy_id = $2 and b.first_id > $3::bigint - b.record_count
                 and b.first_id > $3::bigint - 16384 and r.id > $3 order by b.first_id, r.id limit $4)) r
           order by id limit $4`,
          [tenantId, strategyId, readCursor(cursor), limit],
        )
        const texts = await readOriginals(tx, rows)
        const records = rows.flatMap((row): StoredRecord[] => {
          const data = toData(texts.get(row.id))
          // Its page has been cleaned up: there is nothing left to hand on.
          return data === null ? [] : [{ key: row.key, state: row.status, data }]
        })
        return { records, cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
      }),
    list: () =>
      database.withTenant(tenantId, tx =>
        tx.query<{ id: string; name: string }>('select id, name from strategy order by name'),
      ),
    ...createInbox(database, tenantId),
  }
}

function toData(text: string | undefined): Data | null {
  const value = text === undefined ? null : parseJson(text)
  return isData(value) ? value : null
}

function readCursor(cursor: string | null): string {
  if (cursor === null) return '0'
  if (/^\d{1,18}$/.test(cursor)) return cursor
  throw new Failure({
    code: 'source.cursor',
    message: 'The stored place of this source is not one of its own.',
    value: cursor,
  })
}
