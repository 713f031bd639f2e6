import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  HourglassOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons'
import type { HealthLevel } from '../types.ts'
import { useText } from '../use-text.ts'

const looks = {
  abnormal: ['bad', CloseCircleFilled],
  stalled: ['warn', HourglassOutlined],
  watch: ['warn', ExclamationCircleFilled],
  healthy: ['good', CheckCircleFilled],
  none: ['calm', MinusCircleOutlined],
} as const

/** A level as icon and word; never by colour alone. */
export function LevelTag({ level }: { readonly level: HealthLevel }) {
  const text = useText()
  const [tone, Icon] = looks[level]
  return (
    <span className={`sl-tag sl-tag-${tone}`} title={text.levelHints[level]}>
      <Icon />
      {text.levels[level]}
    </span>
  )
}
