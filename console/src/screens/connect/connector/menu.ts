import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'connector', path: '/connector/index', order: 40, icon: 'ConnectorIcon', hasHiddenChildren: true },
  { id: 'connector-create', path: '/connector/create', parent: 'connector', isHidden: true },
  {
    id: 'connector-detail',
    path: '/connector/detail/:id',
    parent: 'connector',
    component: 'connector/detail',
    isHidden: true,
  },
]
