import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchList, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

export const healthTabs = ['health', 'event', 'rule', 'channel', 'delivery'] as const
export const healthWindows = ['1h', '24h', '7d'] as const

const sorts = [
  'level',
  'name',
  'dispatched_at',
  '-dispatched_at',
  'pulled_at',
  '-pulled_at',
  'fresh',
  '-fresh',
  'backlog',
  '-backlog',
  'errors',
  '-errors',
  'error_percent',
  '-error_percent',
  'mean_ms',
  '-mean_ms',
  'wait_minutes',
  '-wait_minutes',
] as const

export const strategyHealth = definePage({
  path: '/strategy/health',
  title: { zh: '方案健康', en: 'Strategy health' },
  authority: 'strategy:query',
  search: {
    tab: searchChoice(healthTabs, 'health'),
    window: searchChoice(healthWindows, '24h'),
    levels: searchList,
    still: searchFlag,
    group: searchText,
    strategy: searchText,
    keyword: searchText,
    channel: searchText,
    state: searchText,
    open: searchFlag,
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./strategy-health.tsx'),
})

export const pages = [strategyHealth]
