import type { Tx } from '@sluice/db'
import type { SavedFilter } from './contract.ts'

const SELECT = `
  select f.id, f.list, f.name, f.filter, f.is_default and f.user_id = $1 as is_default, f.is_shared, f.user_id = $1 as is_own,
         coalesce(nullif(u.nickname, ''), u.username) as owner, f.updated_at
    from saved_filter f join app_user u on u.tenant_id = f.tenant_id and u.id = f.user_id
   where f.tenant_id = app_tenant()`

/** One's own first, then those of others, by name. */
export const listFilters = (tx: Tx, userId: string, list: string): Promise<SavedFilter[]> =>
  tx.query<SavedFilter>(
    `${SELECT} and f.list = $2 and (f.user_id = $1 or f.is_shared) order by is_own desc, lower(f.name), f.id limit 200`,
    [userId, list],
  )

export async function findFilter(tx: Tx, userId: string, id: string): Promise<SavedFilter | undefined> {
  return (await tx.query<SavedFilter>(`${SELECT} and f.id = $2 and f.user_id = $1`, [userId, id]))[0]
}

export interface FilterWrite {
  readonly id: string
  readonly userId: string
  readonly list: string
  readonly name: string
  readonly filter: object
  readonly isDefault: boolean
  readonly isShared: boolean
}

export async function countFilters(tx: Tx, userId: string, list: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from saved_filter where tenant_id = app_tenant() and user_id = $1 and list = $2',
    [userId, list],
  )
  return row?.count ?? 0
}

/** A list has one default: the one before steps back. @throws unique violation where the name is taken */
export async function writeFilter(tx: Tx, row: FilterWrite): Promise<void> {
  if (row.isDefault)
    await tx.execute(
      `update saved_filter set is_default = false
        where tenant_id = app_tenant() and user_id = $1 and list = $2 and is_default and id <> $3`,
      [row.userId, row.list, row.id],
    )
  await tx.execute(
    `insert into saved_filter (id, user_id, list, name, filter, is_default, is_shared)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, id) do update set name = excluded.name, filter = excluded.filter,
       is_default = excluded.is_default, is_shared = excluded.is_shared, updated_at = now()`,
    [row.id, row.userId, row.list, row.name, JSON.stringify(row.filter), row.isDefault, row.isShared],
  )
}

export const deleteFilter = (tx: Tx, userId: string, id: string): Promise<number> =>
  tx.execute('delete from saved_filter where tenant_id = app_tenant() and user_id = $1 and id = $2', [userId, id])
