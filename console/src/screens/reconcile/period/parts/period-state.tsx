import { CheckCircleFilled, EditOutlined, HddOutlined, SyncOutlined } from '@ant-design/icons'
import { useFormat } from '../../../../lib/format.ts'
import type { Period } from '../types.ts'
import { useText } from '../use-text.ts'
import { isUnderWay } from './queries.ts'

const LOOKS = {
  open: ['calm', EditOutlined],
  closing: ['busy', SyncOutlined],
  closed: ['good', CheckCircleFilled],
  archiving: ['busy', SyncOutlined],
  archived: ['calm', HddOutlined],
  restoring: ['busy', SyncOutlined],
} as const

/** A month's state, or how far the work on it is. */
export function PeriodState({ period }: { readonly period: Period }) {
  const text = useText()
  const { number } = useFormat()
  const [tone, Icon] = LOOKS[period.state]
  const { job } = period
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon />
      {job && isUnderWay(period) ? text.phases[job.phase](number(job.done)) : text.states[period.state]}
    </span>
  )
}
