import { approvalList } from '../../asset/adapter/pages.ts'
import { connectorDetail } from '../../connect/connector/pages.ts'
import { processList } from '../../connect/process/pages.ts'
import { applicationList } from '../../gateway/application/pages.ts'
import { mappingDetail } from '../../mapping/mapping/pages.ts'
import { differenceList } from '../../reconcile/difference/pages.ts'
import { errorList } from '../../run/error/pages.ts'
import { strategyDetail } from '../../strategy/strategy/pages.ts'
import type { Need } from './overview.ts'
import type { zh } from './text.zh.ts'

type Press = (typeof zh)['board']['press']
interface Place {
  readonly to: string
  readonly label: string
}

/** Where the one press that helps leads, straight to where it is done. */
export function placeOf(need: Need, press: Press): Place {
  const { id } = need
  const tab = (name: 'runs' | 'cursor' | 'versions' | 'publish' | 'overview') =>
    strategyDetail.href({ params: { id: need.strategy?.id ?? id }, search: { tab: name } })
  switch (need.kind) {
    case 'outage':
      return need.cause === 'credential'
        ? { to: connectorDetail.href({ params: { id } }), label: press.credential }
        : { to: connectorDetail.href({ params: { id }, search: { tab: 'test' } }), label: press.connector }
    case 'credential':
      return { to: connectorDetail.href({ params: { id } }), label: press.credential }
    case 'process':
      return { to: processList.href(), label: press.process }
    case 'errors':
      return need.version !== null
        ? { to: tab('versions'), label: press.versions(String(need.version.version)) }
        : { to: errorList.href({ search: { open: id } }), label: press.repair[need.repair ?? 'look'] }
    case 'values':
      return { to: mappingDetail.href({ params: { id }, search: { tab: 'misses' } }), label: press.values }
    case 'approval':
      return { to: approvalList.href(), label: press.approval }
    case 'difference':
      return {
        to: differenceList.href({ search: id === 'me' ? { assignee: 'me' } : { overdue: true } }),
        label: press.difference,
      }
    case 'gateway':
      return { to: applicationList.href({ search: { open: id } }), label: press.gateway }
    case 'draft':
      return { to: tab('publish'), label: press.draft }
    case 'paused':
      return { to: tab('overview'), label: press.paused }
    case 'strategy':
      return need.cause === null ? { to: tab('cursor'), label: press.late } : { to: tab('runs'), label: press.strategy }
  }
}
