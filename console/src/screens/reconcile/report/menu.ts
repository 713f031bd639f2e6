import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-report', path: '/reconciliation/report', parent: 'reconciliation', order: 65 },
]
