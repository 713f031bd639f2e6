import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-index', path: '/reconciliation/index', parent: 'reconciliation', order: 10 },
]
