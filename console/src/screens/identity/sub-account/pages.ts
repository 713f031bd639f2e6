import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['username', '-username', 'created_at', '-created_at', 'last_login_at', '-last_login_at'] as const

export const userList = definePage({
  path: '/system/user',
  title: { zh: '子账号管理', en: 'Sub-accounts' },
  authority: 'user:query',
  search: {
    keyword: searchText,
    role: searchText,
    status: searchOneOf(['active', 'disabled', 'locked']),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./user-list.tsx'),
})

export const pages = [userList]
