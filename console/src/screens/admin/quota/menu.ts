import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'system-quota', path: '/system/quota', parent: 'system', order: 70 }]
