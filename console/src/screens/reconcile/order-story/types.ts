export type { OrderStory, Story } from '@sluice/api/modules/reconcile/order-story/contract.ts'
