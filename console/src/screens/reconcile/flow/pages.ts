import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const listStates = [
  'unhandled',
  'proposed',
  'ambiguous',
  'only_a',
  'only_b',
  'carried',
  'matched',
  'ignored',
  'different',
  'all',
] as const
export const sorts = ['newest', 'oldest', 'largest'] as const

/** What the page's address holds. */
export const searchShape = {
  flow: searchText,
  account_id: searchText,
  from: searchText,
  to: searchText,
  state: searchChoice(listStates, 'unhandled'),
  sort: searchChoice(sorts, 'newest'),
  number: searchText,
  currency: searchText,
  rule: searchText,
  mine: searchFlag,
}

export const flowIndex = definePage({
  path: '/reconciliation/index',
  title: { zh: '对账流水', en: 'Reconciliation flow', pt: 'Fluxo de conciliação' },
  authority: 'reconciliation:query',
  search: searchShape,
  load: () => import('./flow-index.tsx'),
})

export const pages = [flowIndex]
