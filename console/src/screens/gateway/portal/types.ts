import type { PortalLink, portal } from '@sluice/api/modules/gateway/portal/contract.ts'
import type { ContentOut } from '@sluice/contract'

export type { PortalLink }

type Routes = typeof portal
export type Opened = ContentOut<Routes['open']>
export type PortalCall = ContentOut<Routes['calls']>[number]
export type PortalWebhook = Opened['webhooks'][number]
export type PortalDelivery = ContentOut<Routes['deliveries']>[number]
export type Sample = ContentOut<Routes['samples']>[number]

/** What lets its reader in; it stands in the memory of the page and in its address alone. */
export interface PortalKey {
  readonly id: string
  readonly token: string
}
