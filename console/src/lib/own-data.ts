/**
 * What a browser keeps of the person who is signed in: drafts, tabs, exceptions, how tables look. Another person who
 * signs in at the same browser must find none of it.
 */

/** Whose data a storage holds; written in each, as every tab has a session storage of its own. */
const OWNER = 'data_owner'
/** Of the browser, not of a person; or of the sign-in itself. */
const KEPT: ReadonlySet<string> = new Set([
  ...['access_token', 'refresh_token', 'token_given_at'],
  ...['app_lang', 'app_settings', 'sso_tenant'],
  // Of the page that is being left for the sign-in, and of the way back from a provider.
  ...['pending_announcement', 'sso_journey'],
])

function drop(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key !== null && !KEPT.has(key) && !key.startsWith('lock:')) storage.removeItem(key)
}

/** The user whose data this browser keeps; null: nobody's. */
export const ownerOfData = (): string | null => localStorage.getItem(OWNER)

/** At sign-out: whoever comes next finds nothing. */
export function dropOwnData(): void {
  drop(localStorage)
  drop(sessionStorage)
}

/** At sign-in: what another person left, who did not sign out, goes. The same person finds their drafts again. */
export function keepDataOf(userId: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    if (storage.getItem(OWNER) === userId) continue
    drop(storage)
    storage.setItem(OWNER, userId)
  }
}

/** Calls back when somebody else has signed in at another tab: what this one shows is no longer theirs to see. */
export function onOtherOwner(userId: string, leave: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === OWNER && newValue !== null && newValue !== userId) leave()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
