import {
  CheckCircleFilled,
  ClockCircleOutlined,
  ExclamationCircleFilled,
  MinusCircleOutlined,
  QuestionCircleFilled,
  SyncOutlined,
} from '@ant-design/icons'
import type { Entry } from '../types.ts'
import { useText } from '../use-text.ts'

const looks = {
  matched: ['good', CheckCircleFilled],
  proposed: ['busy', SyncOutlined],
  ambiguous: ['warn', QuestionCircleFilled],
  only_a: ['bad', ExclamationCircleFilled],
  only_b: ['bad', ExclamationCircleFilled],
  carried: ['calm', ClockCircleOutlined],
  ignored: ['calm', MinusCircleOutlined],
} as const

export function StateMark({ state }: { readonly state: Entry['state'] }) {
  const text = useText()
  const [tone, Icon] = looks[state]
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon /> {text.states[state]}
    </span>
  )
}
