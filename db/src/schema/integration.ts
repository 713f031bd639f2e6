import type { ColumnType, Generated } from 'kysely'
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
  Timestamp,
} from './columns.ts'

export interface ConnectorTable {
  tenant_id: TenantId
  id: string
  platform_id: string
  name: string
  env: Generated<'production' | 'test' | 'development'>
  params: GeneratedJson
  remark: Generated<string>
  status: Generated<'untested' | 'ok' | 'failed'>
  last_test_at: NullableTimestamp
  last_test: NullableJson
  rate_per_second: number | null
  concurrency: number | null
  version: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface StrategyTable {
  tenant_id: TenantId
  id: string
  code: string
  name: string
  group_name: Generated<string>
  remark: Generated<string>
  status: Generated<'draft' | 'stopped' | 'running'>
  version: Generated<number>
  source_connector_id: string | null
  target_connector_id: string | null
  next_run_at: NullableTimestamp
  paused_at: NullableTimestamp
  remedy_at: NullableTimestamp
  retry_at: NullableTimestamp
  last_run_at: NullableTimestamp
  process_id: string | null
  quote_id: string | null
  quote_version: number | null
  owner_id: string | null
  tags: Generated<string[]>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface StrategyVersionTable {
  tenant_id: TenantId
  strategy_id: string
  version: number
  config: Json
  created_by: string | null
  created_at: GeneratedTimestamp
  follow: ColumnType<boolean, never, never>
  groups_of: ColumnType<string | null, never, never>
}

export interface StrategyCursorTable {
  tenant_id: TenantId
  strategy_id: string
  watermark: string | null
  rejected: Json | null
  seen: string | null
  seen_next: string | null
  seen_by: string | null
  fence: GeneratedInt8
  updated_at: GeneratedTimestamp
}

export interface StrategyLinkTable {
  tenant_id: TenantId
  strategy_id: string
  upstream_id: string
  kind: 'idle' | 'succeeded' | 'finished' | 'after'
}

export interface CursorChangeTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  kind: 'edit' | 'reset' | 'source'
  before: string | null
  after: string | null
  reason: Generated<string>
  changed_by: string | null
  created_at: GeneratedTimestamp
}

export interface KeyScanTable {
  tenant_id: TenantId
  run_id: string
  strategy_id: string
  state: 'reading' | 'blocked' | 'done'
  pass: Generated<number>
  unreadable: GeneratedInt8
  known: Int8 | null
  vanished: Int8 | null
  updated_at: GeneratedTimestamp
}

export interface ScanKeyTable {
  tenant_id: TenantId
  run_id: string
  key: string
}

export interface PushEndpointTable {
  tenant_id: TenantId
  strategy_id: string
  token_hash: Buffer | null
  token_set_at: NullableTimestamp
  settings: GeneratedJson
  secret: string | null
  updated_at: GeneratedTimestamp
  tally_hour: NullableTimestamp
  tally_pushes: GeneratedInt8
  tally_rows: GeneratedInt8
}

export interface FollowReaderTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  connector_id: string
  resource: string
  source: Json
  state: Generated<'following' | 'lost' | 'retired'>
  position: string | null
  progress: NullableJson
  lag: NullableJson
  lag_at: NullableTimestamp
  failure: NullableJson
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ConnectorAccountTable {
  tenant_id: TenantId
  connector_id: string
  tokens: Generated<number>
  refilled_at: GeneratedTimestamp
  paused_until: NullableTimestamp
  open_until: NullableTimestamp
  open_count: Generated<number>
  failing_since: NullableTimestamp
  tries: Generated<number>
  reason: NullableJson
  restored_at: NullableTimestamp
}

export interface ConnectorShareTable {
  tenant_id: TenantId
  connector_id: string
  process_id: string
  slots: number
  wanted: number
  asked_at: Timestamp
  expires_at: Timestamp
}
