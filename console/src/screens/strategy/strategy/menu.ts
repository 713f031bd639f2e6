import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'strategy', path: '/strategy/index', order: 30, icon: 'StrategyIcon', hasHiddenChildren: true },
  { id: 'strategy-create', path: '/strategy/create', parent: 'strategy', isHidden: true },
  {
    id: 'strategy-detail',
    path: '/strategy/detail/:id',
    parent: 'strategy',
    component: 'strategy/detail',
    isHidden: true,
  },
  {
    id: 'strategy-data',
    path: '/strategy/detail/:strategy/:id',
    parent: 'strategy',
    component: 'strategy/data',
    isHidden: true,
  },
]
