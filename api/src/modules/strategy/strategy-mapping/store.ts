import type { Tx } from '@sluice/db'

export interface PastRow {
  readonly strategy_id: string
  readonly strategy_name: string
  readonly version: number
  readonly same_source: boolean
  readonly fields: unknown
}

export interface PastFilter {
  readonly source: { readonly connector_id: string; readonly resource: string }
  readonly target: { readonly connector_id: string; readonly resource: string }
  readonly strategyId: string | null
}

/** More than these say nothing new. */
const MAX_PAST = 20

/** The same interface of the same platform counts, whatever the connector: its fields are alike. */
export const listPast = (tx: Tx, { source, target, strategyId }: PastFilter): Promise<PastRow[]> =>
  tx.query(
    `with wanted as (
       select (select platform_id from connector where tenant_id = app_tenant() and id = $1) as source_platform,
              (select platform_id from connector where tenant_id = app_tenant() and id = $3) as target_platform)
     select s.id as strategy_id, s.name as strategy_name, v.version, v.config -> 'mapping' -> 'fields' as fields,
            coalesce(v.config -> 'source' ->> 'resource' = $2 and f.platform_id = w.source_platform, false) as same_source
       from wanted w
       join strategy s on s.tenant_id = app_tenant() and s.id is distinct from $5::uuid
       join strategy_version v on v.tenant_id = s.tenant_id and v.strategy_id = s.id and v.version = s.version
       join connector t on t.tenant_id = s.tenant_id and t.id = (v.config -> 'target' ->> 'connector_id')::uuid
       left join connector f on f.tenant_id = s.tenant_id and f.id = (v.config -> 'source' ->> 'connector_id')::uuid
      where v.config -> 'target' ->> 'resource' = $4 and t.platform_id = w.target_platform
      order by same_source desc, s.updated_at desc, s.id limit ${MAX_PAST}`,
    [source.connector_id, source.resource, target.connector_id, target.resource, strategyId],
  )
