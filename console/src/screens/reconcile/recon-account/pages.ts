import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const accountStates = ['draft', 'active', 'frozen', 'closed'] as const

export const accountList = definePage({
  path: '/reconciliation/account',
  title: { zh: '核算账户', en: 'Accounts', pt: 'Contas' },
  authority: 'reconciliation:query',
  search: { keyword: searchText, platform: searchText, status: searchOneOf(accountStates), ...searchPaging },
  load: () => import('./account-list.tsx'),
})

export const pages = [accountList]
