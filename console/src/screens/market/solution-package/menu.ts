import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'solution-package', path: '/strategy/solution-package/self', parent: 'lite', order: 30 },
  {
    id: 'solution-package-edit',
    path: '/strategy/solution-package/edit/:id',
    parent: 'solution-package',
    isHidden: true,
  },
]
