import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

export const monitorTabs = ['objectives', 'runs', 'connectors', 'queues'] as const
export const onlys = {
  objectives: ['set', 'none', 'stale', 'burning', 'spent', 'unmeasured'],
  runs: ['queued', 'running', 'stopping'],
  connectors: ['trouble', 'held', 'full'],
} as const
const sorts = {
  objectives: ['name', '-name', 'left', '-left', 'burn', '-burn', 'age', '-age'],
  runs: ['since', '-since', 'rate', '-rate', 'behind', '-behind', 'read', '-read'],
  connectors: ['name', '-name', 'used', '-used', 'failed', '-failed', 'p95', '-p95', 'calls', '-calls'],
} as const

/** What an address says that is of this list; of another list it says nothing. */
export const readOnly = <T extends keyof typeof onlys>(tab: T, only: string | undefined) =>
  (onlys[tab] as readonly (typeof onlys)[T][number][]).find(each => each === only)
export const readSort = <T extends keyof typeof sorts>(tab: T, sort: string | undefined) =>
  (sorts[tab] as readonly (typeof sorts)[T][number][]).find(each => each === sort)

export const dashboardMonitor = definePage({
  path: '/dashboard/monitor',
  title: { zh: '运行监控', en: 'Monitor', pt: 'Monitoramento' },
  authority: 'strategy:query',
  search: {
    tab: searchChoice(monitorTabs, 'objectives'),
    only: searchOneOf([...onlys.objectives, ...onlys.runs, ...onlys.connectors]),
    keyword: searchText,
    sort: searchOneOf([...sorts.objectives, ...sorts.runs, ...sorts.connectors]),
    ...searchPaging,
  },
  load: () => import('./monitor.tsx'),
})

export const pages = [dashboardMonitor]
