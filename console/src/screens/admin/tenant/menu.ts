import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'system-tenant', path: '/system/tenant', parent: 'system', order: 80 }]
