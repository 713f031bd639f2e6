import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  {
    id: 'strategy-export-job',
    path: '/strategy/export/job',
    parent: 'operations',
    order: 30,
    component: 'strategy/export-job',
  },
]
