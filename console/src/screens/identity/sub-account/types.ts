export type { SubAccount } from '@sluice/api/modules/identity/sub-account/contract.ts'
