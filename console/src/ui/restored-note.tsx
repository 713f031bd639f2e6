import { Alert, Button } from 'antd'
import { useFormat } from '../lib/format.ts'
import { useUiText } from './use-text.ts'

export interface RestoredNoteProps {
  /** The form's state (drafts.ts, use-edited.ts). */
  readonly typed: {
    /** When it was typed, ISO 8601; null: nothing was put back. */
    readonly restoredAt: string | null
    /** Shows what is saved in the place of what was typed. */
    discard(): void
  }
  /** Nothing of it is saved yet: what is thrown away has nothing in its place. */
  readonly isNew?: boolean
  /** Somebody has saved since. */
  readonly isOverOlder?: boolean
}

/** What was typed before the page was left stands in the form again. */
export function RestoredNote({ typed, isNew = false, isOverOlder = false }: RestoredNoteProps) {
  const text = useUiText().restored
  const format = useFormat()
  if (typed.restoredAt === null) return null
  return (
    <Alert
      type={isOverOlder ? 'warning' : 'info'}
      showIcon
      role="status"
      className="sl-restored"
      title={text.title(format.time(typed.restoredAt))}
      {...(isOverOlder && { description: text.older })}
      action={
        <Button size="small" onClick={typed.discard}>
          {isNew ? text.startOver : text.discard}
        </Button>
      }
    />
  )
}
