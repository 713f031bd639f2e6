import type { ContentOut } from '@sluice/contract'

type Module = typeof import('@sluice/api/modules/admin/config/contract.ts')['config']
export type ConfigFile = ContentOut<Module['export']>['files'][number]
export type Plan = ContentOut<Module['plan']>
export type Change = Plan['changes'][number]
export type Problem = Plan['problems'][number]
export type Effect = Plan['effects'][number]
