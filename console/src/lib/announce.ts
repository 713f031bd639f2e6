/** Something to tell the user from anywhere, React or not. The shell shows it. */
export interface Announcement {
  readonly kind: 'error' | 'warning' | 'success' | 'info'
  readonly title: string
  /** With a text it is a notification in the corner; without, a short message at the top. */
  readonly text?: string
}

const STORAGE_KEY = 'pending_announcement'
const listeners = new Set<(announcement: Announcement) => void>()

export function announce(announcement: Announcement): void {
  for (const listener of listeners) listener(announcement)
}

type Say = Record<Announcement['kind'], (title: string) => void>
type Notify = Record<Announcement['kind'], (content: { readonly title: string; readonly description?: string }) => void>

const kinds = ['error', 'warning', 'success', 'info'] as const

/** Short messages at the top: `message.success('Saved')`. Their code is loaded with the first one. */
export const message = Object.fromEntries(
  kinds.map(kind => [kind, (title: string) => announce({ kind, title })]),
) as Say // one entry per kind

/** Notifications in the corner: `notification.error({ title, description })`. */
export const notification = Object.fromEntries(
  kinds.map(kind => [
    kind,
    ({ title, description = '' }: { readonly title: string; readonly description?: string }) =>
      announce({ kind, title, text: description }),
  ]),
) as Notify // one entry per kind

/** For a message that must survive the hard redirect that follows it: the next page shows it. */
export function announceAfterReload(announcement: Announcement): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(announcement))
}

/** Listens until the returned function is called; a message left by the page before comes at once. */
export function onAnnouncement(listener: (announcement: Announcement) => void): () => void {
  listeners.add(listener)
  const pending = sessionStorage.getItem(STORAGE_KEY)
  if (pending !== null) {
    sessionStorage.removeItem(STORAGE_KEY)
    listener(JSON.parse(pending) as Announcement) // only announceAfterReload writes this key
  }
  return () => listeners.delete(listener)
}
