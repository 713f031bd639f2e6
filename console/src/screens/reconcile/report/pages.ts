import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const kinds = ['items', 'fees', 'ages', 'open', 'rules'] as const

export const reportPage = definePage({
  path: '/reconciliation/report',
  title: { zh: '对账报表', en: 'Reconciliation reports', pt: 'Relatórios da conciliação' },
  authority: 'reconciliation:query',
  search: {
    kind: searchChoice(kinds, 'items'),
    account_id: searchText,
    currency: searchText,
    from: searchText,
    to: searchText,
    /** Fees: those too that are as the contract says. */
    every: searchFlag,
    ...searchPaging,
  },
  load: () => import('./report-page.tsx'),
})

export const pages = [reportPage]
