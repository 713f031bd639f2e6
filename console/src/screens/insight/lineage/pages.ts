import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'
import type { Reader } from '../../../parts/readers.tsx'
import { applicationList } from '../../gateway/application/pages.ts'
import { flowIndex } from '../../reconcile/flow/pages.ts'
import { strategyDetail } from '../../strategy/strategy/pages.ts'
import { strategyTable } from '../../strategy/strategy-table/pages.ts'
import { reportEdit } from '../aggregate/pages.ts'
import { dashboardView } from '../digraph/pages.ts'

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

const strategyOf = ({ strategy_id: id }: Reader): string => id ?? ''

/** The place where an entry can be seen and changed; undefined: it is not the viewer's. */
export function linkOfReader(entry: Reader): string | undefined {
  const { kind, object_id: id, name } = entry
  switch (kind) {
    case 'strategy':
      return strategyDetail.href({ params: { id }, search: { tab: SOURCE.has(entry.use) ? 'source' : 'target' } })
    case 'report':
      return name === '' ? undefined : reportEdit.href({ params: { strategy: strategyOf(entry), id } })
    case 'share':
      return strategyTable.href({ params: { strategy: strategyOf(entry) } })
    case 'gateway':
    case 'asset':
      return applicationList.href({ search: { open: id } })
    case 'reconciliation':
      return flowIndex.href({ search: { flow: id } })
    case 'dashboard':
      return dashboardView.href({ params: { id } })
  }
}

/** Settings of what is read. */
const SOURCE: ReadonlySet<string> = new Set(['key', 'number', 'increment', 'filter', 'deletes', 'record', 'source'])
