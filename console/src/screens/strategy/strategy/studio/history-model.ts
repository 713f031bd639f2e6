/** What was before and after, so that a step back can be taken forward again. */
export interface History<T> {
  readonly past: readonly T[]
  readonly future: readonly T[]
  /** What was changed last and when: typing into one field is one step. */
  readonly last: { readonly what: string; readonly atMs: number } | null
}

export const emptyHistory: History<never> = { past: [], future: [], last: null }

const MAX_STEPS = 200
const TYPING_MS = 1200

/** After `before` was changed. Changes of the same thing in quick succession are one step. */
export function remember<T>(history: History<T>, before: T, what: string, atMs: number): History<T> {
  const { last, past } = history
  const isTyping = last !== null && what !== '' && last.what === what && atMs - last.atMs < TYPING_MS && past.length > 0
  return { past: isTyping ? past : [...past, before].slice(-MAX_STEPS), future: [], last: { what, atMs } }
}

export function stepBack<T>(
  { past, future }: History<T>,
  now: T,
): { readonly history: History<T>; readonly value: T } | null {
  const value = past.at(-1)
  if (value === undefined) return null
  return { value, history: { past: past.slice(0, -1), future: [now, ...future], last: null } }
}

export function stepForward<T>(
  { past, future }: History<T>,
  now: T,
): { readonly history: History<T>; readonly value: T } | null {
  const [value, ...rest] = future
  if (value === undefined) return null
  return { value, history: { past: [...past, now], future: rest, last: null } }
}
