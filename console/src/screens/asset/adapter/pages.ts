import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'updated_at', '-updated_at', 'created_at', '-created_at'] as const
export const adapterTabs = ['form', 'source', 'try', 'versions', 'references'] as const
export const approvalTabs = ['todo', 'mine', 'done', 'all'] as const

export const adapterList = definePage({
  path: '/api-assets/adapter',
  title: { zh: '适配器', en: 'Adapters' },
  authority: 'asset:query',
  search: {
    keyword: searchText,
    platform: searchText,
    status: searchOneOf(['draft', 'published', 'stopped']),
    sort: searchOneOf(sorts),
    kind: searchOneOf(['http', 'script', 'sql']),
    origin: searchChoice(['own', 'shipped'], 'own'),
    view: searchChoice(['table', 'cards'], 'table'),
    ...searchPaging,
  },
  load: () => import('./adapter-list.tsx'),
})

/** `new` is the id of one that is not saved yet. */
export const adapterForm = definePage({
  path: '/api-assets/adapter/:id',
  title: { zh: '适配器定义', en: 'Adapter' },
  authority: 'asset:query',
  search: { tab: searchChoice(adapterTabs, 'form'), platform: searchText },
  parent: () => adapterList,
  load: () => import('./adapter-form.tsx'),
})

export const approvalList = definePage({
  path: '/api-assets/approval',
  title: { zh: '发布审批', en: 'Approvals' },
  authority: 'asset:query',
  search: {
    tab: searchChoice(approvalTabs, 'todo'),
    keyword: searchText,
    kind: searchOneOf(['api', 'adapter']),
    ...searchPaging,
  },
  load: () => import('./approval-list.tsx'),
})

export const pages = [adapterList, adapterForm, approvalList]
