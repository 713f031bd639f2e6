import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
const lineStates = ['open', 'proposed', 'matched', 'closed', 'archived', 'ignored', 'duplicate'] as const

export const supplyList = definePage({
  path: '/reconciliation/supply-chain',
  title: { zh: 'B 供应链数据', en: 'Document lines (B)', pt: 'Linhas de documentos (B)' },
  authority: 'reconciliation:query',
  search: {
    account_id: searchText,
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
  load: () => import('./supply-list.tsx'),
})

export const pages = [supplyList]
