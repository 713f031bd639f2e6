export type { SupplyLine } from '@sluice/api/modules/reconcile/supply-chain/contract.ts'
