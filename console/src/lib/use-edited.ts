import { type Dispatch, type SetStateAction, useState } from 'react'

/** What a form began with, and what it says now. */
export interface Edited<T, D> {
  readonly base: T
  readonly draft: D
  readonly isDirty: boolean
  /** What has been saved since by somebody else, while something was typed here; else null. */
  readonly newer: T | null
  /** What it says now, or what is made of that; always the same function. */
  readonly change: Dispatch<SetStateAction<D>>
  /** How often it was begun with other content than it had: a key for forms with a state of their own. */
  readonly turn: number
  /**
   * Begins anew: with what was saved from here, or with what somebody else has saved.
   * @param sent what was saved from here; typed since, it stays, and is not saved yet
   */
  begin(from: T, sent?: D): void
}

export interface EditedRules<T, D> {
  begin(from: T): D
  isSame(draft: D, other: D): boolean
  /** Differs with each save. */
  versionOf(from: T): string | number
}

/**
 * A form over something that others change too. It keeps to what it began with as long as something is typed: whatever
 * arrives unseen must end in a refused save, never in a loss of either side. Else it follows.
 */
export function useEdited<T, D>(latest: T, { begin, isSame, versionOf }: EditedRules<T, D>): Edited<T, D> {
  const [base, setBase] = useState(latest)
  const [draft, setDraft] = useState(() => begin(latest))
  // After a save of one's own the answer is known before the list of all has heard of it.
  const [passed, setPassed] = useState(latest)
  const isDirty = !isSame(draft, begin(base))
  const [turn, setTurn] = useState(0)
  const start = (from: T, sent = draft) => {
    setBase(from)
    setPassed(latest)
    const next = begin(from)
    if (draft !== sent || isSame(draft, next)) return
    setDraft(next)
    setTurn(turn + 1)
  }
  const hasNews = latest !== base && latest !== passed
  if (hasNews && !isDirty) start(latest)
  const isNewer = hasNews && isDirty && versionOf(latest) !== versionOf(base)
  return { base, draft, isDirty, newer: isNewer ? latest : null, turn, change: setDraft, begin: start }
}
