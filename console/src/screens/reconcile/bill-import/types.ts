export type { ImportDetail, ImportFile } from '@sluice/api/modules/reconcile/bill-import/contract.ts'
