export type {
  ImportDetail,
  ImportFile,
  ImportHead,
  ImportTrial,
} from '@sluice/api/modules/reconcile/bill-import/contract.ts'
export type { BillProfile, ProfileMapping } from '@sluice/api/modules/reconcile/bill-profile/contract.ts'
