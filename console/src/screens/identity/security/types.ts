import type { ContentOut } from '@sluice/contract'

export type Provider = ContentOut<typeof import('@sluice/api/modules/identity/sso/contract.ts')['sso']['list']>[number]
export type TenantToken = ContentOut<
  typeof import('@sluice/api/modules/identity/access-token/contract.ts')['accessToken']['list']
>[number]
