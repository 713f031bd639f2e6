import { ClockCircleOutlined, ExclamationCircleFilled, PauseCircleOutlined, PlayCircleFilled } from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { Row } from '../types.ts'
import { useText } from '../use-text.ts'

const looks: Readonly<Record<Row['status'], readonly [tone: string, icon: ComponentType]>> = {
  waiting: ['calm', ClockCircleOutlined],
  running: ['good', PlayCircleFilled],
  stopped: ['calm', PauseCircleOutlined],
  failing: ['bad', ExclamationCircleFilled],
}

/** How an installation is, as icon and word. */
export function InstallationState({ state }: { readonly state: Row['status'] }) {
  const text = useText()
  const [tone, Icon] = looks[state]
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon />
      {text.states[state]}
    </span>
  )
}
