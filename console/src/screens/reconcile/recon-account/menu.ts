import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  {
    id: 'reconciliation',
    path: '/reconciliation',
    order: 50,
    redirect: '/reconciliation/index',
    icon: 'ReconciliationIcon',
  },
  { id: 'reconciliation-account', path: '/reconciliation/account', parent: 'reconciliation', order: 50 },
]
