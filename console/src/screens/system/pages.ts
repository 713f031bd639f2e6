import { definePage } from '../../lib/page.ts'
import { searchPaging, searchText } from '../../lib/search.ts'

export const operationLog = definePage({
  path: '/system/log',
  title: { zh: '操作日志', en: 'Operation log' },
  authority: 'log:query',
  search: { keyword: searchText, from: searchText, to: searchText, ...searchPaging },
  load: () => import('./operation-log.tsx'),
})

export const pages = [operationLog]
