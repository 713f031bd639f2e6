import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'api-assets', path: '/api-assets', order: 20, redirect: '/api-assets/platform', icon: 'AssetIcon' },
  { id: 'api-assets-platform', path: '/api-assets/platform', parent: 'api-assets', order: 10 },
  {
    id: 'api-assets-platform-form',
    path: '/api-assets/platform/:id',
    parent: 'api-assets',
    component: 'api-assets/platform-form',
    isHidden: true,
  },
  { id: 'api-assets-api', path: '/api-assets/api', parent: 'api-assets', order: 20 },
  {
    id: 'api-assets-api-form',
    path: '/api-assets/api/:id',
    parent: 'api-assets',
    component: 'api-assets/api-form',
    isHidden: true,
  },
  { id: 'api-assets-collection', path: '/api-assets/collection', parent: 'api-assets', order: 30 },
  {
    id: 'api-assets-collection-detail',
    path: '/api-assets/collection/:id',
    parent: 'api-assets',
    component: 'api-assets/collection-detail',
    isHidden: true,
  },
]
