import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-billing', path: '/reconciliation/billing', parent: 'reconciliation', order: 20 },
]
