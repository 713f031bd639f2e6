import type { Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedTimestamp,
  Int8,
  Json,
  NullableJson,
  NullableTimestamp,
  TenantId,
} from './columns.ts'

/** A report over a strategy's records, and how far its computation is. */
export interface AggregateReportTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  name: string
  definition: Json
  is_shared: Generated<boolean>
  owner_id: string
  version: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  state: Generated<'none' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  requested_by: string | null
  total: Int8 | null
  done: GeneratedInt8
  failure: NullableJson
  cancel: Generated<boolean>
  holder: string | null
  lease_until: GeneratedTimestamp
  fence: GeneratedInt8
  attempts: Generated<number>
  priority: Generated<number>
  result: NullableJson
  result_rows: Generated<number>
  result_version: number | null
  computed_at: NullableTimestamp
}

export interface AggregateRowTable {
  tenant_id: TenantId
  report_id: string
  ordinal: number
  content: Json
}
