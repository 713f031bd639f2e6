import type { Generated } from 'kysely'
import type { GeneratedInt8, GeneratedTimestamp, NullableTimestamp, TenantId, Timestamp } from './columns.ts'

export interface LoginFailureTable {
  key: Buffer
  failures: number
  first_at: Timestamp
  locks: Generated<number>
  locked_until: NullableTimestamp
}

export interface CaptchaTable {
  id: string
  purpose: string
  answer_hash: Buffer | null
  bits: number | null
  expires_at: Timestamp
}

export interface SmsCodeTable {
  ticket_hash: Buffer
  purpose: string
  phone: string
  user_id: string | null
  code_hash: Buffer
  tries: Generated<number>
  expires_at: Timestamp
}

export interface SignInPolicyTable {
  tenant_id: TenantId
  require_totp: Generated<boolean>
  token_max_days: Generated<number>
  updated_at: GeneratedTimestamp
}

export interface SessionProofTable {
  tenant_id: TenantId
  family_id: string
  user_id: string
  method: string
  proved_at: Timestamp
}

export interface EmailConfirmationTable {
  tenant_id: TenantId
  user_id: string
  email: string
  code_hash: Buffer
  tries: Generated<number>
  expires_at: Timestamp
}

export interface UserTotpTable {
  tenant_id: TenantId
  user_id: string
  secret: string
  confirmed_at: NullableTimestamp
  last_step: GeneratedInt8
  created_at: GeneratedTimestamp
}

export interface RecoveryCodeTable {
  tenant_id: TenantId
  user_id: string
  hash: Buffer
  used_at: NullableTimestamp
}

export interface LoginTicketTable {
  tenant_id: TenantId
  ticket_hash: Buffer
  user_id: string
  method: string
  tries: Generated<number>
  expires_at: Timestamp
}

export interface SsoProviderTable {
  tenant_id: TenantId
  id: string
  label: string
  issuer: string
  client_id: string
  client_secret: string | null
  scope: Generated<string>
  redirect_uri: string
  is_enabled: Generated<boolean>
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface SsoStateTable {
  tenant_id: TenantId
  state_hash: Buffer
  provider_id: string
  nonce: string
  verifier: string
  binding_hash: Buffer
  user_id: string | null
  expires_at: Timestamp
}

export interface UserIdentityTable {
  tenant_id: TenantId
  id: string
  user_id: string
  provider_id: string
  issuer: string
  subject: string
  name: string
  created_at: GeneratedTimestamp
  last_used_at: NullableTimestamp
}
