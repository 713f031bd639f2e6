import type { Tx } from '@sluice/db'

export interface GatewayRow {
  readonly id: string
  readonly name: string
  readonly remark: string
  readonly version: number
  readonly is_enabled: boolean
  readonly expires_at: string | null
  readonly ip_allow: readonly string[]
  readonly plan_id: string | null
  readonly own_rate: number | null
  readonly own_burst: number | null
  /** What counts: its own, else its plan's. */
  readonly rate_per_minute: number
  readonly burst: number
  readonly quota_per_day: string | null
  readonly quota_per_month: string | null
  readonly concurrency: number | null
  readonly body_policy: string
  readonly body_days: number
  /** Ids. */
  readonly maps: readonly string[]
  readonly scopes: readonly {
    readonly strategy_id: string
    readonly operations: readonly string[]
    readonly fields: readonly string[]
    readonly masks: Readonly<Record<string, string>>
    readonly row_filter: readonly object[]
    readonly body_policy: string | null
  }[]
  readonly assets: readonly {
    readonly asset_id: string
    readonly connector_id: string
    readonly fields: readonly string[]
    readonly masks: Readonly<Record<string, string>>
    readonly body_policy: string | null
  }[]
}

export const listGateways = (tx: Tx): Promise<GatewayRow[]> =>
  tx.query(
    `select a.id, a.name, a.remark, a.version, a.is_enabled, a.expires_at, a.ip_allow, a.plan_id,
            a.rate_per_minute as own_rate, a.burst as own_burst,
            coalesce(a.rate_per_minute, p.rate_per_minute) as rate_per_minute, coalesce(a.burst, p.burst) as burst,
            a.quota_per_day, a.quota_per_month, a.concurrency, a.body_policy, a.body_days, a.map_ids as maps,
            coalesce((select jsonb_agg(jsonb_build_object('strategy_id', c.strategy_id, 'operations', c.operations,
                        'fields', c.fields, 'masks', c.masks, 'row_filter', c.row_filter, 'body_policy', c.body_policy)
                        order by c.strategy_id)
               from gateway_scope c where c.tenant_id = a.tenant_id and c.application_id = a.id), '[]') as scopes,
            coalesce((select jsonb_agg(jsonb_build_object('asset_id', g.asset_id, 'connector_id', g.connector_id,
                        'fields', g.fields, 'masks', g.masks, 'body_policy', g.body_policy) order by g.asset_id)
               from gateway_asset g where g.tenant_id = a.tenant_id and g.application_id = a.id), '[]') as assets
       from gateway_application a
       left join gateway_plan p on p.tenant_id = a.tenant_id and p.id = a.plan_id
      where a.tenant_id = app_tenant() order by a.name, a.id`,
  )
