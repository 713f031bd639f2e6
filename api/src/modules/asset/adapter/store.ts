import { Adapter, ApiAsset } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { AdapterRow } from './contract.ts'

const ASSET = `'^asset:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@[1-9][0-9]{0,8}$'`

/** What each level names for the strategies as they are now. */
const USES = `
  with sides as (
    select s.tenant_id, s.id, s.name, s.status, r.role, r.connector_id, r.side,
           case when r.side ->> 'resource' ~ ${ASSET} then substring(r.side ->> 'resource' from 7 for 36)::uuid end as asset_id,
           case when r.side ->> 'resource' ~ ${ASSET} then split_part(r.side ->> 'resource', '@', 2)::int end as asset_version
      from strategy s
      join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
     cross join lateral (values ('source', s.source_connector_id, v.config -> 'source'),
                                ('target', s.target_connector_id, v.config -> 'target')) r(role, connector_id, side)
     where s.tenant_id = app_tenant()),
  uses as materialized (
    select d.id, d.name, d.status, d.role, coalesce(nullif(d.side #>> '{options,adapter}', ''), substring(d.side ->> 'resource' from '^sql:([0-9a-f-]{36})$')) as by_strategy,
           nullif(av.doc ->> 'adapter', '') as by_api, nullif(p.template ->> 'adapter', '') as by_platform
      from sides d
      left join api_asset_version av on av.tenant_id = d.tenant_id and av.asset_id = d.asset_id and av.version = d.asset_version
      left join connector c on c.tenant_id = d.tenant_id and c.id = d.connector_id
      left join platform p on p.tenant_id = d.tenant_id and p.id::text = c.platform_id)`
const IN_FORCE = 'coalesce(u.by_strategy, u.by_api, u.by_platform)'

export type StoredAdapter = Omit<AdapterRow, 'platform_name' | 'platform_icon'>

const SELECT = `
  select a.id, a.platform_id, a.name, a.kind, a.status, a.version, a.published_version, a.updated_by, a.created_at, a.updated_at,
         (select w.id from approval w where w.tenant_id = a.tenant_id and w.target_id = a.id and w.status = 'asked') as approval_id,
         (select count(distinct u.id)::int from uses u where ${IN_FORCE} = a.id::text) as strategy_count,
         (select count(distinct u.id)::int from uses u where ${IN_FORCE} = a.id::text and u.status = 'running') as running_strategy_count,
         count(*) over () as total
    from adapter a where a.tenant_id = app_tenant()`

export interface AdapterFilter {
  readonly pattern: string | null
  readonly platformId: string | null
  readonly status: string | null
  readonly kind: string | null
}

const orders: Readonly<Record<string, string>> = {
  name: 'a.name, a.id',
  '-name': 'a.name desc, a.id',
  updated_at: 'a.updated_at, a.id',
  '-updated_at': 'a.updated_at desc, a.id desc',
  created_at: 'a.created_at, a.id',
  '-created_at': 'a.created_at desc, a.id desc',
}

const WHERE = `($1::text is null or a.name ilike $1) and ($2::text is null or a.platform_id = $2)
        and ($3::text is null or a.status = $3) and ($4::text is null or a.kind = $4)`
const valuesOf = ({ pattern, platformId, status, kind }: AdapterFilter) => [pattern, platformId, status, kind]

export const searchAdapters = (
  tx: Tx,
  filter: AdapterFilter,
  sort: string,
  limit: number,
  offset: number,
): Promise<(StoredAdapter & { readonly total: string })[]> =>
  tx.query(`${USES} ${SELECT} and ${WHERE} order by ${orders[sort] ?? 'a.id'} limit $5 offset $6`, [
    ...valuesOf(filter),
    limit,
    offset,
  ])

/** All that the filter finds, by name. */
export async function listAdapterIds(tx: Tx, filter: AdapterFilter): Promise<string[]> {
  const text = `select a.id from adapter a where a.tenant_id = app_tenant() and ${WHERE} order by ${orders['name']}`
  return (await tx.query<{ id: string }>(text, valuesOf(filter))).map(({ id }) => id)
}

export const findAdapters = (tx: Tx, ids: readonly string[]): Promise<StoredAdapter[]> =>
  tx.query<StoredAdapter>(`${USES} ${SELECT} and a.id = any($1::uuid[])`, [ids])

export const findAdapter = async (tx: Tx, id: string): Promise<StoredAdapter | undefined> =>
  (await findAdapters(tx, [id]))[0]

/** Of this name on this platform. */
export async function findByName(tx: Tx, platformId: string, name: string): Promise<StoredAdapter | undefined> {
  return (
    await tx.query<StoredAdapter>(`${USES} ${SELECT} and a.platform_id = $1 and a.name = $2`, [platformId, name])
  )[0]
}

/** The row locked, so that what was read is what is changed. */
export const lockAdapter = (tx: Tx, id: string): Promise<unknown> =>
  tx.query('select 1 from adapter where tenant_id = app_tenant() and id = $1 for update', [id])

export async function findDoc(tx: Tx, id: string, version: number): Promise<Adapter | undefined> {
  const [row] = await tx.query<{ doc: unknown }>(
    'select doc from adapter_version where tenant_id = app_tenant() and adapter_id = $1 and version = $2',
    [id, version],
  )
  return row && Adapter.parse(row.doc)
}

interface Author {
  readonly userId: string
  readonly username: string
}

