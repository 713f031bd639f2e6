import type { Generated } from 'kysely'
import type { GeneratedTimestamp, Json, NullableTimestamp, TenantId } from './columns.ts'

export interface CanaryTable {
  tenant_id: TenantId
  id: string
  strategy_id: string
  rehearsal_id: string
  revision: number
  base_version: number
  version: number
  share: number
  minutes: number | null
  records: number | null
  promotes: boolean
  max_failed: number | null
  max_failed_share: string | null
  state: Generated<'running' | 'ready' | 'promoted' | 'rolledBack'>
  reason: string | null
  counts: Generated<unknown>
  started_by: string | null
  started_at: GeneratedTimestamp
  ready_at: NullableTimestamp
  ended_by: string | null
  ended_at: NullableTimestamp
}

export interface CanaryRunTable {
  tenant_id: TenantId
  canary_id: string
  run_id: string
  strategy_id: string
  counts: Json
  is_whole: boolean
}
