import type { MenuEntry } from '@sluice/contract'

export const menu: readonly MenuEntry[] = [
  { id: 'api-gateway', path: '/api-gateway', order: 55, redirect: '/api-gateway/index', icon: 'GatewayIcon' },
  { id: 'api-gateway-index', path: '/api-gateway/index', parent: 'api-gateway', order: 10 },
]
