import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'resources-mongodb', path: '/resources/mongodb', parent: 'resources', order: 30 },
]
