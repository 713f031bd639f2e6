import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'system-security', path: '/system/security', parent: 'system', order: 30 },
]
