import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'updated_at', '-updated_at', '-computed_at'] as const

export const reportList = definePage({
  path: '/strategy/aggregate/:strategy',
  title: { zh: '聚合报表', en: 'Reports' },
  authority: 'strategy:query',
  search: { keyword: searchText, mine: searchFlag, sort: searchOneOf(sorts), ...searchPaging },
  load: () => import('./report-list.tsx'),
})

export const reportCreate = definePage({
  path: '/strategy/aggregate/:strategy/create',
  title: { zh: '新建聚合报表', en: 'New report' },
  authority: 'strategy:query',
  parent: () => reportList,
  load: () => import('./report-create.tsx'),
})

export const reportEdit = definePage({
  path: '/strategy/aggregate/:strategy/:id',
  title: { zh: '聚合报表', en: 'Report' },
  authority: 'strategy:query',
  /** What is shown: the result that is kept, or the design with its preview. */
  search: { view: searchChoice(['result', 'design'], 'result'), ...searchPaging },
  parent: () => reportList,
  load: () => import('./report-edit.tsx'),
})

export const pages = [reportList, reportCreate, reportEdit]
