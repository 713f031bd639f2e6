import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'workplace', path: '/workplace', order: 10, icon: 'WorkplaceIcon' }]
