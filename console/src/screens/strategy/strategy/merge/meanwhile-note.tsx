import { Alert, Button } from 'antd'
import { useMergeText } from '../texts/use-merge-text.ts'
import type { Strategy } from '../types.ts'
import { useSavers } from './use-savers.ts'

export interface MeanwhileNoteProps {
  readonly base: Strategy
  readonly newer: Strategy
  onMerge(): void
}

/** Somebody saved while something was changed here. Nothing happens to either until a person says so. */
export function MeanwhileNote({ base, newer, onMerge }: MeanwhileNoteProps) {
  const text = useMergeText()
  const savers = useSavers(base, newer)
  return (
    <Alert
      className="st-gap"
      type="warning"
      showIcon
      role="status"
      title={text.meanwhile}
      description={savers[0]}
      action={<Button onClick={onMerge}>{text.open}</Button>}
    />
  )
}
