import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'system-config', path: '/system/config', parent: 'system', order: 90 }]
