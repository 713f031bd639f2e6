import { ApiAsset } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { AssetRow } from './contract.ts'

/** What strategies, as they are now, use of assets. */
const USES = `
  with uses as materialized (
    select substring(r.resource from 7 for 36)::uuid as asset_id, split_part(r.resource, '@', 2)::int as version,
           s.id, s.code, s.name, s.status, r.role
      from strategy s
      join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
     cross join lateral (values ('source', v.config #>> '{source,resource}'), ('target', v.config #>> '{target,resource}')) r(role, resource)
     where s.tenant_id = app_tenant()
       and r.resource ~ '^asset:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@[1-9][0-9]{0,8}$')`

export type StoredAsset = Omit<AssetRow, 'platform_name' | 'platform_icon'> & { readonly sort: number }

const SELECT = `
  select a.id, a.platform_id, a.collection_id, c.name as collection_name, a.name, a.api, a.method, a.type, a.status,
         a.version, a.published_version, a.sort, a.updated_by, a.created_at, a.updated_at,
         (select count(distinct u.id)::int from uses u where u.asset_id = a.id) as strategy_count,
         (select count(distinct u.id)::int from uses u where u.asset_id = a.id and u.status = 'running') as running_strategy_count,
         (select w.id from approval w where w.tenant_id = a.tenant_id and w.target_id = a.id and w.status = 'asked') as approval_id,
         count(*) over () as total
    from api_asset a left join api_collection c on c.tenant_id = a.tenant_id and c.id = a.collection_id
   where a.tenant_id = app_tenant()`

export interface AssetFilter {
  readonly pattern: string | null
  readonly platformId: string | null
  readonly collectionId: string | null
  readonly hasNoCollection: boolean
  readonly type: string | null
  readonly status: string | null
  readonly ids: readonly string[] | null
  readonly sort: string
  readonly limit: number
  readonly offset: number
}

const orders: Readonly<Record<string, string>> = {
  name: 'a.name, a.id',
  '-name': 'a.name desc, a.id',
  api: 'a.api, a.id',
  '-api': 'a.api desc, a.id',
  updated_at: 'a.updated_at, a.id',
  '-updated_at': 'a.updated_at desc, a.id desc',
  created_at: 'a.created_at, a.id',
  '-created_at': 'a.created_at desc, a.id desc',
  sort: 'a.sort, a.name, a.id',
}

const BELOW = `with recursive below as (select $3::uuid as id union
    select k.id from api_collection k join below b on k.parent_id = b.id where k.tenant_id = app_tenant())`
const WHERE = `($1::text is null or a.name ilike $1 or a.api ilike $1) and ($2::text is null or a.platform_id = $2)
       and ($3::uuid is null or a.collection_id in (select id from below)) and (not $4::bool or a.collection_id is null)
       and ($5::text is null or a.type = $5) and ($6::text is null or a.status = $6) and ($7::uuid[] is null or a.id = any($7))`
const valuesOf = (filter: Omit<AssetFilter, 'limit' | 'offset'>) => [
  filter.pattern,
  filter.platformId,
  filter.collectionId,
  filter.hasNoCollection,
  filter.type,
  filter.status,
  filter.ids,
]
const orderOf = (sort: string): string => `order by ${orders[sort] ?? 'a.id'}`

/** A category includes those below it. */
export const searchAssets = (tx: Tx, filter: AssetFilter): Promise<(StoredAsset & { readonly total: string })[]> =>
  tx.query(
    `${USES.replace('with uses', `${BELOW}, uses`)} ${SELECT} and ${WHERE} ${orderOf(filter.sort)} limit $8 offset $9`,
    [...valuesOf(filter), filter.limit, filter.offset],
  )

/** All that the filter finds, in the order of the list. */
export async function listAssetIds(tx: Tx, filter: Omit<AssetFilter, 'limit' | 'offset'>): Promise<string[]> {
  const text = `${BELOW} select a.id from api_asset a where a.tenant_id = app_tenant() and ${WHERE} ${orderOf(filter.sort)}`
  return (await tx.query<{ id: string }>(text, valuesOf(filter))).map(({ id }) => id)
}

export const findAssets = (tx: Tx, ids: readonly string[]): Promise<StoredAsset[]> =>
  tx.query<StoredAsset>(`${USES} ${SELECT} and a.id = any($1::uuid[])`, [ids])

export const findAsset = async (tx: Tx, id: string): Promise<StoredAsset | undefined> => (await findAssets(tx, [id]))[0]

/** The row locked, so that what was read is what is changed. */
export const lockAsset = (tx: Tx, id: string): Promise<unknown> =>
  tx.query('select 1 from api_asset where tenant_id = app_tenant() and id = $1 for update', [id])

