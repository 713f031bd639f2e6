import { Menu, type MenuProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '../lib/i18n.ts'
import { FLYOUT_DELAY_MS } from '../lib/timing.ts'
import { MenuIcon } from './menu-icon.tsx'
import type { MenuItem } from './menu-item.ts'
import { useShellText } from './use-text.ts'

export interface MainMenuProps {
  readonly items: readonly MenuItem[]
  /** Ids from the top to the open page. */
  readonly active: readonly string[]
  readonly isDark: boolean
  readonly isCollapsed?: boolean
  /** Lies across the header instead of running down the side. */
  readonly isAcross?: boolean
  /** The pointer rests on an entry: its page may be loaded already. */
  onHover(path: string): void
  onNavigate?: () => void
}

type AntItem = NonNullable<MenuProps['items']>[number]

/** The tenant's menu. Entries are real links, so a middle click opens a new window tab. */
export function MainMenu({
  items,
  active,
  isDark,
  isCollapsed = false,
  isAcross = false,
  onHover,
  onNavigate,
}: MainMenuProps) {
  const say = useWords()
  const text = useShellText()
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const toItem = (item: MenuItem): AntItem => {
    const icon = item.icon === undefined ? undefined : <MenuIcon name={item.icon} />
    const title = say(item.title)
    if (item.children.length > 0) return { key: item.id, icon, label: title, children: item.children.map(toItem) }
    const label = item.isExternal ? (
      <a href={item.path} target="_blank" rel="noreferrer">
        {title}
      </a>
    ) : (
      <Link to={item.path} onMouseEnter={() => onHover(item.path)} onFocus={() => onHover(item.path)}>
        {title}
      </Link>
    )
    return { key: item.id, icon, label, title }
  }
  // Until the user opens or closes a group, the group of the open page is open.
  const groups = items.filter(item => item.children.length > 0 && active.includes(item.id)).map(item => item.id)
  const shape = isAcross
    ? { mode: 'horizontal' as const }
    : { mode: 'inline' as const, inlineCollapsed: isCollapsed, onOpenChange: (keys: string[]) => setOpened(keys) }
  return (
    <nav aria-label={text.menu} className={isAcross ? 'sh-across' : ''}>
      <Menu
        {...shape}
        theme={isDark ? 'dark' : 'light'}
        subMenuOpenDelay={FLYOUT_DELAY_MS / 1000}
        selectedKeys={[...active]}
        {...(!isCollapsed && !isAcross && { openKeys: [...(opened ?? groups)] })}
        items={items.map(toItem)}
        onClick={() => onNavigate?.()}
        className="sh-menu"
      />
    </nav>
  )
}
