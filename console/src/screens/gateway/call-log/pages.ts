import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

/** Those of the contract, which a page's address must not load. */
export const callOperations = [
  'query',
  'data-link',
  'find-one',
  'store',
  'receipt',
  'map-lookup',
  'asset-call',
  'dispatch-source',
  'dispatch-target',
  'oauth',
] as const
export const callResults = ['ok', 'failed', 'refused'] as const
export const slowSteps = ['100', '500', '1000', '5000'] as const

export const callLogList = definePage({
  path: '/api-gateway/log',
  title: { zh: '网关日志稽查', en: 'Gateway log', pt: 'Log do gateway' },
  authority: 'gateway:query',
  search: {
    application: searchText,
    strategy: searchText,
    asset: searchText,
    operation: searchOneOf(callOperations),
    result: searchOneOf(callResults),
    status: searchText,
    ip: searchText,
    slower: searchOneOf(slowSteps),
    trace: searchText,
    from: searchText,
    to: searchText,
    ...searchPaging,
  },
  load: () => import('./call-log-list.tsx'),
})

export const pages = [callLogList]
