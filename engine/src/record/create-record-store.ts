import type { RecordStore, StoredRecord } from '@sluice/connector-kit'
import { type Data, Failure, isData, parseJson } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { readOriginals } from '../stage/read-originals.ts'
import { createInbox } from './create-inbox.ts'
import { readGroups } from './read-groups.ts'
import { readStored } from './read-stored.ts'

/** The tenant's own records as a source. The cursor is the last id; a page ends the walk when it is not full. */
export function createRecordStore(database: Database, tenantId: string): RecordStore {
  return {
    read: (strategyId, cursor, limit) =>
      database.withTenant(tenantId, async tx => {
        const rows = await readStored(tx, strategyId, readCursor(cursor), limit)
        const texts = await readOriginals(tx, rows)
        const records = rows.flatMap((row): StoredRecord[] => {
          const data = toData(texts.get(row.id))
          // Its page has been cleaned up: there is nothing left to hand on.
          return data === null ? [] : [{ key: row.key, state: row.status, data }]
        })
        return { records, cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
      }),
    readGroups: ({ cursor, ...read }) =>
      readGroups((work, options) => database.withTenant(tenantId, work, options), {
        ...read,
        after: readCursor(cursor),
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
