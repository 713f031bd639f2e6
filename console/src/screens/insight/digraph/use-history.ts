import { useState } from 'react'
import type { Draft } from './types.ts'

export interface History {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** What it says from now on. With the same `about` as the change before it is one change with that: a name as it is typed. */
  change(next: Draft, about?: string): void
  undo(): void
  redo(): void
  /** Forgets: another version is worked on now. */
  clear(): void
}

interface Steps {
  readonly past: readonly Draft[]
  readonly future: readonly Draft[]
  readonly about: string | null
}

const none: Steps = { past: [], future: [], about: null }
const MOST = 100

/** What can be taken back. */
export function useHistory(draft: Draft, set: (next: Draft) => void): History {
  const [{ past, future, about: last }, setSteps] = useState(none)
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change(next, about) {
      if (JSON.stringify(next) === JSON.stringify(draft)) return
      const isSame = about !== undefined && about === last && past.length > 0
      setSteps({ past: isSame ? past : [...past, draft].slice(-MOST), future: [], about: about ?? null })
      set(next)
    },
    undo() {
      const before = past.at(-1)
      if (before === undefined) return
      setSteps({ past: past.slice(0, -1), future: [draft, ...future], about: null })
      set(before)
    },
    redo() {
      const [next] = future
      if (next === undefined) return
      setSteps({ past: [...past, draft], future: future.slice(1), about: null })
      set(next)
    },
    clear: () => setSteps(none),
  }
}
