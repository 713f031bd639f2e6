import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'operations', path: '/operations', order: 50, redirect: '/strategy/health', icon: 'OperationsIcon' },
  { id: 'strategy-health', path: '/strategy/health', parent: 'operations', order: 10 },
]
