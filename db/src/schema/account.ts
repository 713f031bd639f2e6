import type { Generated } from 'kysely'
import type { GeneratedJson, GeneratedTimestamp, Json, NullableTimestamp, TenantId, Timestamp } from './columns.ts'

export interface AccessTokenTable {
  tenant_id: TenantId
  id: string
  user_id: string
  name: string
  prefix: string
  token_hash: Buffer
  permissions: string[]
  expires_at: Timestamp
  last_used_at: NullableTimestamp
  last_ip: string | null
  revoked_at: NullableTimestamp
  created_at: GeneratedTimestamp
}

export interface NoticeTable {
  tenant_id: TenantId
  id: string
  kind: string
  user_id: string | null
  object_id: Generated<string>
  object_name: Generated<string>
  cause: Generated<string>
  text: Generated<string>
  params: GeneratedJson
  count: Generated<number>
  first_at: GeneratedTimestamp
  last_at: GeneratedTimestamp
  settled_at: NullableTimestamp
}

export interface NoticeMarkTable {
  tenant_id: TenantId
  notice_id: string
  user_id: string
  read_at: NullableTimestamp
  cleared_at: NullableTimestamp
}

export interface NoticeMailTable {
  tenant_id: TenantId
  notice_id: string
  user_id: string
  happened_at: Timestamp
  tries: Generated<number>
  next_at: Timestamp
  sent_at: NullableTimestamp
}

export interface NoticePreferenceTable {
  tenant_id: TenantId
  user_id: string
  kind: string
  in_app: Generated<boolean>
  email: Generated<boolean>
}

/** What a person narrows a list to, under a name. */
export interface SavedFilterTable {
  tenant_id: TenantId
  id: string
  user_id: string
  list: string
  name: string
  filter: Json
  is_default: Generated<boolean>
  is_shared: Generated<boolean>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}
