import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-import', path: '/reconciliation/import', parent: 'reconciliation', order: 40 },
]
