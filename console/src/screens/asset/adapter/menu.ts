import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'api-assets-adapter', path: '/api-assets/adapter', parent: 'api-assets', order: 40 },
  {
    id: 'api-assets-adapter-form',
    path: '/api-assets/adapter/:id',
    parent: 'api-assets',
    component: 'api-assets/adapter-form',
    isHidden: true,
  },
  { id: 'api-assets-approval', path: '/api-assets/approval', parent: 'api-assets', order: 50 },
]
