import type { ColumnType, Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedJson,
  GeneratedTimestamp,
  IdentityInt8,
  Int8,
  Json,
  NullableJson,
  NullableTimestamp,
  TenantId,
  Timestamp,
} from './columns.ts'

export interface RunTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  version: number
  trigger: 'schedule' | 'manual' | 'push' | 'retry' | 'callback' | 'chain' | 'remedy'
  state: Generated<'queued' | 'running' | 'stopping' | 'succeeded' | 'partial' | 'failed' | 'stopped'>
  counts: GeneratedJson
  window: NullableJson
  /** The far system that is away: its reason, since when, how often tried, and when next. */
  trying: NullableJson
  cursor: string | null
  read_complete: Generated<boolean>
  follow: Generated<boolean>
  fence: GeneratedInt8
  failure: NullableJson
  imbalance: string | null
  adapters: GeneratedJson
  slot_at: NullableTimestamp
  priority: Generated<number>
  hold: NullableJson
  look_at: NullableTimestamp
  requested_by: string | null
  pool_id: string | null
  holder_id: string | null
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
  is_deleted: Generated<boolean>
  error_group: string | null
  generation: Generated<number>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

/** Finished records that lie together, a row a page; see migration 0031. */
export interface RecordBlockTable {
  tenant_id: TenantId
  strategy_id: string
  run_id: string
  first_id: Int8
  record_count: number
  key_length: number
  first_key: string
  last_key: string
  number_length: number | null
  first_number: string | null
  last_number: string | null
  target_length: number | null
  first_target: string | null
  last_target: string | null
  page_id: Int8
  page_at: Timestamp
  first_ordinal: number
  version: number
  keys: string[]
  numbers: string[] | null
  target_keys: string[] | null
  versions: number[] | null
  hashes: Buffer
  created_at: GeneratedTimestamp
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

export interface RecordDecisionTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  record_id: Int8
  user_id: string | null
  decision: 'reprocess' | 'ignore' | 'confirmWritten' | 'retireDelete' | 'retireZero' | 'retireMark' | 'retireKeep'
  from_status: number
  to_status: number
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
  place: string | null
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
  taken_at: NullableTimestamp
  retain_days: ColumnType<number, number | undefined, number>
}

export interface RunWishTable {
  tenant_id: TenantId
  id: IdentityInt8
  strategy_id: string
  trigger: string
  slot_at: NullableTimestamp
  created_at: GeneratedTimestamp
}

export interface ProcessPoolTable {
  tenant_id: TenantId
  id: string
  name: string
  label: Generated<string>
  state: Generated<'running' | 'draining' | 'stopped'>
  concurrency: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface ProcessTable {
  id: string
  host: string
  pid: number
  version: string
  roles: string[]
  labels: string[]
  mode: 'work' | 'listen'
  key_id: string
  files_id: string
  concurrency: number
  running: Generated<number>
  draining: Generated<boolean>
  cpu: Generated<number>
  rss_bytes: GeneratedInt8
  addresses: Generated<string[]>
  ports: Generated<number[]>
  started_at: GeneratedTimestamp
  heartbeat_at: GeneratedTimestamp
}
