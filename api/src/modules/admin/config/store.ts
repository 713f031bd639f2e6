import type { ParamValues } from '@sluice/contract'
import type { Tx } from '@sluice/db'

/** One change of a tenant's configuration by files at a time. */
export const lockConfig = (tx: Tx): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('config/' || app_tenant()::text, 0))`)

export interface PlatformRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly template: unknown
  /** Name -> sealed text. */
  readonly app: Readonly<Record<string, string>>
  readonly status: 'enabled' | 'stopped'
  readonly version: number
}

export const listPlatforms = (tx: Tx): Promise<PlatformRow[]> =>
  tx.query(
    `select id, code, name, template, app, status, version from platform where tenant_id = app_tenant() order by code`,
  )

export interface ConnectorRow {
  readonly id: string
  readonly platform_id: string
  readonly name: string
  readonly env: string
  /** Secrets sealed. */
  readonly params: ParamValues
  readonly remark: string
  readonly rate_per_second: number | null
  readonly concurrency: number | null
  readonly version: number
}

export const listConnectors = (tx: Tx): Promise<ConnectorRow[]> =>
  tx.query(
    `select id, platform_id, name, env, params, remark, rate_per_second, concurrency, version
       from connector where tenant_id = app_tenant() order by platform_id, name`,
  )

export interface MapRow {
  readonly id: string
  readonly name: string
  readonly a_platform_id: string
  readonly b_platform_id: string
  readonly remark: string
  readonly case_sensitive: boolean
  readonly trim: boolean
  readonly on_miss: 'keep' | 'default' | 'error'
  readonly default_a: string
  readonly default_b: string
  readonly version: number
  readonly line_count: number
}

export const listMaps = (tx: Tx): Promise<MapRow[]> =>
  tx.query(
    `select id, name, a_platform_id, b_platform_id, remark, case_sensitive, trim, on_miss, default_a, default_b, version,
            line_count
       from value_map where tenant_id = app_tenant() order by name`,
  )

export interface LineRow {
  readonly map_id: string
  readonly a_value: string
  readonly a_label: string
  readonly b_value: string
  readonly b_label: string
  readonly enabled: boolean
  readonly remark: string
}

/** In an order of their own, so that the same lines make the same file. */
export const listLines = (tx: Tx, mapIds: readonly string[]): Promise<LineRow[]> =>
  tx.query(
    `select map_id, a_value, a_label, b_value, b_label, enabled, remark from value_map_line
      where tenant_id = app_tenant() and map_id = any($1::uuid[]) and until_version is null
      order by map_id, a_value collate "C", id`,
    [mapIds],
  )

interface OfferedRow {
  readonly id: string
  readonly platform_id: string
  readonly name: string
  readonly status: 'draft' | 'published' | 'stopped'
  readonly version: number
  readonly published_version: number | null
  readonly doc: unknown
}
export type AdapterRow = OfferedRow

export const listAdapters = (tx: Tx): Promise<AdapterRow[]> =>
  tx.query(
    `select a.id, a.platform_id, a.name, a.status, a.version, a.published_version, v.doc from adapter a
       join adapter_version v on v.tenant_id = a.tenant_id and v.adapter_id = a.id and v.version = a.version
      where a.tenant_id = app_tenant() order by a.platform_id, a.name`,
  )

export interface AssetRow extends OfferedRow {
  readonly collection_id: string | null
}

export const listAssets = (tx: Tx): Promise<AssetRow[]> =>
  tx.query(
    `select a.id, a.platform_id, a.name, a.status, a.version, a.published_version, a.collection_id, v.doc from api_asset a
       join api_asset_version v on v.tenant_id = a.tenant_id and v.asset_id = a.id and v.version = a.version
      where a.tenant_id = app_tenant() order by a.platform_id, a.name, a.id`,
  )

export interface StrategyRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly group_name: string
  readonly remark: string
  readonly tags: readonly string[]
  readonly status: 'draft' | 'stopped' | 'running'
  readonly version: number
  readonly config: unknown
  readonly watermark: string | null
}

export const listStrategies = (tx: Tx): Promise<StrategyRow[]> =>
  tx.query(
    `select s.id, s.code, s.name, s.group_name, s.remark, s.tags, s.status, s.version, v.config, k.watermark from strategy s
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       left join strategy_cursor k on k.tenant_id = s.tenant_id and k.strategy_id = s.id
      where s.tenant_id = app_tenant() order by s.code`,
  )

export interface ReportRow {
  readonly id: string
  readonly strategy_id: string
  /** Of its strategy. */
  readonly code: string
  readonly name: string
  readonly definition: Readonly<Record<string, unknown>>
  readonly version: number
}

/** Those that everybody sees who sees the strategy: what somebody keeps to themselves is no configuration. */
export const listReports = (tx: Tx): Promise<ReportRow[]> =>
  tx.query(
    `select r.id, r.strategy_id, s.code, r.name, r.definition, r.version from aggregate_report r
       join strategy s on s.tenant_id = r.tenant_id and s.id = r.strategy_id
      where r.tenant_id = app_tenant() and r.is_shared order by s.code, r.name, r.id`,
  )

export interface DashboardRow {
  readonly id: string
  readonly name: string
  readonly template: string
  readonly refresh_seconds: number
  readonly design: unknown
  readonly version: number
}

export const listDashboards = (tx: Tx): Promise<DashboardRow[]> =>
  tx.query(
    `select id, name, template, refresh_seconds, design, version from dashboard
      where tenant_id = app_tenant() order by name`,
  )

/** Stored records by strategy. */
export async function countRecords(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; total: string }>(
    `select strategy_id as id, sum(count)::text as total from record_count
      where tenant_id = app_tenant() and strategy_id = any($1::uuid[]) group by strategy_id`,
    [ids],
  )
  return new Map(rows.map(row => [row.id, row.total]))
}

/** Whether one of its runs is under way. */
export async function hasLiveRun(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from run where tenant_id = app_tenant() and strategy_id = $1 and state in ('queued', 'running', 'stopping')`,
    [id],
  )
  return rows.length > 0
}

/** In a transaction that is undone: what names the strategy is free, its records are left where they are. */
export const forgetStrategy = (tx: Tx, id: string): Promise<number> =>
  tx.execute('delete from strategy where tenant_id = app_tenant() and id = $1', [id])
