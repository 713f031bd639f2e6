import type { ContentIn, ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/run/storage/contract.ts')['storage']

export type StorageOverview = ContentOut<Routes['overview']>
export type StrategyUse = ContentOut<Routes['strategies']>[number]
export type Archive = ContentOut<Routes['archives']>[number]
export type StorageJob = ContentOut<Routes['jobs']>[number]
export type RetentionRule = ContentIn<Routes['keep']>
export type RetentionField = Exclude<keyof RetentionRule, 'archive'>
