import { CheckCircleFilled, ExclamationCircleFilled, MinusCircleOutlined, SyncOutlined } from '@ant-design/icons'
import type { ErrorGroupStatus } from '@sluice/contract'
import type { ComponentType } from 'react'
import { useText } from '../use-text.ts'

const looks: Readonly<Record<ErrorGroupStatus, readonly [tone: string, icon: ComponentType]>> = {
  open: ['bad', ExclamationCircleFilled],
  progress: ['busy', SyncOutlined],
  ignored: ['calm', MinusCircleOutlined],
  resolved: ['good', CheckCircleFilled],
}

/** How far a group is, as icon and word. */
export function GroupStatus({ status }: { readonly status: ErrorGroupStatus }) {
  const text = useText()
  const [tone, Icon] = looks[status]
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon />
      {text.statuses[status]}
    </span>
  )
}
