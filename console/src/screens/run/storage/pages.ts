import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchPaging, searchText } from '../../../lib/search.ts'

export const storageTabs = ['strategies', 'archives', 'jobs', 'indexes'] as const

/** The address is the specification's; the store is PostgreSQL. */
export const storageHome = definePage({
  path: '/resources/mongodb',
  title: { zh: '存储资源', en: 'Storage' },
  authority: 'storage:query',
  search: { tab: searchChoice(storageTabs, 'strategies'), keyword: searchText, ...searchPaging },
  load: () => import('./storage-home.tsx'),
})

export const pages = [storageHome]
