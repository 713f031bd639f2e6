import { errorCategories, errorGroupStatuses } from '@sluice/contract'
import { definePage } from '../../../lib/page.ts'
import { searchList, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['-last_at', 'last_at', '-first_at', 'first_at', '-count', 'count', 'strategy', '-strategy'] as const
/** all: whatever its status; absent: what still wants somebody. */
const statuses = ['all', ...errorGroupStatuses] as const

export const categories = errorCategories

export const errorList = definePage({
  path: '/strategy/error/data',
  title: { zh: '错误数据总览', en: 'Error data' },
  authority: 'strategy:query',
  search: {
    keyword: searchText,
    category: searchList,
    status: searchOneOf(statuses),
    strategy: searchText,
    group: searchText,
    platform: searchText,
    owner: searchText,
    from: searchText,
    to: searchText,
    /** The group whose drawer is open. */
    open: searchText,
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./error-list.tsx'),
})

export const pages = [errorList]
