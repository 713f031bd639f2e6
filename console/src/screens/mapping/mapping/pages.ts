import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'updated_at', '-updated_at', 'line_count', '-line_count'] as const
/** Those of the contract, which a page's address must not load. */
export const missStates = ['open', 'matched', 'ignored'] as const
export const detailTabs = ['lines', 'misses', 'references', 'changes'] as const

export const mappingList = definePage({
  path: '/resources/mapping',
  title: { zh: '静态映射', en: 'Static mapping' },
  authority: 'mapping:query',
  search: { keyword: searchText, sort: searchOneOf(sorts), ...searchPaging },
  load: () => import('./mapping-list.tsx'),
})

export const mappingDetail = definePage({
  path: '/resources/mapping/:id',
  title: { zh: '静态映射详情', en: 'Value map' },
  authority: 'mapping:query',
  search: {
    tab: searchChoice(detailTabs, 'lines'),
    keyword: searchText,
    only: searchOneOf(['ambiguous', 'disabled']),
    state: searchChoice(missStates, 'open'),
    ...searchPaging,
  },
  parent: () => mappingList,
  load: () => import('./mapping-detail.tsx'),
})

export const pages = [mappingList, mappingDetail]
