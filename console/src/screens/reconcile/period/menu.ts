import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-archiving', path: '/reconciliation/data-archiving', parent: 'reconciliation', order: 70 },
]
