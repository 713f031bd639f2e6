import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { create } from 'zustand'

/** The workbench: always the first tab, never closed. Spec §2. */
export const HOME_TAB = '/workplace'

/** One open page of the workspace. A pathname has one tab; its query may change. */
export interface Tab {
  /** Pathname. */
  readonly key: string
  /** Pathname with query and hash, as last seen. */
  readonly url: string
  /** What the page calls itself (a strategy's name); null: the page's title alone. */
  readonly name: string | null
  /** Grows with every refresh: the page starts anew. */
  readonly generation: number
}

/** `order` as on the bar; `recent` keys, newest first, decide which pages stay alive. */
export interface Tabs {
  readonly order: readonly Tab[]
  readonly recent: readonly string[]
}

const makeTab = (key: string, url: string): Tab => ({ key, url, name: null, generation: 0 })
const home = makeTab(HOME_TAB, HOME_TAB)

export const noTabs: Tabs = { order: [home], recent: [] }

/** More pages than anybody finds again: the one not seen for longest is closed. What was typed on it is kept (drafts.ts). */
export const MOST_TABS = 20

/** The page at `url` is shown: its tab is opened at the end, or remembers the new query. */
export function visitTab({ order, recent }: Tabs, url: string): Tabs {
  const key = url.split(/[?#]/, 1)[0] ?? url
  const seen = [key, ...recent.filter(other => other !== key)]
  if (order.some(tab => tab.key === key))
    return { order: order.map(tab => (tab.key === key ? { ...tab, url } : tab)), recent: seen }
  const opened = [...order, makeTab(key, url)]
  const oldest = opened.length > MOST_TABS ? findOldest(opened, seen) : undefined
  return { order: opened.filter(tab => tab !== oldest), recent: seen.filter(other => other !== oldest?.key) }
}

/** Not seen since the page was loaded, else not seen for longest; never the workbench. */
function findOldest(order: readonly Tab[], recent: readonly string[]): Tab | undefined {
  const rank = ({ key }: Tab) => (recent.includes(key) ? recent.indexOf(key) : recent.length)
  return order.filter(tab => tab.key !== HOME_TAB).reduce((old, tab) => (rank(tab) > rank(old) ? tab : old))
}

export type Closing = 'one' | 'left' | 'right' | 'others'

/** Keys that closing from `key` on would close; empty: it is impossible now. */
export function listClosing({ order }: Tabs, key: string, closing: Closing): readonly string[] {
  const at = order.findIndex(tab => tab.key === key)
  if (at < 0) return []
  const isMeant = (index: number): boolean =>
    closing === 'one' ? index === at : closing === 'left' ? index < at : closing === 'right' ? index > at : index !== at
  return order.flatMap((tab, index) => (tab.key !== HOME_TAB && isMeant(index) ? [tab.key] : []))
}

/** `next`: where to go when the shown tab was among them, its neighbour to the right first; else null. */
export function closeTabs(
  tabs: Tabs,
  keys: readonly string[],
  shown: string,
): { readonly tabs: Tabs; readonly next: string | null } {
  const isClosed = (key: string): boolean => keys.includes(key)
  const order = tabs.order.filter(tab => !isClosed(tab.key))
  const at = tabs.order.findIndex(tab => tab.key === shown)
  const right = tabs.order.slice(at + 1).find(tab => !isClosed(tab.key))
  const left = tabs.order.slice(0, at).findLast(tab => !isClosed(tab.key))
  return {
    tabs: { order, recent: tabs.recent.filter(key => !isClosed(key)) },
    next: isClosed(shown) ? (right ?? left ?? home).url : null,
  }
}

/** Puts the tab at a place of the bar; the workbench keeps the first. */
export function moveTab(tabs: Tabs, key: string, to: number): Tabs {
  const tab = tabs.order.find(candidate => candidate.key === key)
  if (!tab || key === HOME_TAB) return tabs
  const rest = tabs.order.filter(other => other !== tab)
  const at = Math.min(Math.max(to, 1), rest.length)
  return { ...tabs, order: [...rest.slice(0, at), tab, ...rest.slice(at)] }
}

const change = (tabs: Tabs, key: string, patch: (tab: Tab) => Partial<Tab>): Tabs => ({
  ...tabs,
  order: tabs.order.map(tab => (tab.key === key ? { ...tab, ...patch(tab) } : tab)),
})

export const refreshTab = (tabs: Tabs, key: string): Tabs =>
  change(tabs, key, tab => ({ generation: tab.generation + 1 }))

// In this browser tab only: two windows have their own tabs, and a reload finds them again.
const STORAGE_KEY = 'app_tabs'

/** The tabs of the last visit of this user, or the workbench alone. */
function readTabs(userId: string): Tabs {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as {
      readonly user?: unknown
      readonly tabs?: readonly { readonly url?: unknown; readonly name?: unknown }[]
    } | null
    if (stored?.user !== userId || !Array.isArray(stored.tabs)) return noTabs
    const urls = stored.tabs.filter(tab => typeof tab.url === 'string' && /^\/(?![/\\])/.test(tab.url))
    const { order } = urls.reduce((tabs: Tabs, { url, name }) => {
      const opened = visitTab(tabs, String(url))
      return change(opened, opened.recent[0] ?? '', () => ({ name: typeof name === 'string' ? name : null }))
    }, noTabs)
    return { order, recent: [] } // their pages start when they are shown
  } catch {
    return noTabs // hand-edited storage is not worth an error page
  }
}

interface TabStore {
  readonly userId: string | null
  readonly tabs: Tabs
}

export const useTabs = create<TabStore>(() => ({ userId: null, tabs: noTabs }))

/** Another user signed in: their own tabs. */
export const takeTabs = (userId: string): void => {
  if (useTabs.getState().userId !== userId) useTabs.setState({ userId, tabs: readTabs(userId) })
}

/** Changes the tabs and remembers them. */
export function changeTabs(step: (tabs: Tabs) => Tabs): void {
  const { userId, tabs: before } = useTabs.getState()
  const tabs = step(before)
  if (tabs === before) return
  useTabs.setState({ tabs })
  const kept = tabs.order.map(({ url, name }) => ({ url, name }))
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ user: userId, tabs: kept }))
}

/** Gives the tab of the page that calls it a name of its own: the strategy's, the connector's. */
export function useTabName(name: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (name === undefined) return
    const isNamed = useTabs.getState().tabs.order.some(tab => tab.key === pathname && tab.name === name)
    if (!isNamed) changeTabs(tabs => change(tabs, pathname, () => ({ name })))
  }, [pathname, name])
}
