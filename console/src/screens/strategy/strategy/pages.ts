import { strategyStates } from '@sluice/contract'
import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchList, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = [
  'name',
  '-name',
  'updated_at',
  '-updated_at',
  'created_at',
  '-created_at',
  'next_run_at',
  '-last_run_at',
] as const
export const detailTabs = [
  'overview',
  'source',
  'target',
  'schedule',
  'cursor',
  'runs',
  'data',
  'logs',
  'debugger',
  'versions',
  'publish',
  'more',
] as const

export const strategyList = definePage({
  path: '/strategy/index',
  title: { zh: '集成方案', en: 'Strategies' },
  authority: 'strategy:query',
  search: {
    keyword: searchText,
    status: searchOneOf(strategyStates),
    group: searchText,
    connector: searchText,
    source: searchText,
    target: searchText,
    tags: searchList,
    errors: searchFlag,
    mine: searchFlag,
    view: searchChoice(['table', 'cards'], 'table'),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./strategy-list.tsx'),
})

export const strategyCreate = definePage({
  path: '/strategy/create',
  title: { zh: '新建方案', en: 'New strategy' },
  authority: 'strategy:add',
  parent: () => strategyList,
  // The connector that it is begun from.
  search: { connector: searchText },
  load: () => import('./strategy-create.tsx'),
})

export const strategyDetail = definePage({
  path: '/strategy/detail/:id',
  title: { zh: '方案详情', en: 'Strategy' },
  authority: 'strategy:query',
  search: {
    tab: searchChoice(detailTabs, 'overview'),
    status: searchList,
    keyword: searchText,
    keys: searchList,
    run: searchText,
    error: searchText,
    from: searchText,
    to: searchText,
    state: searchText,
    trigger: searchText,
    level: searchText,
    ...searchPaging,
  },
  parent: () => strategyList,
  load: () => import('./strategy-detail.tsx'),
})

export const dataDetail = definePage({
  path: '/strategy/detail/:strategy/:id',
  title: { zh: '数据详情', en: 'Record' },
  authority: 'strategy:query',
  parent: () => strategyList,
  load: () => import('./data-detail.tsx'),
})

/** The same record as a page of its own, to be shared. */
export const sharedData = definePage({
  path: '/strategy-data/:strategy/:id',
  title: { zh: '数据详情', en: 'Record' },
  area: 'standalone',
  authority: 'strategy:query',
  load: () => import('./shared-data.tsx'),
})

export const pages = [strategyList, strategyCreate, strategyDetail, dataDetail, sharedData]
