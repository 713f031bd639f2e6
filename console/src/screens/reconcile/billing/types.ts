export type { BillLine } from '@sluice/api/modules/reconcile/billing/contract.ts'
