import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Json, TenantId } from './columns.ts'

export interface PlatformTable {
  tenant_id: TenantId
  id: string
  code: string
  name: string
  template: Json
  app: Generated<unknown>
  status: Generated<'enabled' | 'stopped'>
  version: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ApiCollectionTable {
  tenant_id: TenantId
  id: string
  platform_id: string
  parent_id: string | null
  name: string
  remark: Generated<string>
  sort: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ApiAssetTable {
  tenant_id: TenantId
  id: string
  platform_id: string
  collection_id: string | null
  name: string
  api: string
  method: string
  type: 'QUERY' | 'EXECUTE'
  status: Generated<'draft' | 'published' | 'stopped'>
  version: Generated<number>
  sort: Generated<number>
  created_by: string | null
  updated_by: Generated<string>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  published_version: number | null
}

export interface ApiAssetVersionTable {
  tenant_id: TenantId
  asset_id: string
  version: number
  doc: Json
  note: Generated<string>
  username: Generated<string>
  created_at: GeneratedTimestamp
}
