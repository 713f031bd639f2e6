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

export interface RetentionTable {
  tenant_id: TenantId
  scope_id: string
  finished_days: number | null
  error_days: number | null
  log_days: number | null
  run_days: number | null
  replaced_days: number | null
  archive: boolean | null
  updated_at: GeneratedTimestamp
}

export interface StorageUseTable {
  tenant_id: TenantId
  strategy_id: string
  day: string
  records: Int8
  pages: Int8
  page_bytes: Int8
  record_bytes: Int8
  trace_bytes: Int8
  oldest: NullableTimestamp
  newest: NullableTimestamp
  measured_at: GeneratedTimestamp
}

export interface StorageJobTable {
  tenant_id: TenantId
  id: string
  kind: 'clean' | 'archive' | 'restore'
  strategy_id: string
  condition: Json
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  total: GeneratedInt8
  done: GeneratedInt8
  freed_bytes: GeneratedInt8
  failure: NullableJson
  cancel: Generated<boolean>
  holder: string | null
  lease_until: GeneratedTimestamp
  fence: GeneratedInt8
  attempts: Generated<number>
  priority: Generated<number>
  requested_by: string | null
  created_at: GeneratedTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
}

export interface ArchiveFileTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  path: string
  pages: number
  records: Int8
  size_bytes: Int8
  content_sha256: Buffer
  file_sha256: Buffer
  first_page: Int8
  last_page: Int8
  oldest: Timestamp
  newest: Timestamp
  created_at: GeneratedTimestamp
  restored_at: NullableTimestamp
  restored_until: NullableTimestamp
}

export interface MaintenanceTable {
  singleton: Generated<boolean>
  holder: string | null
  lease_until: GeneratedTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  next_at: GeneratedTimestamp
  step: string | null
  progress: NullableJson
  result: NullableJson
  failure: NullableJson
}

export interface ExportJobTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  strategy_name: string
  format: 'csv' | 'xlsx' | 'jsonl' | 'parquet'
  request: Json
  language: string
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired'>
  total: Int8 | null
  done: GeneratedInt8
  rows: GeneratedInt8
  progress: NullableJson
  size_bytes: Int8 | null
  sha256: Buffer | null
  path: string | null
  failure: NullableJson
  cancel: Generated<boolean>
  requested_by: string
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
