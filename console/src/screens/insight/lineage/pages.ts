import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const kinds = ['strategy', 'report', 'share', 'gateway', 'asset', 'reconciliation', 'dashboard'] as const
const sorts = [
  ...['step', '-step', 'kind', '-kind', 'name', '-name', 'use', '-use', 'reads', '-reads', 'field', '-field'],
] as const

export const livingPicture = definePage({
  path: '/digraph/flow',
  title: { zh: '流向与去向', en: 'Flow and lineage', pt: 'Fluxo e destino' },
  authority: 'strategy:query',
  search: {
    /** A day in the zone of the tenant: the slider goes over its hours. */
    day: searchText,
    strategy: searchText,
    side: searchChoice(['source', 'mapped'], 'source'),
    connector: searchText,
    resource: searchText,
    field: searchText,
    keyword: searchText,
    kind: searchOneOf(kinds),
    sure: searchFlag,
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./living-picture.tsx'),
})

export const pages = [livingPicture]
