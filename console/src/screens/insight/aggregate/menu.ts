import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  {
    id: 'strategy-aggregate',
    path: '/strategy/aggregate/:strategy',
    parent: 'strategy',
    component: 'strategy/aggregate',
    isHidden: true,
  },
  {
    id: 'strategy-aggregate-create',
    path: '/strategy/aggregate/:strategy/create',
    parent: 'strategy',
    component: 'strategy/aggregate-create',
    isHidden: true,
  },
  {
    id: 'strategy-aggregate-edit',
    path: '/strategy/aggregate/:strategy/:id',
    parent: 'strategy',
    component: 'strategy/aggregate-edit',
    isHidden: true,
  },
]
