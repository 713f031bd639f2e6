import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchOneOf, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const buckets = ['0-3', '4-7', '8-30', '31-90', '90+'] as const
export const sorts = ['oldest', 'newest', 'largest', 'due'] as const
export const states = ['waiting', 'carried', 'all'] as const

/** What the page's address holds. */
export const searchShape = {
  state: searchChoice(states, 'waiting'),
  account_id: searchText,
  item_id: searchText,
  side: searchOneOf(['a', 'b']),
  currency: searchText,
  bucket: searchOneOf(buckets),
  /** A person's id, `me` or `nobody`. */
  assignee: searchText,
  overdue: searchFlag,
  number: searchText,
  from: searchText,
  to: searchText,
  sort: searchChoice(sorts, 'oldest'),
}

export const differenceList = definePage({
  path: '/reconciliation/difference',
  title: { zh: '未清差异', en: 'Open differences', pt: 'Diferenças em aberto' },
  authority: 'reconciliation:query',
  search: searchShape,
  load: () => import('./difference-list.tsx'),
})

export const pages = [differenceList]
