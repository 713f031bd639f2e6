import { definePage } from '../../../lib/page.ts'
import { searchFlag, searchInt, searchText } from '../../../lib/search.ts'

export const installationList = definePage({
  path: '/lite/index',
  title: { zh: '我的应用', en: 'My applications', pt: 'Meus aplicativos' },
  authority: 'market:query',
  search: { keyword: searchText, page: searchInt(1), pageSize: searchInt(24, 1, 100) },
  load: () => import('./installation-list.tsx'),
})

export const installationDetail = definePage({
  path: '/lite/detail/:id',
  title: { zh: '我的应用', en: 'Application', pt: 'Aplicativo' },
  authority: 'market:query',
  search: {
    /** The drawer of a newer version is open. */
    upgrade: searchFlag,
  },
  parent: () => installationList,
  load: () => import('./installation-detail.tsx'),
})

export const pages = [installationList, installationDetail]
