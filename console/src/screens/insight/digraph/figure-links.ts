import type { FigureName } from '@sluice/contract'
import { connectorList } from '../../connect/connector/pages.ts'
import { applicationList } from '../../gateway/application/pages.ts'
import { callLogList } from '../../gateway/call-log/pages.ts'
import { importList } from '../../reconcile/bill-import/pages.ts'
import { errorList } from '../../run/error/pages.ts'
import { strategyHealth } from '../../run/health/pages.ts'
import { strategyDetail, strategyList } from '../../strategy/strategy/pages.ts'
import { dashboardAnalysis } from '../analysis/pages.ts'
import { livingPicture } from '../lineage/pages.ts'
import type { Figure } from './types.ts'

type Link = (figure: Figure) => string

const since = ({ since: from }: Figure) => (from === null ? {} : { from })
const strategies: Link = () => strategyList.href()
const alerts: Link = () => strategyHealth.href({ search: { tab: 'event', open: true } })

/** The list that each figure counts; absent: what is counted lies in no one list. */
const links: Readonly<Partial<Record<FigureName, Link>>> = {
  'strategies.all': strategies,
  'strategies.running': () => strategyList.href({ search: { status: 'running' } }),
  'strategies.errors': () => strategyList.href({ search: { errors: true } }),
  'parts.strategies': strategies,
  'connectors.all': () => connectorList.href(),
  'connectors.failed': () => connectorList.href({ search: { status: 'failed' } }),
  'parts.connectors': () => connectorList.href(),
  'records.errors': () => errorList.href({ search: { status: 'all' } }),
  'causes.open': () => errorList.href(),
  'top.errors': () => strategyList.href({ search: { errors: true } }),
  'heat.written': () => dashboardAnalysis.href({ search: { span: '30d' } }),
  'heat.failed': () => dashboardAnalysis.href({ search: { span: '30d', only: 'errors' } }),
  'picture.flow': () => livingPicture.href(),
  'alerts.open': alerts,
  'newest.alerts': alerts,
  'gateway.calls.today': figure => callLogList.href({ search: since(figure) }),
  'gateway.failed.today': figure => callLogList.href({ search: { ...since(figure), result: 'failed' } }),
  'top.callers': () => applicationList.href(),
  'bills.loaded': () => importList.href({ search: { state: 'loaded' } }),
  'bills.rejected': () => importList.href({ search: { state: 'rejected' } }),
  'parts.bills': () => importList.href(),
}

export const linkOf = (figure: Figure): string | undefined => links[figure.name]?.(figure)

/** What one part or row of a figure is about; undefined: nothing of its own. */
export function linkOfPart(figure: Figure, key: string): string | undefined {
  if (figure.name === 'top.written' || figure.name === 'top.errors')
    return strategyDetail.href({ params: { id: key }, search: { tab: 'data' } })
  if (figure.name === 'top.callers') return callLogList.href({ search: { ...since(figure), application: key } })
  return undefined
}
