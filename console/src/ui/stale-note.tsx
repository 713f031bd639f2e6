import { Alert, Button } from 'antd'
import { useFormat } from '../lib/format.ts'
import type { SavedBefore } from '../lib/read-stale.ts'
import { useUiText } from './use-text.ts'

export interface StaleNoteProps {
  /** null: nobody knows who it was. */
  readonly saved: SavedBefore | null
  /** Takes the newest content, and lets go of what was typed. Absent: there is another way on. */
  onReload?: () => void
  /** Keeps what was typed, over the newest content. */
  onGoOn?: () => void
}

/** Somebody saved while something was typed here: who and when; what was typed is still there. */
export function StaleNote({ saved, onReload, onGoOn }: StaleNoteProps) {
  const text = useUiText().staleSave
  const format = useFormat()
  const who = saved && saved.username !== '' ? saved.username : text.somebody
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="sl-stale"
      title={saved ? text.title(who, saved.version, format.time(saved.created_at)) : text.unknown}
      description={onGoOn ? text.goOnText : text.text}
      action={
        <>
          {onGoOn && <Button onClick={onGoOn}>{text.goOn}</Button>}{' '}
          {onReload && <Button onClick={onReload}>{text.reload}</Button>}
        </>
      }
    />
  )
}
