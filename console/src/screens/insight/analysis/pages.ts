import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const spans = ['today', '7d', '30d'] as const
const measures = ['read', 'written', 'rejected', 'errors', 'failed_runs', 'silent'] as const
const sorts = [
  ...['name', '-name', 'read', '-read', 'written', '-written', 'rejected', '-rejected'],
  ...['errors', '-errors', 'average_ms', '-average_ms', 'before', '-before'],
] as const

export const dashboardAnalysis = definePage({
  path: '/dashboard/analysis',
  title: { zh: '业务分析', en: 'Analysis', pt: 'Análise' },
  authority: 'strategy:query',
  search: {
    span: searchChoice(spans, '7d'),
    only: searchOneOf(measures),
    keyword: searchText,
    target: searchText,
    platform: searchText,
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./analysis.tsx'),
})

export const pages = [dashboardAnalysis]
