import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const applicationStates = ['enabled', 'disabled', 'expired'] as const
const applicationSorts = ['name', '-name', 'created_at', '-created_at', 'last_used_at', '-last_used_at'] as const

export const applicationList = definePage({
  path: '/api-gateway/index',
  title: { zh: '网关应用', en: 'Gateway applications', pt: 'Aplicativos do gateway' },
  authority: 'gateway:query',
  search: {
    keyword: searchText,
    state: searchOneOf(applicationStates),
    /** Those that take this plan. */
    plan: searchText,
    sort: searchOneOf(applicationSorts),
    /** Opens this one. */
    open: searchText,
    ...searchPaging,
  },
  load: () => import('./application-list.tsx'),
})

export const pages = [applicationList]
