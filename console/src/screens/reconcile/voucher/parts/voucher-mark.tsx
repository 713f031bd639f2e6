import { CheckCircleFilled, EditOutlined, MinusCircleOutlined, SyncOutlined, UndoOutlined } from '@ant-design/icons'
import type { Voucher } from '../types.ts'
import { useText } from '../use-text.ts'

const looks = {
  draft: ['warn', EditOutlined],
  taken: ['busy', SyncOutlined],
  posted: ['good', CheckCircleFilled],
  reversed: ['calm', UndoOutlined],
  void: ['calm', MinusCircleOutlined],
} as const

export function VoucherMark({ state }: Pick<Voucher, 'state'>) {
  const text = useText()
  const [tone, Icon] = looks[state]
  return (
    <span className={`sl-tag sl-tag-${tone}`}>
      <Icon /> {text.states[state]}
    </span>
  )
}
