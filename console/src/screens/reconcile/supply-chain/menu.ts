import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-supply-chain', path: '/reconciliation/supply-chain', parent: 'reconciliation', order: 25 },
]
