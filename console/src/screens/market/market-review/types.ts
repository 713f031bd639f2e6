import type { ContentOut } from '@sluice/contract'

type Review = typeof import('@sluice/api/modules/market/market-review/contract.ts')['marketReview']
type Sources = typeof import('@sluice/api/modules/market/market-source/contract.ts')['marketSource']
type Market = typeof import('@sluice/api/modules/market/market/contract.ts')['market']

export type Offered = ContentOut<Review['list']>[number]
export type Reviewed = ContentOut<Review['detail']>
export type Collection = ContentOut<Market['collections']>[number]
export type MarketSource = ContentOut<Sources['list']>[number]
export type PeekedMarket = ContentOut<Sources['peek']>
