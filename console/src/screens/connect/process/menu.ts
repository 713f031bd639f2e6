import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'resources-process', path: '/resources/process', parent: 'resources', order: 10 },
  {
    id: 'resources-process-detail',
    path: '/resources/process/detail',
    parent: 'resources',
    component: 'resources/process-detail',
    isHidden: true,
  },
]
