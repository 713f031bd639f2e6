import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchInt, searchList, searchOneOf, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const origins = ['delivered', 'own', 'market', 'upload'] as const
export const sorts = ['used', 'newest', 'rating', 'title'] as const

export const marketList = definePage({
  path: '/lite/market',
  title: { zh: '应用市场', en: 'Market', pt: 'Mercado' },
  authority: 'market:query',
  search: {
    keyword: searchText,
    /** All of them take part. */
    platforms: searchList,
    industry: searchText,
    origin: searchOneOf(origins),
    publisher: searchText,
    /** Id of one that the operator put together. */
    collection: searchText,
    sort: searchChoice(sorts, 'used'),
    page: searchInt(1),
    pageSize: searchInt(24, 1, 100),
  },
  load: () => import('./market-list.tsx'),
})

export const marketDetail = definePage({
  path: '/lite/market/detail/:id',
  title: { zh: '应用详情', en: 'Package of the market', pt: 'Pacote do mercado' },
  authority: 'market:query',
  search: {
    /** It is being installed: who leaves to make a connector comes back to it. */
    install: searchFlag,
  },
  parent: () => marketList,
  load: () => import('./market-detail.tsx'),
})

export const marketPublisher = definePage({
  path: '/lite/market/publisher/:id',
  title: { zh: '发布者', en: 'Publisher', pt: 'Publicador' },
  authority: 'market:query',
  search: { page: searchInt(1), pageSize: searchInt(24, 1, 100) },
  parent: () => marketList,
  load: () => import('./market-publisher.tsx'),
})

export const pages = [marketList, marketDetail, marketPublisher]
