import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  {
    id: 'operations-error',
    path: '/strategy/error/data',
    parent: 'operations',
    order: 20,
    component: 'strategy/error-data',
  },
]
