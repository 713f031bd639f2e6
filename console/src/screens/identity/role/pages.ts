import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'created_at', '-created_at', 'user_count', '-user_count'] as const

export const roleList = definePage({
  path: '/system/role',
  title: { zh: '角色管理', en: 'Roles' },
  authority: 'role:query',
  search: { keyword: searchText, sort: searchOneOf(sorts), ...searchPaging },
  load: () => import('./role-list.tsx'),
})

export const permissionList = definePage({
  path: '/system/permission',
  title: { zh: '权限列表', en: 'Permissions' },
  authority: 'role:query',
  search: { keyword: searchText, role: searchText },
  load: () => import('./permission-list.tsx'),
})

export const pages = [roleList, permissionList]
