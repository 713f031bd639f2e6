export type { ReconAccount as Account } from '@sluice/api/modules/reconcile/recon-account/contract.ts'
