export type {
  AccountingItem,
  ItemRule,
  UnclassifiedGroup,
} from '@sluice/api/modules/reconcile/accounting-item/contract.ts'
