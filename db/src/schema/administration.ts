import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Int8, TenantId } from './columns.ts'

export interface OperationChainTable {
  tenant_id: TenantId
  seq: Int8
  log_id: string
  entry_hash: Buffer
  hash: Buffer
  deleted_by: string | null
}

export interface OperationChainHeadTable {
  tenant_id: TenantId
  seq: Int8
  hash: Buffer
}

export interface WebsiteTable {
  tenant_id: TenantId
  host: string | null
  short_name: Generated<string>
  record_number: Generated<string>
  authorized_company: Generated<string>
  community_url: Generated<string>
  privacy_url: Generated<string>
  terms_url: Generated<string>
  spreadsheet_url: Generated<string>
  updated_at: GeneratedTimestamp
}
