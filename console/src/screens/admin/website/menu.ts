import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'system-website', path: '/system/website', parent: 'system', order: 60 },
]
