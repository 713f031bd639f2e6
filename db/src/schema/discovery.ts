import type { Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedJson,
  GeneratedTimestamp,
  IdentityInt8,
  Int8,
  Json,
  NullableJson,
  NullableTimestamp,
  TenantId,
} from './columns.ts'

export interface DiscoveryTable {
  tenant_id: TenantId
  connector_id: string
  env: string
  id: string
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  phase: Generated<'list' | 'fields'>
  cursor: string | null
  found: Generated<number>
  described: Generated<number>
  failure: NullableJson
  cancel: Generated<boolean>
  holder: string | null
  lease_until: GeneratedTimestamp
  fence: GeneratedInt8
  attempts: Generated<number>
  priority: Generated<number>
  requested_by: string | null
  requested_at: GeneratedTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  connector_version: number | null
  listed_at: NullableTimestamp
  listed_version: number | null
  listed_ms: number | null
  is_cut: Generated<boolean>
}

export interface CatalogueObjectTable {
  tenant_id: TenantId
  connector_id: string
  env: string
  id: string
  schema: string
  label: string
  kind: string
  direction: string
  comment: string
  estimated_count: Int8 | null
  search: string
  fields: NullableJson
  described_at: NullableTimestamp
  found_at: GeneratedTimestamp
  round: string
  gone_at: NullableTimestamp
}

export interface StrategyDriftTable {
  tenant_id: TenantId
  strategy_id: string
  side: 'source' | 'target'
  version: number
  connector_id: string
  object_id: string
  at: GeneratedTimestamp
  detail: Json
}

export interface StrategyFieldsTable {
  tenant_id: TenantId
  strategy_id: string
  version: number
  fields: Json
  at: GeneratedTimestamp
}

export interface CatalogueChangeTable {
  tenant_id: TenantId
  connector_id: string
  env: string
  id: IdentityInt8
  at: GeneratedTimestamp
  object_id: string
  kind: 'added' | 'removed' | 'returned' | 'changed' | 'fields'
  detail: GeneratedJson
}
