import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const lineStates = ['open', 'proposed', 'matched', 'closed', 'archived', 'ignored', 'duplicate'] as const

export const billingList = definePage({
  path: '/reconciliation/billing',
  title: { zh: 'A 账单数据', en: 'Bill lines (A)', pt: 'Linhas de extrato (A)' },
  authority: 'reconciliation:query',
  search: {
    account_id: searchText,
    file_id: searchText,
    strategy_id: searchText,
    status: searchOneOf(lineStates),
    item_id: searchText,
    way: searchOneOf(['in', 'out', 'none']),
    kind: searchText,
    number: searchText,
    from: searchText,
    to: searchText,
    booked_in: searchText,
  },
  load: () => import('./billing-list.tsx'),
})

export const pages = [billingList]
