import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'system-log', path: '/system/log', parent: 'system', order: 40 }]
