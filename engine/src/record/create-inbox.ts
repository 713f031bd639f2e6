import type { PushedRecord, RecordStore } from '@sluice/connector-kit'
import type { Database } from '@sluice/db'

// Named by their ids, not by a cursor: of two pushes at once the later number may be there first.
const WAITING = `select id, body from inbox
  where tenant_id = $1 and inbox_id = $2 and taken_at is null and id <> all($3::bigint[]) order by id limit $4`
const COUNT = 'select count(*)::int as count from inbox where tenant_id = $1 and inbox_id = $2 and taken_at is null'
const SETTLE = `update inbox set taken_at = now()
  where tenant_id = $1 and inbox_id = $2 and id = any($3::bigint[]) and taken_at is null`
// A few with each page: no inbox grows for ever, and no statement takes long.
const SWEEP = `delete from inbox where tenant_id = $1 and id in (
  select id from inbox where tenant_id = $1 and inbox_id = $2 and taken_at < now() - make_interval(days => retain_days)
   order by taken_at limit 2000)`

/** What was pushed to a tenant, until it is staged. */
export function createInbox(
  database: Database,
  tenantId: string,
): Pick<RecordStore, 'readInbox' | 'countInbox' | 'settleInbox'> {
  return {
    readInbox: (inboxId, without, limit) =>
      database.withTenant(tenantId, tx => tx.query<PushedRecord>(WAITING, [tenantId, inboxId, without, limit])),
    countInbox: async inboxId => {
      const rows = await database.withTenant(tenantId, tx => tx.query<{ count: number }>(COUNT, [tenantId, inboxId]))
      return rows[0]?.count ?? 0
    },
    settleInbox: (inboxId, ids) =>
      database.withTenant(tenantId, async tx => {
        await tx.execute(SETTLE, [tenantId, inboxId, ids])
        await tx.execute(SWEEP, [tenantId, inboxId])
      }),
  }
}
