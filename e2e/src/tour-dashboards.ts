import type { TourIds } from './tour-data.ts'
import { POPUP, PRIMARY, rowButton, type Stops } from './tour-stop.ts'

/** The analysis; the monitor; dashboards: their list, one that is designed, and one in the whole window. */
export function listDashboards({ dashboard }: TourIds): Stops {
  const list = '/digraph/index'
  const one = `/digraph/design/${dashboard}`
  const analysis = '/dashboard/analysis'
  const monitor = '/dashboard/monitor'
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
    [list]: [
      { name: 'dashboards', path: list },
      { name: 'dashboards-none', path: `${list}?keyword=nothing` },
      { name: 'dashboard-new', path: list, press: [PRIMARY] },
      { name: 'dashboard-more', path: list, press: [rowButton(3)], opens: POPUP },
    ],
    '/digraph/design/:id': [
      { name: 'dashboard-design', path: one },
      { name: 'dashboard-component', path: one, press: ['#content .db-layers button'], opens: '.db-handle' },
      { name: 'dashboard-kinds', path: one, press: ['#content .db-tools .ant-dropdown-trigger'], opens: POPUP },
    ],
    '/digraph/view/:id': [{ name: 'dashboard-view', path: `/digraph/view/${dashboard}` }],
  }
}
