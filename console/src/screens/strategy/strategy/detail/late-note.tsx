import { isStale, readStale } from '../../../../lib/read-stale.ts'
import { StaleNote } from '../../../../ui/stale-note.tsx'

export interface LateNoteProps {
  readonly save: { readonly error: unknown; reset(): void }
  onReload(): void
}

/** Above the button of a form whose save came too late. */
export function LateNote({ save, onReload }: LateNoteProps) {
  if (!isStale(save.error)) return null
  const reload = () => {
    save.reset()
    onReload()
  }
  return <StaleNote saved={readStale(save.error)} onReload={reload} />
}
