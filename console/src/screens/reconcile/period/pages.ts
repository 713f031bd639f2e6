import { definePage } from '../../../lib/page.ts'
import { searchText } from '../../../lib/search.ts'

export const periodList = definePage({
  path: '/reconciliation/data-archiving',
  title: { zh: '历史归档', en: 'Periods and archive', pt: 'Períodos e arquivo' },
  authority: 'reconciliation:query',
  search: { account_id: searchText, month: searchText },
  load: () => import('./period-list.tsx'),
})

export const pages = [periodList]
