import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'api-gateway-log', path: '/api-gateway/log', parent: 'api-gateway', order: 20 },
]
