import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { ownerOfData } from './own-data.ts'

/**
 * What was typed and is not saved yet: kept in this browser for who is signed in, by what it is about (`asset/12`,
 * `role/new`), until it is saved or thrown away. It outlives a reload, a closed tab, a page that was let go and the end
 * of a sign-in; it goes with a sign-out and when somebody else signs in (own-data.ts). Never give it a secret.
 */
export interface KeptDraft<T> {
  /** When it was typed, ISO 8601. */
  readonly at: string
  readonly value: T
}

const PREFIX = 'draft:'
/** From the last key to the write; what still waits is written when the page is left. */
const WRITE_AFTER_MS = 300
const MOST = 40

interface Waiting {
  readonly owner: string
  readonly text: string
}

const waiting = new Map<string, Waiting>()
/** The browser's storage had no room: leaving the page asks. */
const unkept = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

export function keepDraft(about: string, value: unknown): void {
  const owner = ownerOfData()
  // The page that a sign-out leaves is drawn once more.
  if (owner === null) return
  waiting.set(about, { owner, text: JSON.stringify({ at: new Date().toISOString(), value }) })
  timer ??= setTimeout(writeWaiting, WRITE_AFTER_MS)
}

export function dropDraft(about: string): void {
  waiting.delete(about)
  unkept.delete(about)
  localStorage.removeItem(PREFIX + about)
}

export function readDraft<T>(about: string): KeptDraft<T> | null {
  try {
    const text = waiting.get(about)?.text ?? localStorage.getItem(PREFIX + about)
    const kept = JSON.parse(text ?? 'null') as Partial<KeptDraft<T>> | null
    return typeof kept?.at === 'string' && kept.value !== undefined ? { at: kept.at, value: kept.value } : null
  } catch {
    return null // hand-edited storage is not worth an error page
  }
}

/** Keeps `value` from now on; null: nothing differs from what is saved. */
export function useKeptDraft(about: string | undefined, value: unknown): void {
  useEffect(() => {
    if (about === undefined) return
    if (value === null) dropDraft(about)
    else keepDraft(about, value)
  }, [about, value])
}

/** A form's state that outlives the page. */
export interface DraftState<T> {
  readonly value: T
  readonly set: Dispatch<SetStateAction<T>>
  /** What was typed before the page was left stands here again: when it was typed; else null. */
  readonly restoredAt: string | null
  /** Shows what the form began with. */
  discard(): void
}

/**
 * The state of a form that holds its own values.
 * @param about what it is about; absent: nothing is kept
 * @param start what is saved, by its first value
 */
export function useDraftState<T>(about: string | undefined, start: T | (() => T)): DraftState<T> {
  const [kept] = useState(() => (about === undefined ? null : readDraft<T>(about)))
  const [first] = useState(start)
  const [value, set] = useState(kept ? kept.value : first)
  const isTyped = JSON.stringify(value) !== JSON.stringify(first)
  useKeptDraft(about, isTyped ? value : null)
  return { value, set, restoredAt: isTyped && kept ? kept.at : null, discard: () => set(() => first) }
}

function writeWaiting(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [about, { owner, text }] of waiting) {
    // Signed out, or another person in the meantime: it is not theirs.
    if (owner !== ownerOfData()) continue
    if (write(PREFIX + about, text)) unkept.delete(about)
    else unkept.add(about)
  }
  waiting.clear()
}

/** The oldest drafts make room. */
function write(key: string, text: string): boolean {
  const others = listKeys().filter(other => other !== key)
  for (;;) {
    try {
      if (others.length < MOST) {
        localStorage.setItem(key, text)
        return true
      }
    } catch {
      if (others.length === 0) return false
    }
    localStorage.removeItem(others.shift() ?? '')
  }
}

/** Oldest first. */
function listKeys(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  const at = (key: string) => readDraft(key.slice(PREFIX.length))?.at ?? ''
  return keys.filter(key => key.startsWith(PREFIX)).sort((a, b) => (at(a) < at(b) ? -1 : 1))
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', writeWaiting)
  window.addEventListener('beforeunload', event => {
    writeWaiting()
    if (unkept.size > 0) event.preventDefault()
  })
}
