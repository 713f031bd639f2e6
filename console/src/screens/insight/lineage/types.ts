import type { ContentOut } from '@sluice/contract'

type Routes = typeof import('@sluice/api/modules/insight/lineage/contract.ts')['lineage']

export type Picture = ContentOut<Routes['picture']>
export type Moment = Picture['edges'][number]['moments'][number]
export type Trace = ContentOut<Routes['trace']>
export type Entry = Trace['entries'][number]
export type Places = ContentOut<Routes['places']>