export async function findDoc(tx: Tx, id: string, version: number): Promise<ApiAsset | undefined> {
  const [row] = await tx.query<{ doc: unknown }>(
    'select doc from api_asset_version where tenant_id = app_tenant() and asset_id = $1 and version = $2',
    [id, version],
  )
  return row && ApiAsset.parse(row.doc)
}

export interface NewAsset {
  readonly id: string
  readonly platformId: string
  readonly collectionId: string | null
  readonly doc: ApiAsset
}
interface Author {
  readonly userId: string
  readonly username: string
}

export async function insertAsset(tx: Tx, { id, platformId, collectionId, doc }: NewAsset, by: Author): Promise<void> {
  await tx.execute(
    `insert into api_asset (id, platform_id, collection_id, name, api, method, type, created_by, updated_by, sort)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce(max(sort) + 1, 0) from api_asset
      where tenant_id = app_tenant() and collection_id = $3`,
    [id, platformId, collectionId, doc.name, doc.api, doc.method, doc.type, by.userId, by.username],
  )
  await insertVersion(tx, { id, version: 1, doc, note: '' }, by.username)
}

export interface NewVersion {
  readonly id: string
  readonly version: number
  readonly doc: ApiAsset
  readonly note: string
}

async function insertVersion(tx: Tx, { id, version, doc, note }: NewVersion, username: string): Promise<void> {
  await tx.execute(
    'insert into api_asset_version (asset_id, version, doc, note, username) values ($1, $2, $3, $4, $5)',
    [id, version, JSON.stringify(doc), note, username],
  )
}

export async function saveVersion(tx: Tx, next: NewVersion, username: string): Promise<void> {
  const { id, doc, version } = next
  await insertVersion(tx, next, username)
  await tx.execute(
    `update api_asset set name = $2, api = $3, method = $4, type = $5, version = $6, updated_by = $7, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, doc.name, doc.api, doc.method, doc.type, version, username],
  )
}

export const setStatus = (tx: Tx, id: string, status: AssetRow['status']): Promise<number> =>
  tx.execute('update api_asset set status = $2, updated_at = now() where tenant_id = app_tenant() and id = $1', [
    id,
    status,
  ])

/** Offers one version; null: always the newest. */
export const offerVersion = (tx: Tx, id: string, version: number | null): Promise<number> =>
  tx.execute(
    `update api_asset set status = 'published', published_version = $2, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, version],
  )

export const deleteAsset = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from api_asset where tenant_id = app_tenant() and id = $1', [id])

export const moveAssets = (tx: Tx, ids: readonly string[], collectionId: string | null): Promise<number> =>
  tx.execute(
    'update api_asset set collection_id = $2, updated_at = now() where tenant_id = app_tenant() and id = any($1::uuid[])',
    [ids, collectionId],
  )

export const listPlatformsOf = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.query<{ platform_id: string }>(
      'select distinct platform_id from api_asset where tenant_id = app_tenant() and id = any($1::uuid[])',
      [ids],
    )
  ).map(row => row.platform_id)

interface VersionRow {
  readonly version: number
  readonly doc: unknown
  readonly note: string
  readonly username: string
  readonly created_at: string
  readonly strategy_count: number
  readonly total: string
}

export const listVersions = (tx: Tx, id: string, limit: number, offset: number): Promise<VersionRow[]> =>
  tx.query<VersionRow>(
    `${USES} select v.version, v.doc, v.note, v.username, v.created_at, count(*) over () as total,
       (select count(distinct u.id)::int from uses u where u.asset_id = v.asset_id and u.version = v.version) as strategy_count
      from api_asset_version v where v.tenant_id = app_tenant() and v.asset_id = $1 order by v.version desc limit $2 offset $3`,
    [id, limit, offset],
  )

interface Reference {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly status: string
  readonly role: 'source' | 'target'
  readonly version: number
}

export const listReferences = (tx: Tx, id: string): Promise<Reference[]> =>
  tx.query<Reference>(
    `${USES} select id, code, name, status, role, version from uses where asset_id = $1 order by name, id, role limit 500`,
    [id],
  )

/** An interface of the same address on the platform. */
export async function findTwin(
  tx: Tx,
  platformId: string,
  doc: ApiAsset,
): Promise<{ id: string; version: number } | undefined> {
  const rows = await tx.query<{ id: string; version: number }>(
    `select id, version from api_asset where tenant_id = app_tenant() and platform_id = $1 and api = $2 and method = $3 and type = $4
      order by created_at, id limit 1`,
    [platformId, doc.api, doc.method, doc.type],
  )
  return rows[0]
}

export async function findConnectorPlatform(tx: Tx, connectorId: string): Promise<string | undefined> {
  const rows = await tx.query<{ platform_id: string }>(
    'select platform_id from connector where tenant_id = app_tenant() and id = $1',
    [connectorId],
  )
  return rows[0]?.platform_id
}
