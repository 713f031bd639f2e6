import { Button } from 'antd'
import { useSummaryText } from '../texts/use-summary-text.ts'

export interface UnreadNoteProps {
  /** Source fields that go nowhere; undefined: not known yet. */
  readonly unread: readonly string[] | undefined
  readonly all: number
  readonly leftOut: readonly string[]
  onChange(leftOut: readonly string[]): void
}

/** That every target field is filled says nothing of the source's: what goes nowhere is named, and left out by a press. */
export function UnreadNote({ unread, all, leftOut, onChange }: UnreadNoteProps) {
  const text = useSummaryText().unread
  if (unread === undefined || all === 0) return null
  return (
    <div aria-live="polite">
      {unread.length === 0 ? (
        <p className="st-complete">{text.complete}</p>
      ) : (
        <p className="st-incomplete">
          {text.title(unread.length, all, unread)}{' '}
          <Button size="small" onClick={() => onChange([...leftOut, ...unread])}>
            {text.leave}
          </Button>
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="sl-muted">
          {text.leftOut(leftOut)}{' '}
          <Button size="small" type="link" onClick={() => onChange([])}>
            {text.takeBack}
          </Button>
        </p>
      )}
    </div>
  )
}
