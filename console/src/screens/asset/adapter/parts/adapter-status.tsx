import type { AdapterRow } from '../types.ts'
import { useText } from '../use-text.ts'

const tones = { draft: 'calm', published: 'good', stopped: 'warn' } as const

export function AdapterStatus({ row }: { readonly row: Pick<AdapterRow, 'status' | 'approval_id'> }) {
  const text = useText().list
  return (
    <span className="as-name">
      <span className={`sl-tag sl-tag-${tones[row.status]}`}>{text.statuses[row.status]}</span>
      {row.approval_id !== null && <span className="sl-tag sl-tag-busy">{text.waiting}</span>}
    </span>
  )
}
