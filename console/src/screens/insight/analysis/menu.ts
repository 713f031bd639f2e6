import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'dashboard-analysis', path: '/dashboard/analysis', parent: 'digraph', order: 5 },
]