export async function insertAdapter(
  tx: Tx,
  { id, platformId, doc }: { readonly id: string; readonly platformId: string; readonly doc: Adapter },
  by: Author,
): Promise<void> {
  await tx.execute(
    'insert into adapter (id, platform_id, name, kind, created_by, updated_by) values ($1, $2, $3, $6, $4, $5)',
    [id, platformId, doc.name, by.userId, by.username, doc.kind],
  )
  await insertVersion(tx, { id, version: 1, doc, note: '' }, by.username)
}

export interface NewVersion {
  readonly id: string
  readonly version: number
  readonly doc: Adapter
  readonly note: string
}

const insertVersion = (tx: Tx, { id, version, doc, note }: NewVersion, username: string): Promise<number> =>
  tx.execute('insert into adapter_version (adapter_id, version, doc, note, username) values ($1, $2, $3, $4, $5)', [
    id,
    version,
    JSON.stringify(doc),
    note,
    username,
  ])

export async function saveVersion(tx: Tx, next: NewVersion, username: string): Promise<void> {
  await insertVersion(tx, next, username)
  await tx.execute(
    `update adapter set name = $2, version = $3, updated_by = $4, kind = $5, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [next.id, next.doc.name, next.version, username, next.doc.kind],
  )
}

export const putToWork = (tx: Tx, id: string, version: number): Promise<number> =>
  tx.execute(
    `update adapter set status = 'published', published_version = $2, updated_at = now()
      where tenant_id = app_tenant() and id = $1`,
    [id, version],
  )

export const stopAdapter = (tx: Tx, id: string): Promise<number> =>
  tx.execute(`update adapter set status = 'stopped', updated_at = now() where tenant_id = app_tenant() and id = $1`, [
    id,
  ])

export const deleteAdapter = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from adapter where tenant_id = app_tenant() and id = $1', [id])

interface VersionRow {
  readonly version: number
  readonly doc: unknown
  readonly note: string
  readonly username: string
  readonly created_at: string
  readonly total: string
}

export const listVersions = (tx: Tx, id: string, limit: number, offset: number): Promise<VersionRow[]> =>
  tx.query<VersionRow>(
    `select version, doc, note, username, created_at, count(*) over () as total from adapter_version
      where tenant_id = app_tenant() and adapter_id = $1 order by version desc limit $2 offset $3`,
    [id, limit, offset],
  )

export interface Reference {
  readonly kind: 'platform' | 'api' | 'strategy'
  readonly id: string
  readonly name: string
  readonly status: string
  readonly role: 'source' | 'target' | null
  readonly level: 'strategy' | 'api' | 'platform' | null
  readonly is_in_force: boolean
}

/** Whoever names it at some level; an API asset by its newest version. */
export const listReferences = (tx: Tx, id: string): Promise<Reference[]> =>
  tx.query<Reference>(
    `${USES}
     select 'platform' as kind, p.id::text, p.name, p.status, null as role, null as level, true as is_in_force
       from platform p where p.tenant_id = app_tenant() and p.template ->> 'adapter' = $1
     union all
     select 'api', a.id::text, a.name, a.status, null, null, true
       from api_asset a join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = a.id and v.version = a.version
      where a.tenant_id = app_tenant() and v.doc ->> 'adapter' = $1
     union all
     select 'strategy', u.id::text, u.name, u.status, u.role,
            case when u.by_strategy is not null then 'strategy' when u.by_api is not null then 'api' else 'platform' end,
            ${IN_FORCE} = $1
       from uses u where $1 in (u.by_strategy, u.by_api, u.by_platform)
      order by kind, name, id, role limit 1000`,
    [id],
  )

/** Ids that a platform, and one version of an interface of it, name; empty: none. */
export async function findNamed(
  tx: Tx,
  platformId: string,
  asset: { readonly id: string; readonly version: number } | null,
): Promise<{ readonly api: string; readonly platform: string }> {
  const [row] = await tx.query<{ api: string; platform: string }>(
    `select coalesce((select v.doc ->> 'adapter' from api_asset a
                        join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = a.id
                       where a.tenant_id = app_tenant() and a.platform_id = $1 and a.id = $2 and v.version = $3), '') as api,
            coalesce((select p.template ->> 'adapter' from platform p
                       where p.tenant_id = app_tenant() and p.id::text = $1), '') as platform`,
    [platformId, asset?.id ?? null, asset?.version ?? null],
  )
  return row! // two values of no table: one row
}

/** An interface as its newest version says, with its platform. */
export async function findAsset(
  tx: Tx,
  id: string,
): Promise<{ readonly platform_id: string; readonly doc: ApiAsset } | undefined> {
  const [row] = await tx.query<{ platform_id: string; doc: unknown }>(
    `select a.platform_id, v.doc from api_asset a
       join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = a.id and v.version = a.version
      where a.tenant_id = app_tenant() and a.id = $1`,
    [id],
  )
  return row && { platform_id: row.platform_id, doc: ApiAsset.parse(row.doc) }
}

export async function findConnectorPlatform(tx: Tx, connectorId: string): Promise<string | undefined> {
  const rows = await tx.query<{ platform_id: string }>(
    'select platform_id from connector where tenant_id = app_tenant() and id = $1',
    [connectorId],
  )
  return rows[0]?.platform_id
}

/** Those of the newest version of each adapter of a platform, which were asked for when it was saved. */
export async function listHosts(tx: Tx, platformId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ host: string }>(
    `select distinct jsonb_array_elements_text(v.doc -> 'hosts') as host
       from adapter a join adapter_version v on v.tenant_id = a.tenant_id and v.adapter_id = a.id and v.version = a.version
      where a.tenant_id = app_tenant() and a.platform_id = $1 and jsonb_typeof(v.doc -> 'hosts') = 'array'`,
    [platformId],
  )
  return new Set(rows.map(({ host }) => host))
}
