import { dashboardTemplates } from '@sluice/contract'
import { definePage } from '../../../lib/page.ts'
import { searchOneOf, searchPaging, searchText } from '../../../lib/search.ts'

const sorts = ['name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at'] as const

export const dashboardList = definePage({
  path: '/digraph/index',
  title: { zh: '数据大屏', en: 'Dashboards', pt: 'Painéis' },
  authority: 'digraph:query',
  search: {
    keyword: searchText,
    template: searchOneOf(dashboardTemplates),
    sort: searchOneOf(sorts),
    ...searchPaging,
  },
  load: () => import('./dashboard-list.tsx'),
})

export const dashboardDesign = definePage({
  path: '/digraph/design/:id',
  title: { zh: '设计大屏', en: 'Design a dashboard', pt: 'Desenhar um painel' },
  authority: 'digraph:update',
  parent: () => dashboardList,
  load: () => import('./dashboard-design.tsx'),
})

/** The whole window: nothing of the console is around it. */
export const dashboardView = definePage({
  path: '/digraph/view/:id',
  title: { zh: '数据大屏', en: 'Dashboard', pt: 'Painel' },
  area: 'standalone',
  authority: 'digraph:query',
  load: () => import('./dashboard-view.tsx'),
})

/** For people without an account; the token is the fragment, which no server and no log is told. */
export const sharedDashboard = definePage({
  path: '/share/dashboard/:id',
  title: { zh: '共享大屏', en: 'Shared dashboard', pt: 'Painel compartilhado' },
  area: 'open',
  load: () => import('./shared-dashboard.tsx'),
})

export const pages = [dashboardList, dashboardDesign, dashboardView, sharedDashboard]
