import type { reportPage } from './pages.ts'

export type { FeeRow, ItemRow, RuleRow } from '@sluice/api/modules/reconcile/report/contract.ts'

export type Search = ReturnType<typeof reportPage.useSearch>[0]

export interface ReportProps {
  readonly search: Search
  onChange(patch: Partial<Search>): void
}
