import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../lib/announce.ts'
import { useWords } from '../lib/i18n.ts'
import { queryClient } from '../lib/query.ts'
import {
  changeTabs,
  closeTabs,
  HOME_TAB,
  listClosing,
  moveTab,
  refreshTab,
  type Tabs,
  takeTabs,
  useTabs,
  visitTab,
} from '../lib/tabs.ts'
import { type BarTab, TabBar } from '../shell/tab-bar.tsx'
import { useShellText } from '../shell/use-text.ts'
import { findPage, type RegisteredPage } from './registry.ts'

/** The tabs of the signed-in user, kept in step with the address, and their bar. */
export function useOpenTabs(userId: string | null, url: string, page: RegisteredPage | null) {
  const stored = useTabs()
  const isOurs = userId !== null && stored.userId === userId
  const isTab = page?.area === 'workspace'
  useEffect(() => {
    if (userId === null) return
    takeTabs(userId)
    if (isTab) changeTabs(tabs => (isShown(tabs, url) ? tabs : visitTab(tabs, url)))
  }, [userId, url, isTab])
  // The first drawing of an address comes before the effect: it must not wait for its tab.
  const tabs = isOurs && isTab && !isShown(stored.tabs, url) ? visitTab(stored.tabs, url) : stored.tabs
  return { tabs, bar: <Bar tabs={tabs} shown={url.split(/[?#]/, 1)[0] ?? ''} /> }
}

const isShown = (tabs: Tabs, url: string): boolean => {
  const key = tabs.recent[0]
  return tabs.order.some(tab => tab.key === key && tab.url === url)
}

function Bar({ tabs, shown }: { readonly tabs: Tabs; readonly shown: string }) {
  const navigate = useNavigate()
  const say = useWords()
  const text = useShellText()
  const shownTabs = tabs.order.flatMap(({ key, url, name }): BarTab[] => {
    const page = findPage(key)
    if (!page) return []
    const title = name === null ? say(page.title) : name
    return [{ key, url, title, isLocked: key === HOME_TAB }]
  })
  const close = (keys: readonly string[]) => {
    const { next } = closeTabs(tabs, keys, shown)
    // First away from the page, then it may go: its own address must not open it again.
    if (next !== null) void navigate(next)
    changeTabs(before => closeTabs(before, keys, shown).tabs)
  }
  const refresh = (key: string) => {
    changeTabs(before => refreshTab(before, key))
    void queryClient.invalidateQueries({ refetchType: 'none' })
  }
  return (
    <TabBar
      tabs={shownTabs}
      shown={shown}
      listClosing={(key, closing) => listClosing(tabs, key, closing)}
      onClose={close}
      onRefresh={refresh}
      onMove={(key, to) => changeTabs(before => moveTab(before, key, to))}
      onLast={() => message.warning(text.tabs.last)}
    />
  )
}
