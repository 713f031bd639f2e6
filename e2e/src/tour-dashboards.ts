import type { Api } from './product.ts'
import { POPUP, PRIMARY, rowButton, type Stops } from './tour-stop.ts'

/** A dashboard, and paths of links for people without an account: one that is open, one with a password. */
export interface DashboardIds {
  readonly dashboard: string
  /** With streams between systems and hours of weekdays. */
  readonly charts: string
  readonly wall: string
  readonly lockedWall: string
}

/** The analysis; the monitor; dashboards: their list, one that is designed, and one in the whole window. */
export function listDashboards({
  dashboard,
  charts,
  wall,
  lockedWall,
  strategy,
}: DashboardIds & { readonly strategy: string }): Stops {
  const list = '/digraph/index'
  const one = `/digraph/design/${dashboard}`
  const analysis = '/dashboard/analysis'
  const monitor = '/dashboard/monitor'
  const flow = '/digraph/flow'
  return {
    [analysis]: [
      { name: 'analysis', path: analysis },
      { name: 'analysis-today', path: `${analysis}?span=today` },
      { name: 'analysis-month', path: `${analysis}?span=30d&only=errors` },
    ],
    [monitor]: [
      { name: 'monitor', path: monitor },
      { name: 'monitor-objective', path: `${monitor}?only=set`, press: [rowButton(1)] },
      { name: 'monitor-remove', path: `${monitor}?only=set`, press: [rowButton(2)] },
      { name: 'monitor-runs', path: `${monitor}?tab=runs` },
      { name: 'monitor-connectors', path: `${monitor}?tab=connectors` },
      { name: 'monitor-queues', path: `${monitor}?tab=queues` },
      { name: 'monitor-none', path: `${monitor}?keyword=nothing` },
    ],
    [flow]: [
      { name: 'flow', path: flow },
      { name: 'flow-hours', path: `${flow}?day=${new Date().toISOString().slice(0, 10)}` },
      { name: 'flow-lineage', path: `${flow}?strategy=${strategy}&field=id` },
      { name: 'flow-lineage-none', path: `${flow}?strategy=${strategy}&field=nothing.at.all` },
      { name: 'flow-no-day', path: `${flow}?day=2099-01-01` },
    ],
    [list]: [
      { name: 'dashboards', path: list },
      { name: 'dashboards-none', path: `${list}?keyword=nothing` },
      { name: 'dashboard-new', path: list, press: [PRIMARY] },
      { name: 'dashboard-more', path: list, press: [rowButton(3)], opens: POPUP },
      {
        name: 'dashboard-share',
        path: list,
        press: [rowButton(3), '.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item'],
        opens: '.ant-drawer .ant-drawer-body',
      },
      {
        name: 'dashboard-versions',
        path: list,
        press: [rowButton(3), '.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-item:nth-child(2)'],
        opens: '.ant-drawer .ant-table-row',
      },
    ],
    '/digraph/design/:id': [
      { name: 'dashboard-design', path: one },
      { name: 'dashboard-component', path: one, press: ['#content .db-layers button'], opens: '.db-handle' },
      { name: 'dashboard-kinds', path: one, press: ['#content .db-tools .ant-dropdown-trigger'], opens: POPUP },
    ],
    '/digraph/view/:id': [
      { name: 'dashboard-view', path: `/digraph/view/${dashboard}` },
      { name: 'dashboard-charts', path: `/digraph/view/${charts}` },
    ],
    '/share/dashboard/:id': [
      { name: 'shared-dashboard', path: wall },
      { name: 'shared-dashboard-locked', path: lockedWall },
      { name: 'shared-dashboard-ended', path: `${wall}x` },
    ],
  }
}

/** A dashboard with the links of people without an account: one that is open, one with a password, one that has ended. */
export async function shareDashboard(api: Api): Promise<DashboardIds> {
  const { content } = await api.digraph.create({ body: { name: '华东一号屏', template: 'operations' } })
  const params = { id: content.id }
  const make = async (body: { title: string; password?: string }) => (await api.digraph.share({ params, body })).content
  const { share } = await make({ title: '试用' })
  await api.digraph.revoke({ params: { ...params, share: share.id } })
  const [wall, locked] = [await make({ title: '一楼大厅' }), await make({ title: '合作方', password: 'wall-4711' })]
  const place = { x: 40, width: 1200, height: 400 }
  const components = [
    { id: 'sankey-1', kind: 'sankey' as const, ...place, y: 40, sources: ['picture.flow' as const] },
    { id: 'heat-1', kind: 'heat' as const, ...place, y: 480, sources: ['heat.written' as const] },
  ]
  const charts = await api.digraph.import({
    body: {
      ...{ format: 'sluice-dashboard', edition: 1, name: '流量与时段', refresh_seconds: 30 },
      design: { width: 1280, height: 920, components },
    },
  })
  return { dashboard: content.id, charts: charts.content.id, wall: wall.path, lockedWall: locked.path }
}
