import { definePage } from '../../../lib/page.ts'
import { searchInt, searchOneOf, searchText } from '../../../lib/search.ts'

/** What the list of strategies can be about: those of the contract, which a page's address must not load. */
export const shown = ['failed', 'stalled', 'late', 'unmeasured', 'watch', 'well', 'undated', 'paused'] as const

export const workplace = definePage({
  path: '/workplace',
  title: { zh: '工作台', en: 'Workplace' },
  search: { only: searchOneOf(shown), keyword: searchText, page: searchInt(1) },
  load: () => import('./workplace.tsx'),
})

export const pages = [workplace]
