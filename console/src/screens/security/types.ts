import type { ContentOut } from '@sluice/contract'

export type Provider = ContentOut<typeof import('@sluice/api/modules/sso/contract.ts')['sso']['list']>[number]
