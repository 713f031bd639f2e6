import type { Tx } from '@sluice/db'
import { type Break, followAsset, ofAsset } from './find-breaks.ts'
import type { ApplicationRow, AssetRow } from './setting-types.ts'

export type * from './setting-types.ts'

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

// The tenant as a whole stands still while it is disabled.
const SELECT = `
  select a.tenant_id, a.id, a.name, a.app_key, a.is_enabled, a.expires_at, a.ip_allow, a.certificates, a.certificate_use, a.token_epoch, a.body_policy, a.body_days, a.map_ids, p.name as plan_name,
         coalesce(a.rate_per_minute, p.rate_per_minute) as rate_per_minute, coalesce(a.burst, p.burst) as burst,
         coalesce(a.quota_per_day, p.quota_per_day) as quota_per_day, coalesce(a.quota_per_month, p.quota_per_month) as quota_per_month,
         coalesce(a.concurrency, p.concurrency) as concurrency, coalesce(p.priority, 'normal') as priority,
         coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed, 'hash', encode(s.hash, 'base64'),
                     'ends_at', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by s.created_at desc)
            from gateway_secret s where s.tenant_id = a.tenant_id and s.application_id = a.id), '[]') as secrets,
         coalesce((select jsonb_agg(to_jsonb(x) order by x.strategy_name, x.version) from (
           select c.strategy_id, s.name as strategy_name, c.version, c.is_current, ${iso('c.deprecated_at')} as deprecated_at,
                  ${iso('c.sunset_at')} as sunset_at, c.body_policy, c.operations, c.fields, c.masks, c.row_filter,
                  coalesce(v.config #> '{source,key}', '[]') as key_fields, v.config #>> '{source,number}' as number_field
             from (select strategy_id, version, true as is_current, deprecated_at, sunset_at, to_jsonb(operations) as operations,
                          to_jsonb(fields) as fields, masks, row_filter, body_policy
                     from gateway_scope where tenant_id = a.tenant_id and application_id = a.id
                    union all
                   select o.strategy_id, o.version, false, o.deprecated_at, o.sunset_at, o.doc -> 'operations', o.doc -> 'fields',
                          o.doc -> 'masks', o.doc -> 'row_filter', case when w.version is null then o.doc ->> 'body_policy' else w.body_policy end
                     from gateway_old_version o
                     left join gateway_scope w on w.tenant_id = o.tenant_id and w.application_id = o.application_id and w.strategy_id = o.strategy_id
                    where o.tenant_id = a.tenant_id and o.application_id = a.id and o.strategy_id is not null) c
             join strategy s on s.tenant_id = a.tenant_id and s.id = c.strategy_id
             left join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version) x), '[]') as scopes,
         coalesce((select jsonb_agg(to_jsonb(x) order by x.name, x.asset_id, x.version) from (
           select g.asset_id, g.connector_id, s.name, g.version, g.is_current, ${iso('g.deprecated_at')} as deprecated_at,
                  ${iso('g.sunset_at')} as sunset_at, g.body_policy, v.version as asset_version, coalesce(v.doc -> 'request', '[]') as request,
                  coalesce(v.doc -> 'response', '[]') as response, g.fields, g.masks,
                  case when g.is_current and n.version <> v.version then jsonb_build_object('asset_version', n.version,
                    'request', coalesce(n.doc -> 'request', '[]'), 'response', coalesce(n.doc -> 'response', '[]')) end as newest
             from (select asset_id, connector_id, version, true as is_current, deprecated_at, sunset_at, to_jsonb(fields) as fields, masks,
                          asset_version, body_policy
                     from gateway_asset where tenant_id = a.tenant_id and application_id = a.id
                    union all
                   select o.asset_id, o.connector_id, o.version, false, o.deprecated_at, o.sunset_at, o.doc -> 'fields', o.doc -> 'masks',
                          (o.doc ->> 'asset_version')::int, case when w.version is null then o.doc ->> 'body_policy' else w.body_policy end
                     from gateway_old_version o
                     left join gateway_asset w on w.tenant_id = o.tenant_id and w.application_id = o.application_id and w.asset_id = o.asset_id
                    where o.tenant_id = a.tenant_id and o.application_id = a.id and o.asset_id is not null) g
             join api_asset s on s.tenant_id = a.tenant_id and s.id = g.asset_id and s.status = 'published' and s.type = 'QUERY'
             join connector k on k.tenant_id = a.tenant_id and k.id = g.connector_id and k.platform_id = s.platform_id
             join api_asset_version n on n.tenant_id = a.tenant_id and n.asset_id = s.id and n.version = coalesce(s.published_version, s.version)
             join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = s.id and v.version = coalesce(g.asset_version, n.version)) x),
           '[]') as assets
    from gateway_application a join tenant t on t.id = a.tenant_id
    left join gateway_plan p on p.tenant_id = a.tenant_id and p.id = a.plan_id
   where t.status = 'active'`

type Newest = Pick<AssetRow, 'asset_version' | 'request' | 'response'>
type StoredRow = Omit<ApplicationRow, 'assets'> & {
  /** With the asset as it is published now, where that is another one. */
  readonly assets: readonly (AssetRow & { readonly newest: Newest | null })[]
}

const toRow = (row: StoredRow): ApplicationRow => ({
  ...row,
  assets: row.assets.map(({ newest, ...held }) => (newest === null ? held : followAsset(held, { ...held, ...newest }))),
})

export const listApplications = async (tx: Tx): Promise<ApplicationRow[]> =>
  (await tx.query<StoredRow>(SELECT)).map(toRow)

export const listApplicationsOf = async (tx: Tx, tenantId: string): Promise<ApplicationRow[]> =>
  (await tx.query<StoredRow>(`${SELECT} and a.tenant_id = $1`, [tenantId])).map(toRow)

/** Of the transaction's tenant, as it is set now. */
export async function findApplicationOf(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  return (await tx.query<StoredRow>(`${SELECT} and a.tenant_id = app_tenant() and a.id = $1`, [id])).map(toRow)[0]
}

/** Applications of the transaction's tenant that call a strategy, in whatever version. */
export async function listPublishedTo(tx: Tx, strategyId: string): Promise<ApplicationRow[]> {
  const rows = await tx.query<StoredRow>(
    `${SELECT} and a.tenant_id = app_tenant() and (
       exists (select from gateway_scope c where c.tenant_id = a.tenant_id and c.application_id = a.id and c.strategy_id = $1)
       or exists (select from gateway_old_version o where o.tenant_id = a.tenant_id and o.application_id = a.id and o.strategy_id = $1
                     and o.sunset_at > clock_timestamp()))
     order by a.name, a.id`,
    [strategyId],
  )
  return rows.map(toRow)
}

/** An asset whose newest version the callers of an application do not get, for it would break them. */
export interface HeldAsset {
  readonly asset_id: string
  /** Of the asset: the one that answers, and the one that does not. */
  readonly version: number
  readonly newest: number
  readonly breaks: readonly Break[]
}

/** Of the transaction's tenant. */
export async function listHeldAssets(tx: Tx, id: string): Promise<HeldAsset[]> {
  const rows = await tx.query<StoredRow>(`${SELECT} and a.tenant_id = app_tenant() and a.id = $1`, [id])
  return rows.flatMap(({ assets }) =>
    assets.flatMap(({ newest, ...held }) => {
      const breaks = newest === null ? [] : ofAsset(held, { ...held, ...newest })
      if (newest === null || breaks.length === 0) return []
      return [{ asset_id: held.asset_id, version: held.asset_version, newest: newest.asset_version, breaks }]
    }),
  )
}
