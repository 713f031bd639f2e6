import { useSyncExternalStore } from 'react'

/** The tokens of this browser, shared by all tabs. */
export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** When they were given, epoch milliseconds. */
  readonly givenAtMs: number
}

const ACCESS = 'access_token'
const REFRESH = 'refresh_token'
const GIVEN_AT = 'token_given_at'

export function readTokens(): Tokens | null {
  const access = localStorage.getItem(ACCESS)
  if (access === null || access === '') return null
  return {
    access,
    refresh: localStorage.getItem(REFRESH) ?? '',
    givenAtMs: Number(localStorage.getItem(GIVEN_AT) ?? 0),
  }
}

export function storeTokens(answer: { readonly access_token: string; readonly refresh_token: string }): void {
  localStorage.setItem(REFRESH, answer.refresh_token)
  localStorage.setItem(GIVEN_AT, String(Date.now()))
  // Last, because the other tabs and our own requests look at this one.
  localStorage.setItem(ACCESS, answer.access_token)
  tell()
}

export function clearTokens(): void {
  dropTokens()
  tell()
}

/** For who leaves this page at once: what is shown here stays until then, and only the other tabs are told. */
export function dropTokens(): void {
  for (const key of [ACCESS, REFRESH, GIVEN_AT]) localStorage.removeItem(key)
}

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Fires when another tab signs in or out.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether someone is signed in, kept current across tabs. */
export const useHasToken = (): boolean => useSyncExternalStore(subscribe, () => readTokens() !== null)
