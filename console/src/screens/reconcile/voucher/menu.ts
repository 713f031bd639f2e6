import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'reconciliation-voucher', path: '/reconciliation/voucher', parent: 'reconciliation', order: 68 },
]
