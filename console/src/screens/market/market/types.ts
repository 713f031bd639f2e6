import type { ContentOut } from '@sluice/contract'
import type { api } from '../../../lib/api.ts'

type Market = typeof import('@sluice/api/modules/market/market/contract.ts')['market']
type Installing = typeof import('@sluice/api/modules/market/installation/contract.ts')['installation']

export type Card = ContentOut<Market['search']>[number]
export type Publisher = ContentOut<Market['publisher']>
export type Detail = ContentOut<Market['detail']>
export type Parameter = Pick<Detail['parameters'][number], 'name' | 'title' | 'help' | 'type' | 'choices' | 'required'>
export type Plan = ContentOut<Installing['plan']>
export type Trial = ContentOut<Installing['trial']>
export type Wish = Parameters<typeof api.installation.plan>[0]['body']
