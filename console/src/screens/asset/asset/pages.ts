import { signIns } from '@sluice/contract'
import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'api', '-api', 'updated_at', '-updated_at', 'created_at', '-created_at'] as const
export const formTabs = ['form', 'source', 'try', 'versions', 'references'] as const

export const platformList = definePage({
  path: '/api-assets/platform',
  title: { zh: '软件平台', en: 'Platforms' },
  authority: 'platform:query',
  search: {
    keyword: searchText,
    group: searchText,
    origin: searchOneOf(['own', 'builtIn']),
    used: searchOneOf(['yes', 'no']),
    sign_in: searchOneOf(signIns),
    view: searchChoice(['cards', 'table'], 'cards'),
  },
  load: () => import('./platform-list.tsx'),
})

/** `new` is the id of one that is not saved yet; `copy` names what it begins with. */
export const platformForm = definePage({
  path: '/api-assets/platform/:id',
  title: { zh: '软件平台定义', en: 'Platform' },
  authority: 'platform:query',
  search: { copy: searchText },
  parent: () => platformList,
  load: () => import('./platform-form.tsx'),
})

export const assetList = definePage({
  path: '/api-assets/api',
  title: { zh: 'API 资产', en: 'API assets' },
  authority: 'asset:query',
  search: {
    keyword: searchText,
    platform: searchText,
    collection: searchText,
    type: searchOneOf(['QUERY', 'EXECUTE']),
    status: searchOneOf(['draft', 'published', 'stopped']),
    origin: searchChoice(['own', 'shipped'], 'own'),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./asset-list.tsx'),
})

/** `new` is the id of one that is not saved yet. */
export const assetForm = definePage({
  path: '/api-assets/api/:id',
  title: { zh: 'API 资产定义', en: 'API asset' },
  authority: 'asset:query',
  search: { tab: searchChoice(formTabs, 'form'), platform: searchText, collection: searchText },
  parent: () => assetList,
  load: () => import('./asset-form.tsx'),
})

export const collectionList = definePage({
  path: '/api-assets/collection',
  title: { zh: '分类维护', en: 'Categories' },
  authority: 'asset:query',
  search: { platform: searchText },
  load: () => import('./collection-list.tsx'),
})

export const collectionDetail = definePage({
  path: '/api-assets/collection/:id',
  title: { zh: '接口分类', en: 'Category' },
  authority: 'asset:query',
  parent: () => collectionList,
  load: () => import('./collection-detail.tsx'),
})

export const pages = [platformList, platformForm, assetList, assetForm, collectionList, collectionDetail]
