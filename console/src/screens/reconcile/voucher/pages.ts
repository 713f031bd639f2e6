import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const states = ['draft', 'taken', 'posted', 'reversed', 'void'] as const

export const voucherList = definePage({
  path: '/reconciliation/voucher',
  title: { zh: '凭证草稿', en: 'Voucher drafts', pt: 'Rascunhos contábeis' },
  authority: 'reconciliation:query',
  search: {
    account_id: searchText,
    state: searchOneOf(states),
    from: searchText,
    to: searchText,
    /** The one that is open. */
    voucher: searchText,
    ...searchPaging,
  },
  load: () => import('./voucher-list.tsx'),
})

export const pages = [voucherList]
