import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'system-user', path: '/system/user', parent: 'system', order: 20 }]
