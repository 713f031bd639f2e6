import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const visibilities = ['private', 'code', 'market'] as const
export const editTabs = [
  'overview',
  'flows',
  'connections',
  'parameters',
  'objects',
  'samples',
  'documents',
  'releases',
] as const

export const packageList = definePage({
  path: '/strategy/solution-package/self',
  title: { zh: '方案包', en: 'Solution packages', pt: 'Pacotes de solução' },
  authority: 'package:query',
  search: { keyword: searchText, visibility: searchOneOf(visibilities), ...searchPaging },
  load: () => import('./package-list.tsx'),
})

export const packageEdit = definePage({
  path: '/strategy/solution-package/edit/:id',
  title: { zh: '编辑方案包', en: 'Solution package', pt: 'Pacote de solução' },
  authority: 'package:query',
  search: { tab: searchChoice(editTabs, 'overview') },
  parent: () => packageList,
  load: () => import('./package-edit.tsx'),
})

export const pages = [packageList, packageEdit]
