import { definePage } from '../../../lib/page.ts'
import { searchChoice, searchFlag, searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'updated_at', '-updated_at', 'created_at', '-created_at'] as const
/** The create wizard in its order; the address holds the step, so reload and the back button keep the place. */
export const createSteps = ['platform', 'basic', 'params', 'test', 'done'] as const
export const detailTabs = ['params', 'environments', 'resources', 'strategies', 'test', 'history', 'calls'] as const

export const resourceKinds = ['table', 'view', 'file', 'endpoint', 'strategy'] as const

export const connectorList = definePage({
  path: '/connector/index',
  title: { zh: '连接器', en: 'Connectors' },
  authority: 'connector:query',
  search: {
    keyword: searchText,
    platform: searchText,
    env: searchOneOf(['production', 'test', 'development']),
    status: searchOneOf(['untested', 'ok', 'failed']),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./connector-list.tsx'),
})

export const connectorCreate = definePage({
  path: '/connector/create',
  title: { zh: '新建连接器', en: 'New connector' },
  authority: 'connector:add',
  search: {
    step: searchChoice(createSteps, 'platform'),
    platform: searchText,
    id: searchText,
    /** JSON of values that the form proposes. */
    params: searchText,
  },
  parent: () => connectorList,
  load: () => import('./connector-create.tsx'),
})

export const connectorDetail = definePage({
  path: '/connector/detail/:id',
  title: { zh: '连接器详情', en: 'Connector' },
  authority: 'connector:query',
  search: {
    tab: searchChoice(detailTabs, 'params'),
    resource: searchText,
    keyword: searchText,
    schema: searchText,
    kind: searchOneOf(resourceKinds),
    presence: searchChoice(['here', 'gone', 'all'], 'here'),
    order: searchChoice(['fit', 'id', '-estimated_count', '-found_at'], 'fit'),
    changes: searchFlag,
    ...searchPaging,
  },
  parent: () => connectorList,
  load: () => import('./connector-detail.tsx'),
})

/** Where authorization servers send the browser back; its address is registered there. */
export const connectorGrant = definePage({
  path: '/connector/grant',
  title: { zh: '连接器授权', en: 'Grant access' },
  authority: 'connector:update',
  search: { state: searchText, code: searchText, error: searchText },
  parent: () => connectorList,
  load: () => import('./connector-grant.tsx'),
})

export const pages = [connectorList, connectorCreate, connectorDetail, connectorGrant]
