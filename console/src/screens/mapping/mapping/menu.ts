import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'resources', path: '/resources', order: 60, redirect: '/resources/process', icon: 'ResourcesIcon' },
  { id: 'resources-mapping', path: '/resources/mapping', parent: 'resources', order: 20 },
  {
    id: 'resources-mapping-detail',
    path: '/resources/mapping/:id',
    parent: 'resources',
    component: 'resources/mapping-detail',
    isHidden: true,
  },
]
