import { Tooltip } from 'antd'
import { tones } from '../model.ts'
import type { ProcessPool } from '../types.ts'
import { useText } from '../use-text.ts'

/** What a pool does now, in a word; what that means on hover and focus. */
export function PoolStatus({ pool }: { readonly pool: Pick<ProcessPool, 'status'> }) {
  const text = useText()
  return (
    <Tooltip title={text.statusHint[pool.status]}>
      <span className={`sl-tag sl-tag-${tones[pool.status]}`}>{text.status[pool.status]}</span>
    </Tooltip>
  )
}
