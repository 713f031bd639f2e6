import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'account-assistant', path: '/account/assistant', parent: 'account', isHidden: true },
]
