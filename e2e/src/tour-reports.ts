import type { TourIds } from './tour-data.ts'
import { PRIMARY, type Stops } from './tour-stop.ts'

/** Reports of a strategy. */
export function listReports({ strategy, report }: TourIds): Stops {
  const list = `/strategy/aggregate/${strategy}`
  const one = `${list}/${report}`
  return {
    '/strategy/aggregate/:strategy': [
      { name: 'reports', path: list },
      { name: 'reports-none', path: `${list}?keyword=nothing` },
      { name: 'report-remove', path: list, press: ['#content .ant-table-row .sl-row-actions .ant-btn-dangerous'] },
    ],
    '/strategy/aggregate/:strategy/create': [
      { name: 'report-new', path: `${list}/create` },
      { name: 'report-save', path: `${list}/create`, press: [PRIMARY] },
    ],
    '/strategy/aggregate/:strategy/:id': [
      { name: 'report', path: one },
      { name: 'report-records', path: one, press: ['#content .rp-cell'], opens: '.ant-drawer-section' },
      { name: 'report-design', path: `${one}?view=design` },
    ],
  }
}
