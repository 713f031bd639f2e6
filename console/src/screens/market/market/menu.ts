import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'lite', path: '/lite', order: 15, redirect: '/lite/index', icon: 'MarketIcon' },
  { id: 'lite-market', path: '/lite/market', parent: 'lite', order: 20 },
  { id: 'lite-market-detail', path: '/lite/market/detail/:id', parent: 'lite-market', isHidden: true },
  { id: 'lite-market-publisher', path: '/lite/market/publisher/:id', parent: 'lite-market', isHidden: true },
]
