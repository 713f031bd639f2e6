import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'lite-market-review', path: '/lite/market/review', parent: 'lite-market', isHidden: true },
]
