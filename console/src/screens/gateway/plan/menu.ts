import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'api-gateway-plan', path: '/api-gateway/plan', parent: 'api-gateway', order: 15 },
]
