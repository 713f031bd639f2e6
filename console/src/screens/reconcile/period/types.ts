import type { Period, Point } from '@sluice/api/modules/reconcile/period/contract.ts'

export type { Period, Point } from '@sluice/api/modules/reconcile/period/contract.ts'
export type PeriodDetail = Period & { readonly points: readonly Point[] }
