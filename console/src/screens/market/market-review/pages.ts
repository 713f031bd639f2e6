import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchPaging } from '../../../lib/search.ts'
import { marketList } from '../market/pages.ts'

export const reviewTabs = ['waiting', 'released', 'refused', 'collections', 'sources', 'feed'] as const

export const marketReview = definePage({
  path: '/lite/market/review',
  title: { zh: '市场管理', en: 'Running the market', pt: 'Gestão do mercado' },
  authority: 'review:query',
  search: { tab: searchChoice(reviewTabs, 'waiting'), ...searchPaging },
  parent: () => marketList,
  load: () => import('./market-review.tsx'),
})

export const pages = [marketReview]
