import type { Condition, StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { ReportBody } from '../aggregate/contract.ts'

export interface HeadRow {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly shapes: number
}

/** The strategies that the caller sees, in the versions that run. */
export const listHeads = (tx: Tx, most: number): Promise<HeadRow[]> =>
  tx.query<HeadRow>(
    `select s.id, s.name, s.version, coalesce((select count(*)::int from json_object_keys(f.shapes::json)), 0) as shapes
       from strategy s
       left join strategy_fields f on f.tenant_id = app_tenant() and f.strategy_id = s.id and f.version = s.version
      where s.tenant_id = app_tenant() order by s.name, s.id limit $1`,
    [most],
  )

export interface ConfigRow {
  readonly id: string
  readonly version: number
  readonly config: StrategyConfig
  readonly shapes: readonly string[]
  readonly fields: readonly string[]
}

/** With the places that their records were seen to have. */
export const readConfigs = (tx: Tx, ids: readonly string[]): Promise<ConfigRow[]> =>
  tx.query<ConfigRow>(
    `select s.id, v.version, v.config,
            coalesce((select array_agg(k) from json_object_keys(f.shapes::json) k), '{}') as shapes,
            coalesce((select array_agg(e ->> 'name') from json_array_elements(f.fields::json) e), '{}') as fields
       from strategy s
       join strategy_version v on v.tenant_id = app_tenant() and v.strategy_id = s.id and v.version = s.version
       left join strategy_fields f on f.tenant_id = app_tenant() and f.strategy_id = s.id and f.version = s.version
      where s.tenant_id = app_tenant() and s.id = any($1::uuid[])`,
    [ids],
  )

export interface ConnectorRow {
  readonly id: string
  readonly name: string
  readonly platform_id: string
}

export const listConnectors = (tx: Tx, ids: readonly string[]): Promise<ConnectorRow[]> =>
  tx.query<ConnectorRow>(
    'select id, name, platform_id from connector where tenant_id = app_tenant() and id = any($1::uuid[]) order by name, id',
    [ids],
  )

export interface ReportRow {
  readonly id: string
  readonly strategy_id: string
  readonly name: string
  readonly definition: ReportBody
}

/** Those of others that are not shared have no name. */
export const listReports = (tx: Tx, userId: string): Promise<ReportRow[]> =>
  tx.query<ReportRow>(
    `select a.id, a.strategy_id, case when a.is_shared or a.owner_id = $1 then a.name else '' end as name, a.definition
       from aggregate_report a join strategy s on s.tenant_id = app_tenant() and s.id = a.strategy_id
      where a.tenant_id = app_tenant() order by a.name, a.id`,
    [userId],
  )

interface ViewColumn {
  readonly of: string
  readonly name: string
}

export interface ShareRow {
  readonly id: string
  readonly strategy_id: string
  readonly title: string
  readonly view: {
    readonly side: 'source' | 'mapped'
    readonly columns: readonly ViewColumn[]
    readonly conditions?: readonly { readonly column: ViewColumn }[]
  }
}

/** Links that count. */
export const listShares = (tx: Tx): Promise<ShareRow[]> =>
  tx.query<ShareRow>(
    `select h.id, h.strategy_id, h.title, h.view
       from table_share h join strategy s on s.tenant_id = app_tenant() and s.id = h.strategy_id
      where h.tenant_id = app_tenant() and h.revoked_at is null and h.expires_at > now() order by h.title, h.id`,
  )

export interface ScopeRow {
  readonly id: string
  readonly name: string
  readonly strategy_id: string
  readonly fields: readonly string[]
  readonly row_filter: readonly Pick<Condition, 'field'>[]
}

export const listScopes = (tx: Tx): Promise<ScopeRow[]> =>
  tx.query<ScopeRow>(
    `select a.id, a.name, c.strategy_id, c.fields, c.row_filter
       from gateway_scope c
       join gateway_application a on a.tenant_id = app_tenant() and a.id = c.application_id
       join strategy s on s.tenant_id = app_tenant() and s.id = c.strategy_id
      where c.tenant_id = app_tenant() order by a.name, a.id`,
  )

export interface AssetRow {
  readonly id: string
  readonly name: string
  readonly asset_id: string
  readonly connector_id: string
  readonly fields: readonly string[]
}

export const listAssets = (tx: Tx): Promise<AssetRow[]> =>
  tx.query<AssetRow>(
    `select a.id, a.name, g.asset_id, g.connector_id, g.fields
       from gateway_asset g join gateway_application a on a.tenant_id = app_tenant() and a.id = g.application_id
      where g.tenant_id = app_tenant() order by a.name, a.id`,
  )

export interface FlowRow {
  readonly id: string
  readonly name: string
  readonly rules: readonly { readonly id: string; readonly keys: readonly string[] }[]
  /** Codes of its accounts. */
  readonly accounts: readonly string[]
}

export const listMatchFlows = (tx: Tx): Promise<FlowRow[]> =>
  tx.query<FlowRow>(
    `select f.id, f.name, f.config -> 'rules' as rules,
            coalesce((select array_agg(a.code) from recon_flow_account l
                        join recon_account a on a.tenant_id = app_tenant() and a.id = l.account_id
                       where l.tenant_id = app_tenant() and l.flow_id = f.id), '{}') as accounts
       from recon_flow f where f.tenant_id = app_tenant() and f.status = 'active' order by f.name, f.id`,
  )

export interface BoardRow {
  readonly id: string
  readonly name: string
}

/** Dashboards that show one of these figures. */
export const listBoards = (tx: Tx, figures: readonly string[]): Promise<BoardRow[]> =>
  tx.query<BoardRow>(
    `select d.id, d.name from dashboard d
      where d.tenant_id = app_tenant() and exists (
        select from jsonb_array_elements(d.design -> 'components') c
         where jsonb_exists_any(c -> 'sources', $1::text[])) order by d.name, d.id`,
    [figures],
  )
