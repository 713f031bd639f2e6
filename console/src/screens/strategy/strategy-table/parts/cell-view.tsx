import { QuestionCircleOutlined } from '@ant-design/icons'
import { recordStates } from '@sluice/contract'
import { useFormat } from '../../../../lib/format.ts'
import { StateTag } from '../../../../ui/state-tag.tsx'
import type { Cell } from '../types.ts'
import { useText } from '../use-text.ts'

export interface CellViewProps {
  readonly cell: Cell | undefined
  /** The record's own column that it stands in; null: a field of the data. */
  readonly own: string | null
  readonly lack: 'gone' | 'refused' | null
}

/** A value as it is, digit for digit; null, missing, empty and unread each look like themselves. */
export function CellView({ cell, own, lack }: CellViewProps) {
  const text = useText()
  const format = useFormat()
  if (!cell || cell.kind === 'missing')
    return (
      <span className="tb-none" title={own === null ? text.missing : undefined}>
        –
      </span>
    )
  if (cell.kind === 'unread')
    return (
      <span className="sl-tag sl-tag-warn">
        <QuestionCircleOutlined /> {text.lacks[lack ?? 'gone']}
      </span>
    )
  if (cell.kind === 'null') return <em className="tb-none">{text.nullValue}</em>
  if (cell.kind === 'masked')
    return (
      <span className="tb-code" title={text.masked}>
        {cell.text}
      </span>
    )
  if (own === 'status') {
    const state = recordStates.find(each => String(each) === cell.text)
    return state === undefined ? cell.text : <StateTag kind="record" state={state} />
  }
  if (own === 'created_at' || own === 'updated_at')
    return Number.isNaN(Date.parse(cell.text)) ? cell.text : format.time(cell.text)
  if (cell.text === '') return <em className="tb-none">{text.blank}</em>
  return (
    <span className={cell.kind === 'list' ? 'tb-code' : undefined} title={cell.is_cut ? text.cut : undefined}>
      {cell.text}
      {cell.is_cut && '…'}
    </span>
  )
}
