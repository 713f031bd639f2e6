import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  ExclamationCircleFilled,
  SyncOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import type { ImportFile } from '../types.ts'
import { useText } from '../use-text.ts'
import { isUnderWay } from './queries.ts'

const looks: Readonly<Record<ImportFile['state'], readonly [tone: string, icon: ComponentType]>> = {
  received: ['calm', ClockCircleOutlined],
  parsing: ['busy', SyncOutlined],
  checked: ['warn', ExclamationCircleFilled],
  loaded: ['good', CheckCircleFilled],
  rejected: ['bad', CloseCircleFilled],
  reverted: ['calm', UndoOutlined],
}

/** How far a bill is: its state, or the rows that were read of it so far. */
export function Progress({ file }: { readonly file: ImportFile }) {
  const say = useProgress()
  const [tone, Icon] = isUnderWay(file) ? looks.parsing : looks[file.state]
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon aria-hidden />
      {say(file)}
    </span>
  )
}

function useProgress(): (file: ImportFile) => string {
  const text = useText()
  const { number } = useFormat()
  return file => {
    const { job } = file
    if (!job || !isUnderWay(file)) return text.states[file.state]
    if (job.state === 'queued') return text.progress.queued
    return text.progress[job.step](number(job.done))
  }
}
