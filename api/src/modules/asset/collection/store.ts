import type { Tx } from '@sluice/db'
import type { Collection } from './contract.ts'

const SELECT = `
  select c.id, c.platform_id, c.parent_id, c.name, c.remark, c.sort, c.updated_at,
         (select count(*)::int from api_asset a where a.tenant_id = c.tenant_id and a.collection_id = c.id) as api_count
    from api_collection c where c.tenant_id = app_tenant()`

export const listCollections = (tx: Tx, platformId: string | null): Promise<Collection[]> =>
  tx.query<Collection>(
    `${SELECT} and ($1::text is null or c.platform_id = $1) order by c.platform_id, c.sort, c.name, c.id limit 5000`,
    [platformId],
  )

export async function findCollection(tx: Tx, id: string): Promise<Collection | undefined> {
  return (await tx.query<Collection>(`${SELECT} and c.id = $1`, [id]))[0]
}

/** One change of a platform's tree at a time, so that no two make a circle together. */
export const lockTree = (tx: Tx, platformId: string): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('collection/' || app_tenant() || '/' || $1, 0))`, [
    platformId,
  ])

export interface NewCollection {
  readonly id: string
  readonly platform_id: string
  readonly parent_id: string | null
  readonly name: string
  readonly remark: string
}

export const insertCollection = (tx: Tx, row: NewCollection): Promise<number> =>
  tx.execute(
    `insert into api_collection (id, platform_id, parent_id, name, remark, sort)
     select $1, $2, $3, $4, $5, coalesce(max(sort) + 1, 0) from api_collection
      where tenant_id = app_tenant() and platform_id = $2 and parent_id is not distinct from $3`,
    [row.id, row.platform_id, row.parent_id, row.name, row.remark],
  )

export const renameCollection = (tx: Tx, id: string, name: string, remark: string): Promise<number> =>
  tx.execute(
    'update api_collection set name = $2, remark = $3, updated_at = now() where tenant_id = app_tenant() and id = $1',
    [id, name, remark],
  )

/** The new place of one category; its siblings get their numbers anew. */
export async function placeCollection(
  tx: Tx,
  id: string,
  parentId: string | null,
  order: readonly string[],
): Promise<void> {
  await tx.execute(
    'update api_collection set parent_id = $2, updated_at = now() where tenant_id = app_tenant() and id = $1',
    [id, parentId],
  )
  await tx.execute(
    `update api_collection c set sort = o.at - 1 from unnest($1::uuid[]) with ordinality o(id, at)
      where c.tenant_id = app_tenant() and c.id = o.id`,
    [order],
  )
}

/** In their order, which is that of the list. */
export const listAssetIds = async (tx: Tx, collectionId: string): Promise<string[]> =>
  (
    await tx.query<{ id: string }>(
      'select id from api_asset where tenant_id = app_tenant() and collection_id = $1 order by sort, name, id',
      [collectionId],
    )
  ).map(row => row.id)

export const orderAssets = (tx: Tx, collectionId: string, ids: readonly string[]): Promise<number> =>
  tx.execute(
    `update api_asset a set sort = o.at - 1 from unnest($2::uuid[]) with ordinality o(id, at)
      where a.tenant_id = app_tenant() and a.collection_id = $1 and a.id = o.id`,
    [collectionId, ids],
  )

export const deleteCollection = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from api_collection where tenant_id = app_tenant() and id = $1', [id])
