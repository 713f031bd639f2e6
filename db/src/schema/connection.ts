import type { Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedTimestamp,
  IdentityInt8,
  Int8,
  Json,
  NullableJson,
  NullableTimestamp,
  TenantId,
  Timestamp,
} from './columns.ts'

export interface ValueMapTable {
  tenant_id: TenantId
  id: string
  name: string
  a_platform_id: Generated<string>
  b_platform_id: Generated<string>
  remark: Generated<string>
  case_sensitive: Generated<boolean>
  trim: Generated<boolean>
  on_miss: Generated<'keep' | 'default' | 'error'>
  default_a: Generated<string>
  default_b: Generated<string>
  version: Generated<number>
  line_count: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ValueMapLineTable {
  tenant_id: TenantId
  map_id: string
  id: GeneratedInt8
  a_value: string
  a_key: string
  a_label: Generated<string>
  b_value: string
  b_key: string
  b_label: Generated<string>
  enabled: Generated<boolean>
  remark: Generated<string>
  from_version: number
  until_version: number | null
}

export interface ValueMapChangeTable {
  tenant_id: TenantId
  map_id: string
  version: number
  kind: 'create' | 'lines' | 'import' | 'settings' | 'complete'
  added: Generated<number>
  changed: Generated<number>
  removed: Generated<number>
  settings: Json
  username: string
  created_at: GeneratedTimestamp
}

export interface RunValueMapTable {
  tenant_id: TenantId
  run_id: string
  map_id: string
  version: number
}

export interface ValueMapMissTable {
  tenant_id: TenantId
  id: IdentityInt8
  map_id: string
  direction: 'forward' | 'reverse'
  value: string
  value_hash: Buffer
  count: GeneratedInt8
  record_count: Generated<number>
  strategy_id: string
  ignored: Generated<boolean>
  matched: Generated<boolean>
  first_at: GeneratedTimestamp
  last_at: GeneratedTimestamp
}

export interface ValueMapMissRecordTable {
  tenant_id: TenantId
  miss_id: Int8
  strategy_id: string
  record_key: string
}

export interface ConnectorEnvTable {
  tenant_id: TenantId
  connector_id: string
  env: 'production' | 'test' | 'development'
  params: Json
  status: Generated<'untested' | 'ok' | 'failed'>
  last_test_at: NullableTimestamp
  last_test: NullableJson
  updated_at: GeneratedTimestamp
}

export interface ConnectorVersionTable {
  tenant_id: TenantId
  connector_id: string
  version: number
  kind: 'create' | 'update' | 'switch' | 'restore'
  name: string
  env: string
  params: Json
  remark: string
  rate_per_second: number | null
  concurrency: number | null
  username: string
  created_at: GeneratedTimestamp
}

export interface ConnectorCallTable {
  tenant_id: TenantId
  connector_id: string
  minute: Timestamp
  calls: Generated<number>
  failures: Generated<number>
  latency: number[]
}

export interface ConnectorGrantTable {
  tenant_id: TenantId
  connector_id: string
  env: 'production' | 'test' | 'development'
  tokens: string
  expires_at: NullableTimestamp
  refresh_at: NullableTimestamp
  scope: Generated<string>
  failure: string | null
  issuer: string
  granted_by: string
  granted_at: GeneratedTimestamp
  refreshed_at: NullableTimestamp
  lease_id: string | null
  lease_until: GeneratedTimestamp
  ends_at: NullableTimestamp
  warn_at: NullableTimestamp
}

export interface GrantRequestTable {
  tenant_id: TenantId
  state_hash: Buffer
  connector_id: string
  env: string
  user_id: string
  verifier: string
  redirect_uri: string
  expires_at: Timestamp
}
