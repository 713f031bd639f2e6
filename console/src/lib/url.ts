import { useSyncExternalStore } from 'react'
import { createPath, type Navigator, type To } from 'react-router'

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

const read = (): string => window.location.pathname + window.location.search + window.location.hash

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', tell)
  }
}

/** The browser's address, kept current. */
export const useUrl = (): string => useSyncExternalStore(subscribe, read)

const write = (to: To): string => (typeof to === 'string' ? to : createPath(to))

/**
 * The browser's history for react-router's low-level <Router>. One navigator serves the window now; with several tabs
 * each tab's router gets its own.
 */
export const browserNavigator: Navigator = {
  createHref: write,
  go: delta => window.history.go(delta),
  push(to) {
    window.history.pushState(null, '', write(to))
    tell()
  },
  replace(to) {
    window.history.replaceState(null, '', write(to))
    tell()
  },
}
