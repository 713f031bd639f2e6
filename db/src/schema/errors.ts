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

export interface ErrorGroupTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  category: string
  code: string
  field: string | null
  pattern: string
  sample: string
  status: Generated<'open' | 'progress' | 'ignored' | 'resolved'>
  owner_id: string | null
  open_count: GeneratedInt8
  ignored_count: GeneratedInt8
  seen_count: GeneratedInt8
  first_at: GeneratedTimestamp
  last_at: GeneratedTimestamp
  status_at: NullableTimestamp
  status_by: string | null
}

export interface ErrorMoveTable {
  tenant_id: TenantId
  group_id: string
  open_count: number
  ignored_count: number
}

export interface ErrorHourTable {
  tenant_id: TenantId
  group_id: string
  hour: Timestamp
  count: Int8
}

export interface IgnoreRuleTable {
  tenant_id: TenantId
  id: string
  strategy_id: string | null
  contains: string
  outcome: 'ignored' | 'finished'
  enabled: Generated<boolean>
  remark: Generated<string>
  hit_count: GeneratedInt8
  last_hit_at: NullableTimestamp
  version: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

type ReplayKind =
  | 'remap'
  | 'correct'
  | 'refetch'
  | 'resend'
  | 'ignore'
  | 'retireDelete'
  | 'retireZero'
  | 'retireMark'
  | 'retireKeep'

export interface ReplayJobTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  group_id: string | null
  kind: ReplayKind
  changes: string | null
  selection: Json
  state: Generated<'choosing' | 'running' | 'done' | 'failed' | 'cancelled'>
  cursor: GeneratedInt8
  idle_runs: Generated<number>
  run_id: string | null
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

export interface ReplayItemTable {
  tenant_id: TenantId
  job_id: string
  record_id: Int8
  state: Generated<string>
  note: string | null
  updated_at: GeneratedTimestamp
}

export interface RecordCorrectionTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  record_id: Int8
  hash: Buffer
  changes: string
  job_id: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
}
