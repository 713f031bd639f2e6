import type { AssetField } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { PublishedScope, RowCondition } from '@sluice/engine'

export interface SecretRow {
  readonly id: string
  readonly sealed: string
  /** base64 of the SHA-256 */
  readonly hash: string
  readonly ends_at: string | null
}

export interface ScopeRow extends PublishedScope {
  readonly strategy_id: string
  readonly strategy_name: string
  readonly operations: readonly string[]
  readonly row_filter: readonly RowCondition[]
}

/** A connector's API asset that the application may call, as it is published now. */
export interface AssetRow {
  readonly asset_id: string
  readonly connector_id: string
  readonly name: string
  readonly version: number
  readonly request: readonly AssetField[]
  readonly fields: readonly string[]
  readonly masks: PublishedScope['masks']
}

/** One application as it is set now. */
export interface ApplicationRow {
  readonly tenant_id: string
  readonly id: string
  readonly name: string
  readonly app_key: string
  readonly is_enabled: boolean
  readonly expires_at: string | null
  readonly ip_allow: readonly string[]
  /** Its own limits, else its plan's. */
  readonly plan_name: string | null
  readonly rate_per_minute: number
  readonly burst: number
  readonly quota_per_day: string | null
  readonly quota_per_month: string | null
  readonly concurrency: number | null
  readonly priority: 'high' | 'normal' | 'low'
  readonly token_epoch: number
  /** Value maps that it may look values up in. */
  readonly map_ids: readonly string[]
  readonly secrets: readonly SecretRow[]
  readonly scopes: readonly ScopeRow[]
  readonly assets: readonly AssetRow[]
}

// The tenant as a whole stands still while it is disabled.
const SELECT = `
  select a.tenant_id, a.id, a.name, a.app_key, a.is_enabled, a.expires_at, a.ip_allow, a.token_epoch, a.map_ids, p.name as plan_name,
         coalesce(a.rate_per_minute, p.rate_per_minute) as rate_per_minute, coalesce(a.burst, p.burst) as burst,
         coalesce(a.quota_per_day, p.quota_per_day) as quota_per_day, coalesce(a.quota_per_month, p.quota_per_month) as quota_per_month,
         coalesce(a.concurrency, p.concurrency) as concurrency, coalesce(p.priority, 'normal') as priority,
         coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', s.sealed, 'hash', encode(s.hash, 'base64'),
                     'ends_at', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by s.created_at desc)
            from gateway_secret s where s.tenant_id = a.tenant_id and s.application_id = a.id), '[]') as secrets,
         coalesce((select jsonb_agg(jsonb_build_object('strategy_id', c.strategy_id, 'strategy_name', s.name, 'operations', c.operations, 'fields', c.fields,
                     'masks', c.masks, 'row_filter', c.row_filter, 'key_fields', coalesce(v.config #> '{source,key}', '[]'),
                     'number_field', v.config #>> '{source,number}'))
            from gateway_scope c
            join strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
            left join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
           where c.tenant_id = a.tenant_id and c.application_id = a.id), '[]') as scopes,
         coalesce((select jsonb_agg(jsonb_build_object('asset_id', g.asset_id, 'connector_id', g.connector_id, 'name', s.name,
                     'version', v.version, 'request', coalesce(v.doc -> 'request', '[]'), 'fields', g.fields, 'masks', g.masks) order by s.name, s.id)
            from gateway_asset g
            join api_asset s on s.tenant_id = g.tenant_id and s.id = g.asset_id and s.status = 'published' and s.type = 'QUERY'
            join connector k on k.tenant_id = g.tenant_id and k.id = g.connector_id and k.platform_id = s.platform_id
            join api_asset_version v on v.tenant_id = s.tenant_id and v.asset_id = s.id and v.version = coalesce(s.published_version, s.version)
           where g.tenant_id = a.tenant_id and g.application_id = a.id), '[]') as assets
    from gateway_application a join tenant t on t.id = a.tenant_id
    left join gateway_plan p on p.tenant_id = a.tenant_id and p.id = a.plan_id
   where t.status = 'active'`

export const listApplications = (tx: Tx): Promise<ApplicationRow[]> => tx.query<ApplicationRow>(SELECT)

export const listApplicationsOf = (tx: Tx, tenantId: string): Promise<ApplicationRow[]> =>
  tx.query<ApplicationRow>(`${SELECT} and a.tenant_id = $1`, [tenantId])

/** Of the transaction's tenant, as it is set now. */
export async function findApplicationOf(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  return (await tx.query<ApplicationRow>(`${SELECT} and a.tenant_id = app_tenant() and a.id = $1`, [id]))[0]
}
