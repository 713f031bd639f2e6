export type { Conversation } from '@sluice/api/modules/assistant/contract.ts'
