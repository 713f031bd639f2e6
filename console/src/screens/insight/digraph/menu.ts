import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'digraph', path: '/digraph', order: 60, redirect: '/digraph/index', icon: 'DigraphIcon' },
  { id: 'digraph-index', path: '/digraph/index', parent: 'digraph', order: 10 },
  { id: 'digraph-design', path: '/digraph/design/:id', parent: 'digraph-index', isHidden: true },
]
