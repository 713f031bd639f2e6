import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const fileStates = ['received', 'parsing', 'checked', 'loaded', 'rejected', 'reverted'] as const

export const importList = definePage({
  path: '/reconciliation/import',
  title: { zh: '原始账单导入', en: 'Bill import', pt: 'Importação de extratos' },
  authority: 'reconciliation:query',
  search: { account_id: searchText, state: searchOneOf(fileStates), file: searchText, ...searchPaging },
  load: () => import('./import-list.tsx'),
})

export const pages = [importList]
