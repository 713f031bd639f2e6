import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { readDraft, useKeptDraft } from './drafts.ts'

/** What a form began with, and what it says now. */
export interface Edited<T, D> {
  readonly base: T
  readonly draft: D
  readonly isDirty: boolean
  /** What has been saved since by somebody else, while something was typed here; else null. */
  readonly newer: T | null
  /** What it says now, or what is made of that; always the same function. */
  readonly change: Dispatch<SetStateAction<D>>
  /** What was typed before the page was left stands here again: when it was typed, ISO 8601; else null. */
  readonly restoredAt: string | null
  /** How often it was begun with other content than it had: a key for forms with a state of their own. */
  readonly turn: number
  /**
   * Begins anew: with what was saved from here, or with what somebody else has saved.
   * @param sent what was saved from here; typed since, it stays, and is not saved yet
   */
  begin(from: T, sent?: D): void
  /** Throws away what was typed, for what is saved. */
  discard(): void
}

export interface EditedRules<T, D> {
  begin(from: T): D
  isSame(draft: D, other: D): boolean
  /** Differs with each save. */
  versionOf(from: T): string | number
  /** What the form is about (`asset/12`): what is typed is kept under it until it is saved (drafts.ts). */
  readonly about?: string
}

interface Kept<T, D> {
  readonly base: T
  readonly draft: D
}

/**
 * A form over something that others change too. It keeps to what it began with as long as something is typed: whatever
 * arrives unseen must end in a refused save, never in a loss of either side. Else it follows.
 */
export function useEdited<T, D>(latest: T, { begin, isSame, versionOf, about }: EditedRules<T, D>): Edited<T, D> {
  const [kept] = useState(() => (about === undefined ? null : readDraft<Kept<T, D>>(about)))
  const first = kept && versionOf(kept.value.base) !== versionOf(latest) ? kept.value.base : latest
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState(() => kept?.value.draft ?? begin(latest))
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null)
  // After a save of one's own the answer is known before the list of all has heard of it.
  const [passed, setPassed] = useState(first)
  const isDirty = !isSame(draft, begin(base))
  const keeping = useMemo(() => (isDirty ? { base, draft } : null), [isDirty, base, draft])
  useKeptDraft(about, keeping)
  const [turn, setTurn] = useState(0)
  const start = (from: T, sent = draft) => {
    setBase(from)
    setPassed(latest)
    setRestoredAt(null)
    const next = begin(from)
    if (draft !== sent || isSame(draft, next)) return
    setDraft(next)
    setTurn(turn + 1)
  }
  const hasNews = latest !== base && latest !== passed
  if (hasNews && !isDirty) start(latest)
  const isNewer = hasNews && isDirty && versionOf(latest) !== versionOf(base)
  return {
    ...{ base, draft, isDirty, restoredAt: isDirty ? restoredAt : null, turn },
    newer: isNewer ? latest : null,
    change: setDraft,
    begin: start,
    discard: () => start(latest),
  }
}
