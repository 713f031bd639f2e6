import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-difference', path: '/reconciliation/difference', parent: 'reconciliation', order: 15 },
]
