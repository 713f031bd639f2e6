import type { Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedJson,
  GeneratedTimestamp,
  Int8,
  Json,
  NullableJson,
  NullableTimestamp,
  TenantId,
  Timestamp,
} from './columns.ts'

export interface TenantTable {
  id: string
  code: string
  name: string
  time_zone: Generated<string>
  status: Generated<'active' | 'disabled'>
  created_at: GeneratedTimestamp
  plain_names: Generated<boolean>
}

export interface RoleTable {
  tenant_id: TenantId
  id: string
  name: string
  permissions: Generated<string[]>
  created_at: GeneratedTimestamp
  remark: Generated<string>
  groups: Generated<string[] | null>
  is_built_in: Generated<boolean>
  version: Generated<number>
  updated_at: GeneratedTimestamp
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
  phone: Generated<string | null>
  phone_confirmed_at: NullableTimestamp
  email: Generated<string | null>
  email_confirmed_at: NullableTimestamp
  remark: Generated<string>
  created_by: Generated<string | null>
  updated_at: GeneratedTimestamp
  plain_name: Generated<boolean>
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
  refresh_uses: Generated<number>
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
  via: string | null
  created_at: GeneratedTimestamp
  role: Generated<string | null>
  user_agent: Generated<string | null>
  result: Generated<'ok' | 'refused' | 'failed'>
  code: Generated<string | null>
  is_masked: Generated<boolean>
}

export interface DataKeyTable {
  tenant_id: TenantId
  version: number
  master_key_id: string
  sealed: Buffer
  created_at: GeneratedTimestamp
  retired_at: NullableTimestamp
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

export interface TenantQuotaTable {
  tenant_id: string
  weight: Generated<number>
  runs: number | null
  strategies: number | null
  records_per_month: Int8 | null
  storage_bytes: Int8 | null
  updated_at: GeneratedTimestamp
}

export interface TenantLoadTable {
  tenant_id: TenantId
  stored_bytes: GeneratedInt8
  measured_at: GeneratedTimestamp
}

export interface TenantUsageTable {
  tenant_id: TenantId
  month: string
  records: GeneratedInt8
}

/** When a tenant last had its turn, by kind of work. */
export interface WorkTurnTable {
  tenant_id: TenantId
  kind: string
  taken_at: GeneratedTimestamp
}

/** The kinds there are: every tenant has a turn of each. */
export interface WorkKindTable {
  name: string
}

/** Everything of a tenant as one file, made in the background. */
export interface TenantExportTable {
  tenant_id: TenantId
  id: string
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'>
  total: Generated<number>
  done: Generated<number>
  rows: GeneratedInt8
  size_bytes: Int8 | null
  sha256: Buffer | null
  path: string | null
  failure: NullableJson
  cancel: Generated<boolean>
  requested_by: string
  requested_name: string
  holder: string | null
  lease_until: GeneratedTimestamp
  fence: GeneratedInt8
  attempts: Generated<number>
  priority: Generated<number>
  created_at: GeneratedTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  expires_at: NullableTimestamp
}

/** The end of a tenant; its row outlives it. */
export interface TenantEndTable {
  id: string
  of_tenant: string
  code: string
  name: string
  state: Generated<'waiting' | 'removing' | 'done' | 'withdrawn'>
  wait_days: number
  asked_by: string
  asked_at: GeneratedTimestamp
  due_at: Timestamp
  withdrawn_by: string | null
  withdrawn_at: NullableTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  key_hash: Buffer
  removed: GeneratedJson
  proof: string | null
  proof_sha256: Buffer | null
  holder: string | null
  lease_until: GeneratedTimestamp
}
