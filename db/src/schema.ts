import type { ColumnType, Generated } from 'kysely'

/** Tables of the migrations, as the query builder sees them. Change both together. */
export interface Schema {
  tenant: TenantTable
  role: RoleTable
  app_user: AppUserTable
  session: SessionTable
  login_challenge: LoginChallengeTable
  throttle: ThrottleTable
  operation_log: OperationLogTable
  data_key: DataKeyTable
  file: FileTable
  setting: SettingTable
  connector: ConnectorTable
  strategy: StrategyTable
  strategy_version: StrategyVersionTable
  strategy_cursor: StrategyCursorTable
  run: RunTable
  page: PageTable
  record_state: RecordStateTable
  record_count: RecordCountTable
  record_attempt: RecordAttemptTable
  rejected_row: RejectedRowTable
  run_log: RunLogTable
  inbox: InboxTable
}

/** bigint: text on the way out, so that nothing passes through a double. */
type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>
type GeneratedInt8 = ColumnType<string, string | number | bigint | undefined, string | number | bigint>
type IdentityInt8 = ColumnType<string, never, never>
/** timestamptz: ISO 8601 in UTC with microseconds on the way out. */
type Timestamp = ColumnType<string, string | Date, string | Date>
type NullableTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type GeneratedTimestamp = ColumnType<string, string | Date | undefined, string | Date>
/** jsonb: parsed on the way out, JSON text on the way in (an array would become a PostgreSQL array). */
type Json = ColumnType<unknown, string, string>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** Filled with the transaction's tenant; only `withSystem` gives it. */
type TenantId = Generated<string>

export interface TenantTable {
  id: string
  code: string
  name: string
  time_zone: Generated<string>
  status: Generated<'active' | 'disabled'>
  created_at: GeneratedTimestamp
}

export interface RoleTable {
  tenant_id: TenantId
  id: string
  name: string
  permissions: Generated<string[]>
  created_at: GeneratedTimestamp
}

export interface AppUserTable {
  tenant_id: TenantId
  id: string
  username: string
  nickname: string
  password_hash: string
  must_change_password: Generated<boolean>
  role_id: string
  status: Generated<'active' | 'disabled'>
  avatar: string | null
  settings: GeneratedJson
  last_login_at: NullableTimestamp
  created_at: GeneratedTimestamp
}

export interface SessionTable {
  tenant_id: TenantId
  id: string
  user_id: string
  family_id: string
  access_hash: Buffer
  access_expires_at: Timestamp
  refresh_hash: Buffer
  refresh_expires_at: Timestamp
  refresh_used_at: NullableTimestamp
  absolute_expires_at: Timestamp
  revoked_at: NullableTimestamp
  ip: string | null
  user_agent: string | null
  created_at: GeneratedTimestamp
}

export interface LoginChallengeTable {
  challenge: string
  expires_at: Timestamp
}

export interface ThrottleTable {
  key: string
  tokens: number
  updated_at: Timestamp
}

export interface OperationLogTable {
  tenant_id: TenantId
  id: string
  user_id: string | null
  username: string
  action: string
  operation: string
  object_type: string
  object_id: string | null
  object_name: string | null
  before: NullableJson
  after: NullableJson
  ip: string | null
  created_at: GeneratedTimestamp
}

export interface DataKeyTable {
  tenant_id: TenantId
  version: number
  master_key_id: string
  sealed: Buffer
  created_at: GeneratedTimestamp
}

export interface FileTable {
  tenant_id: TenantId
  id: string
  name: string
  size_bytes: Int8
  sha256: Buffer
  path: string
  created_by: string | null
  created_at: GeneratedTimestamp
}

export interface SettingTable {
  key: string
  value: Json
  updated_at: GeneratedTimestamp
}

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
  last_run_at: NullableTimestamp
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
}

export interface StrategyCursorTable {
  tenant_id: TenantId
  strategy_id: string
  watermark: string | null
  fence: GeneratedInt8
  updated_at: GeneratedTimestamp
}

export interface RunTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  version: number
  trigger: 'schedule' | 'manual' | 'push' | 'retry' | 'callback'
  state: Generated<'queued' | 'running' | 'stopping' | 'succeeded' | 'partial' | 'failed' | 'stopped'>
  counts: GeneratedJson
  window: NullableJson
  cursor: string | null
  read_complete: Generated<boolean>
  fence: GeneratedInt8
  failure: NullableJson
  imbalance: string | null
  slot_at: NullableTimestamp
  requested_by: string | null
  created_at: GeneratedTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  updated_at: GeneratedTimestamp
}

export interface PageTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  run_id: string
  record_count: number
  status: Generated<number>
  version: number
  request: string | null
  body: Buffer
  raw: Buffer | null
  result: Buffer | null
  created_at: GeneratedTimestamp
  settled_at: NullableTimestamp
}

export interface RecordStateTable {
  tenant_id: TenantId
  strategy_id: string
  key: string
  id: Int8
  page_id: Int8
  page_at: Timestamp
  ordinal: number
  status: number
  attempts: Generated<number>
  version: number
  hash: Buffer
  number: string | null
  error_code: string | null
  error_message: string | null
  target_key: string | null
  retry_at: NullableTimestamp
  run_id: string
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface RecordCountTable {
  tenant_id: TenantId
  strategy_id: string
  status: number
  count: GeneratedInt8
}

export interface RecordAttemptTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  record_id: Int8
  run_id: string
  attempt: number
  status: number
  version: number
  request: string | null
  response: string | null
  failure: NullableJson
  created_at: GeneratedTimestamp
}

export interface RejectedRowTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  run_id: string
  page_id: Int8
  ordinal: number
  failure: Json
  created_at: GeneratedTimestamp
}

export interface RunLogTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  run_id: string | null
  level: 'record' | 'notice' | 'success' | 'error' | 'fatal'
  text: string
  detail: NullableJson
  created_at: GeneratedTimestamp
}

export interface InboxTable {
  tenant_id: TenantId
  id: IdentityInt8
  inbox_id: string
  delivery_id: string | null
  body: string
  created_at: GeneratedTimestamp
}
