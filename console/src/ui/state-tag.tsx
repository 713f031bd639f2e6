import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  DeleteOutlined,
  EditOutlined,
  ExclamationCircleFilled,
  HistoryOutlined,
  HourglassOutlined,
  MinusCircleOutlined,
  PauseCircleOutlined,
  PlayCircleFilled,
  QuestionCircleFilled,
  RetweetOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ConnectorState, RecordState, RunState, StrategyState } from '@sluice/contract'
import type { ComponentType } from 'react'
import { useUiText } from './use-text.ts'

/** What a state means to the eye; the colours are in ui.css and keep 4.5 : 1 in both themes. */
type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm'
type Look = readonly [Tone, ComponentType<{ spin?: boolean }>]

const looks = {
  strategy: {
    draft: ['calm', EditOutlined],
    stopped: ['calm', PauseCircleOutlined],
    running: ['good', PlayCircleFilled],
  } satisfies Record<StrategyState, Look>,
  run: {
    queued: ['calm', ClockCircleOutlined],
    running: ['busy', SyncOutlined],
    stopping: ['warn', SyncOutlined],
    succeeded: ['good', CheckCircleFilled],
    partial: ['warn', ExclamationCircleFilled],
    failed: ['bad', CloseCircleFilled],
    stopped: ['calm', PauseCircleOutlined],
  } satisfies Record<RunState, Look>,
  connector: {
    untested: ['calm', QuestionCircleFilled],
    ok: ['good', CheckCircleFilled],
    failed: ['bad', CloseCircleFilled],
  } satisfies Record<ConnectorState, Look>,
  record: {
    0: ['calm', ClockCircleOutlined],
    1: ['calm', RetweetOutlined],
    2: ['good', CheckCircleFilled],
    3: ['bad', CloseCircleFilled],
    4: ['warn', HourglassOutlined],
    5: ['busy', SyncOutlined],
    6: ['warn', ExclamationCircleFilled],
    7: ['calm', MinusCircleOutlined],
    8: ['calm', MinusCircleOutlined],
    9: ['warn', QuestionCircleFilled],
    10: ['calm', DeleteOutlined],
    11: ['warn', HistoryOutlined],
  } satisfies Record<RecordState, Look>,
}

export type StateTagProps =
  | { readonly kind: 'strategy'; readonly state: StrategyState }
  | { readonly kind: 'run'; readonly state: RunState }
  | { readonly kind: 'connector'; readonly state: ConnectorState }
  | { readonly kind: 'record'; readonly state: RecordState }

/** A state as icon and word; never by colour alone. */
export function StateTag(props: StateTagProps) {
  const text = useUiText()
  const [tone, Icon] = lookOf(props)
  const isMoving = props.kind === 'run' && (props.state === 'running' || props.state === 'stopping')
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon spin={isMoving} />
      {labelOf(text.states, props)}
    </span>
  )
}

function lookOf(props: StateTagProps): Look {
  if (props.kind === 'strategy') return looks.strategy[props.state]
  if (props.kind === 'run') return looks.run[props.state]
  if (props.kind === 'connector') return looks.connector[props.state]
  return looks.record[props.state]
}

function labelOf(states: ReturnType<typeof useUiText>['states'], props: StateTagProps): string {
  if (props.kind === 'strategy') return states.strategy[props.state]
  if (props.kind === 'run') return states.run[props.state]
  if (props.kind === 'connector') return states.connector[props.state]
  return states.record[props.state]
}
