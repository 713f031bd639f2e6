import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Json, NullableTimestamp, TenantId } from './columns.ts'

// How far systems are spoken to, and what waits for somebody's approval.

export interface AdapterTable {
  tenant_id: TenantId
  id: string
  platform_id: string
  name: string
  kind: Generated<'http' | 'script' | 'sql'>
  status: Generated<'draft' | 'published' | 'stopped'>
  version: Generated<number>
  published_version: number | null
  created_by: string | null
  updated_by: Generated<string>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface AdapterVersionTable {
  tenant_id: TenantId
  adapter_id: string
  version: number
  doc: Json
  note: Generated<string>
  username: Generated<string>
  created_at: GeneratedTimestamp
}

export interface AdapterTokenTable {
  tenant_id: TenantId
  connector_id: string
  key: string
  sealed: string | null
  expires_at: GeneratedTimestamp
  lease_until: GeneratedTimestamp
}

export interface ApprovalPolicyTable {
  tenant_id: TenantId
  is_required: Generated<boolean>
  updated_at: GeneratedTimestamp
}

export interface ApprovalTable {
  tenant_id: TenantId
  id: string
  kind: 'api' | 'adapter'
  target_id: string
  target_version: number
  title: string
  reason: Generated<string>
  status: Generated<'asked' | 'approved' | 'refused' | 'withdrawn'>
  applicant_id: string
  applicant: string
  approver_id: string | null
  approver: Generated<string>
  opinion: Generated<string>
  created_at: GeneratedTimestamp
  handled_at: NullableTimestamp
}
