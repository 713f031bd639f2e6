export type { SubAccount } from '@sluice/api/modules/sub-account/contract.ts'
