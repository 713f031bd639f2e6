import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const operations = ['add', 'delete', 'update', 'query', 'import', 'export'] as const

export const operationLog = definePage({
  path: '/system/log',
  title: { zh: '操作日志', en: 'Operation log' },
  authority: 'log:query',
  search: {
    keyword: searchText,
    user: searchText,
    action: searchText,
    operation: searchOneOf(operations),
    object: searchText,
    result: searchOneOf(['ok', 'refused', 'failed']),
    ip: searchText,
    from: searchText,
    to: searchText,
    ...searchPaging,
  },
  load: () => import('./operation-log.tsx'),
})

export const pages = [operationLog]
