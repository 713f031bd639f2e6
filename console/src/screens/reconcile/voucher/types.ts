export type { Voucher } from '@sluice/api/modules/reconcile/voucher/contract.ts'
