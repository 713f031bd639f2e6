import { applicationList } from '../../gateway/application/pages.ts'
import { flowIndex } from '../../reconcile/flow/pages.ts'
import { strategyDetail } from '../../strategy/strategy/pages.ts'
import { strategyTable } from '../../strategy/strategy-table/pages.ts'
import { reportEdit } from '../aggregate/pages.ts'
import { dashboardView } from '../digraph/pages.ts'
import type { Entry } from './types.ts'

const strategyOf = ({ strategy_id: id }: Entry): string => id ?? ''

/** The place where an entry can be seen and changed; undefined: it is not the viewer's. */
export function linkOf(entry: Entry): string | undefined {
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
const SOURCE: ReadonlySet<string> = new Set(['key', 'number', 'increment', 'filter', 'deletes', 'record'])
