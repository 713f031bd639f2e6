import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'created_at', '-created_at'] as const
export const detailTabs = ['running', 'queue', 'strategies', 'machines', 'log'] as const

export const processList = definePage({
  path: '/resources/process',
  title: { zh: '进程池', en: 'Process pools' },
  authority: 'process:query',
  search: {
    keyword: searchText,
    state: searchOneOf(['running', 'draining', 'stopped']),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./process-list.tsx'),
})

export const processDetail = definePage({
  path: '/resources/process/detail',
  title: { zh: '进程池详情', en: 'Process pool' },
  authority: 'process:query',
  search: { id: searchText, tab: searchChoice(detailTabs, 'running'), keyword: searchText, ...searchPaging },
  parent: () => processList,
  load: () => import('./process-detail.tsx'),
})

export const pages = [processList, processDetail]
