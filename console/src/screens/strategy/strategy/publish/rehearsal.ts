import type { ContentOut } from '@sluice/contract'

type Module = typeof import('@sluice/api/modules/strategy/strategy-publish/contract.ts')['strategyPublish']
export type Rehearsal = ContentOut<Module['get']>
export type Canary = ContentOut<Module['startCanary']>
export type RecordDifference = ContentOut<Module['differences']>[number]

export const isOver = ({ state }: Rehearsal): boolean => state !== 'queued' && state !== 'running'
