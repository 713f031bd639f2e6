import { definePage } from '../../../lib/page.ts'
import { searchFlag, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const

export const exportJobs = definePage({
  path: '/strategy/export/job',
  title: { zh: '导出任务', en: 'Export jobs' },
  authority: 'strategy:export',
  search: {
    /** Filters the list, and is chosen in the form that `open` opens. */
    strategy: searchText,
    state: searchOneOf(exportStates),
    mine: searchFlag,
    open: searchFlag,
    ...searchPaging,
  },
  load: () => import('./export-job-list.tsx'),
})

export const pages = [exportJobs]
