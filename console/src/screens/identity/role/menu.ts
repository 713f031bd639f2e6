import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'system', path: '/system', order: 70, redirect: '/system/role', icon: 'SystemIcon' },
  { id: 'system-role', path: '/system/role', parent: 'system', order: 10 },
  { id: 'system-permission', path: '/system/permission', parent: 'system', order: 50 },
]
