import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'dashboard-monitor', path: '/dashboard/monitor', parent: 'digraph', order: 6 },
]
