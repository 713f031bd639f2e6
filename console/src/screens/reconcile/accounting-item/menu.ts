import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-business', path: '/reconciliation/business', parent: 'reconciliation', order: 60 },
]
