import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/market/installation/contract.ts')['installation']

export type Row = ContentOut<Routes['list']>[number]
export type Installation = ContentOut<Routes['detail']>
export type Flow = Installation['flows'][number]
export type Conflict = ContentOut<Routes['upgradePlan']>['conflicts'][number]
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>
