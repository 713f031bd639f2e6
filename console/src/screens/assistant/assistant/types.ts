export type { Conversation } from '@sluice/api/modules/assistant/assistant/contract.ts'
