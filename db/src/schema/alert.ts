import type { Generated } from 'kysely'
import type {
  GeneratedInt8,
  GeneratedJson,
  GeneratedTimestamp,
  NullableJson,
  NullableTimestamp,
  TenantId,
  Timestamp,
} from './columns.ts'

export interface StrategyTallyTable {
  tenant_id: TenantId
  strategy_id: string
  at: Timestamp
  read: GeneratedInt8
  fresh: GeneratedInt8
  written: GeneratedInt8
  errors: GeneratedInt8
  unknown: GeneratedInt8
  runs: Generated<number>
  failed_runs: Generated<number>
  run_ms: GeneratedInt8
}

export interface StrategyPulseTable {
  tenant_id: TenantId
  strategy_id: string
  pulled_at: NullableTimestamp
  failures: Generated<number>
  rejected: GeneratedInt8
}

export interface AlertChannelTable {
  tenant_id: TenantId
  id: string
  name: string
  kind: 'notice' | 'email' | 'dingtalk' | 'wecom' | 'feishu' | 'webhook'
  settings: GeneratedJson
  secrets: GeneratedJson
  language: string
  quiet: NullableJson
  is_enabled: Generated<boolean>
  in_self_test: Generated<boolean>
  sent_at: NullableTimestamp
  failed_at: NullableTimestamp
  failure: string | null
  version: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface AlertRuleTable {
  tenant_id: TenantId
  id: string
  name: string
  kind: 'failures' | 'backlog' | 'process' | 'errorRate' | 'growth' | 'wait' | 'silent' | 'credential'
  threshold: number | null
  window_minutes: number | null
  scope: 'all' | 'group' | 'strategy'
  scope_values: Generated<string[]>
  channel_ids: Generated<string[]>
  repeat_minutes: number | null
  escalate_after: number | null
  escalate_channel_ids: Generated<string[]>
  tells_recovery: Generated<boolean>
  is_urgent: Generated<boolean>
  is_enabled: Generated<boolean>
  version: Generated<number>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface AlertEventTable {
  tenant_id: TenantId
  id: string
  rule_id: string
  object_type: 'strategy' | 'connector' | 'pool'
  object_id: string
  object_name: string
  text: string
  first_at: GeneratedTimestamp
  last_at: GeneratedTimestamp
  told_at: NullableTimestamp
  told: Generated<number>
  resolved_at: NullableTimestamp
}

export interface AlertDeliveryTable {
  tenant_id: TenantId
  id: string
  channel_id: string
  recipient: Generated<string>
  rule_id: string | null
  rule_name: Generated<string>
  kind: 'alert' | 'repeat' | 'escalation' | 'recovery' | 'test' | 'watch'
  items: GeneratedJson
  count: Generated<number>
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'unknown' | 'dropped'>
  is_held: Generated<boolean>
  tries: Generated<number>
  doubts: Generated<number>
  next_at: GeneratedTimestamp
  failure: string | null
  self_test_id: string | null
  holder: string | null
  lease_until: GeneratedTimestamp
  cancel: Generated<boolean>
  fence: GeneratedInt8
  attempts: Generated<number>
  priority: Generated<number>
  created_at: GeneratedTimestamp
  sent_at: NullableTimestamp
}

export interface AlertSettingTable {
  tenant_id: TenantId
  heartbeat_url: string | null
  heartbeat_minutes: Generated<number>
  beat_at: NullableTimestamp
  beat_failure: string | null
  self_test_hour: number | null
  self_test_at: NullableTimestamp
  self_test_id: string | null
  updated_at: GeneratedTimestamp
}

export interface AlertSubscriptionTable {
  tenant_id: TenantId
  user_id: string
  strategy_id: string
  created_at: GeneratedTimestamp
}

export interface AlertWatchTable {
  singleton: Generated<boolean>
  holder: string | null
  lease_until: GeneratedTimestamp
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  next_at: GeneratedTimestamp
  failure: string | null
  alarmed_at: NullableTimestamp
}
