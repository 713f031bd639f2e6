import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-order', path: '/reconciliation/order', parent: 'reconciliation', order: 12 },
]
