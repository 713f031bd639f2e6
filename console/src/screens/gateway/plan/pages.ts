import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const planPriorities = ['high', 'normal', 'low'] as const
const planSorts = ['name', '-name', 'rate_per_minute', '-rate_per_minute', 'created_at', '-created_at'] as const

export const planList = definePage({
  path: '/api-gateway/plan',
  title: { zh: '网关套餐', en: 'Gateway plans', pt: 'Planos do gateway' },
  authority: 'gateway:query',
  search: {
    keyword: searchText,
    priority: searchOneOf(planPriorities),
    sort: searchOneOf(planSorts),
    ...searchPaging,
  },
  load: () => import('./plan-list.tsx'),
})

export const pages = [planList]
