import type { Generated } from 'kysely'
import type { GeneratedTimestamp, TenantId, Timestamp } from './columns.ts'

export interface AssistantConversationTable {
  tenant_id: TenantId
  id: string
  user_id: string
  name: string
  pinned: Generated<boolean>
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
}

export interface AssistantMessageTable {
  tenant_id: TenantId
  conversation_id: string
  id: string
  role: string
  content: string
  tokens: number | null
  created_at: Timestamp
}

export interface AssistantUsageTable {
  tenant_id: TenantId
  day: string
  asked: Generated<number>
  tokens: Generated<string>
}
