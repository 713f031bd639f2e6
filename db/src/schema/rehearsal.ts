import type { Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedTimestamp,
  Int8,
  Json,
  NullableJson,
  NullableTimestamp,
  TenantId,
  Timestamp,
} from './columns.ts'

export interface StrategyGateTable {
  tenant_id: TenantId
  strategy_id: string
  required: Generated<boolean>
  revision: Generated<number>
  parts: NullableJson
  saved_by: string | null
  saved_at: NullableTimestamp
}

export interface RehearsalTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  base_version: number
  revision: number
  config: Json
  compares: 'edition' | 'change' | null
  reports: Generated<unknown>
  maps: Generated<unknown>
  adapters: Generated<unknown>
  days: number
  max_records: number
  since: Timestamp
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  cursor_at: GeneratedTimestamp
  cursor_id: GeneratedInt8
  total: Int8 | null
  examined: GeneratedInt8
  summary: string | null
  failure: NullableJson
  cancel: Generated<boolean>
  holder: string | null
  lease_until: GeneratedTimestamp
  fence: GeneratedInt8
  attempts: Generated<number>
  priority: Generated<number>
  requested_by: string | null
  created_at: GeneratedTimestamp
  finished_at: NullableTimestamp
  accepted_by: string | null
  accepted_at: NullableTimestamp
  note: Generated<string>
  published_version: number | null
}

export interface RehearsalDifferenceTable {
  tenant_id: TenantId
  rehearsal_id: string
  ordinal: number
  strategy_id: string
  record_id: Int8
  key: string
  number: string | null
  status: number
  version: number
  kind: string
  paths: string[]
  fields: string
  problems: string
}

export interface StrategyTemplateTable {
  tenant_id: TenantId
  id: string
  name: string
  description: Generated<string>
  source_platform: string
  target_platform: string
  config: Json
  created_by: string
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  group_name: string | null
}
