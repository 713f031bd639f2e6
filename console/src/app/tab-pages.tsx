import { Activity, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { UNSAFE_LocationContext as LocationContext, Router } from 'react-router'
import type { Tab } from '../lib/tabs.ts'
import { browserNavigator } from '../lib/url.ts'

/** Pages that keep their state while hidden; each holds about 5 MB. The others start anew when they are shown again. */
const LIVE_PAGES = 12

export interface TabPagesProps {
  readonly tabs: readonly Tab[]
  /** Keys, newest first. */
  readonly recent: readonly string[]
  readonly shown: string
  /** The page of the address its router has. */
  readonly children: ReactNode
}

/** The pages of the open tabs: the shown one, and those that sleep with their state. Each has a router of its own. */
export function TabPages({ tabs, recent, shown, children }: TabPagesProps) {
  useScrollOf(shown)
  const live = new Set([shown, ...recent.filter(key => key !== shown).slice(0, LIVE_PAGES - 1)])
  // In an order that does not change, so that moving a tab on the bar moves no page.
  const pages = tabs.filter(tab => live.has(tab.key)).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return pages.map(({ key, url, generation }) => (
    <Activity key={`${key} ${generation}`} mode={key === shown ? 'visible' : 'hidden'}>
      <div className="sh-page">
        {/* A router within the frame's router: it refuses to start below another one unless it cannot see it. */}
        <LocationContext value={null as never}>
          <Router location={url} navigator={browserNavigator}>
            {children}
          </Router>
        </LocationContext>
      </div>
    </Activity>
  ))
}

/** The window scrolls for all pages; each finds its own place again. */
function useScrollOf(shown: string): void {
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    window.scrollTo(0, places.current.get(shown) ?? 0)
  }, [shown])
  useEffect(() => {
    const { current } = places
    const note = () => current.set(shown, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [shown])
}
