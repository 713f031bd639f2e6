import { HourglassOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import type { Run } from '../types.ts'

export interface WaitingTextProps {
  readonly waiting: NonNullable<Run['waiting']>
  /** Only a sign; the sentence appears when it is pointed at or focused. */
  readonly isShort?: boolean
}

/** Why a run waits. Times are shown as everywhere else. */
export function WaitingText({ waiting, isShort }: WaitingTextProps) {
  const format = useFormat()
  const { until } = waiting.params
  const text = typeof until === 'string' ? waiting.message.replace(until, format.time(until)) : waiting.message
  if (!isShort) return <span>{text}</span>
  return (
    <Tooltip title={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the sentence must be within reach of the keyboard */}
      <span role="img" aria-label={text} tabIndex={0}>
        <HourglassOutlined aria-hidden />
      </span>
    </Tooltip>
  )
}
