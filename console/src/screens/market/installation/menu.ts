import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'lite-index', path: '/lite/index', parent: 'lite', order: 10 },
  { id: 'lite-detail', path: '/lite/detail/:id', parent: 'lite-index', isHidden: true },
]
