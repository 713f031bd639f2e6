import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [{ id: 'digraph-flow', path: '/digraph/flow', parent: 'digraph', order: 20 }]
