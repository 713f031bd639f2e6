import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '../lib/i18n.ts'
import { createSoon, FLYOUT_DELAY_MS } from '../lib/timing.ts'
import { MenuIcon } from './menu-icon.tsx'
import type { MenuItem } from './menu-item.ts'
import { useShellText } from './use-text.ts'
import './left-rail.css'

export interface LeftRailProps {
  readonly items: readonly MenuItem[]
  /** Ids from the top to the open page. */
  readonly active: readonly string[]
  readonly isCollapsed: boolean
  onHover(path: string): void
}

/**
 * The first level as a rail. Resting on an entry opens its second level beside it; choosing it goes to the page it
 * redirects to. By keyboard the flyout opens with the focus and closes with Escape.
 */
export function LeftRail({ items, active, isCollapsed, onHover }: LeftRailProps) {
  const say = useWords()
  const text = useShellText()
  const [open, setOpen] = useState<string | null>(null)
  const [soon] = useState(() => createSoon(FLYOUT_DELAY_MS))
  useEffect(() => soon.cancel, [soon])
  const openSoon = (id: string | null) => soon.ask(() => setOpen(id))
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(null)
  }
  const closeAfter = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(null)
  }
  return (
    <nav aria-label={text.menu} onMouseLeave={() => openSoon(null)} onBlur={closeAfter} onKeyDown={closeByKey}>
      <ul className="sh-rail">
        {items.map(item => (
          <li key={item.id} data-active={active.includes(item.id)} onMouseEnter={() => openSoon(item.id)}>
            <Entry item={item} isActive={active.includes(item.id)} onHover={onHover} onFocus={() => setOpen(item.id)}>
              <span aria-hidden>
                <MenuIcon name={item.icon ?? ''} />
              </span>
              <span className={isCollapsed ? 'sl-hidden' : ''}>{say(item.title)}</span>
            </Entry>
            {open === item.id && item.children.length > 0 && (
              <div className="sh-flyout">
                <strong>{say(item.title)}</strong>
                <ul>
                  {item.children.map(child => (
                    <li key={child.id} data-active={active.includes(child.id)}>
                      <Entry
                        item={child}
                        isActive={active.includes(child.id)}
                        onHover={onHover}
                        onClick={() => setOpen(null)}
                      >
                        {say(child.title)}
                      </Entry>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface EntryProps {
  readonly item: MenuItem
  readonly isActive: boolean
  onHover(path: string): void
  onFocus?(): void
  onClick?(): void
  readonly children: React.ReactNode
}

function Entry({ item, isActive, onHover, onFocus, onClick, children }: EntryProps) {
  const focus = () => {
    onFocus?.()
    if (!item.isExternal) onHover(item.path)
  }
  if (item.isExternal)
    return (
      <a href={item.path} target="_blank" rel="noreferrer" onFocus={focus}>
        {children}
      </a>
    )
  return (
    <Link
      to={item.path}
      onFocus={focus}
      onMouseEnter={() => onHover(item.path)}
      onClick={onClick}
      {...(isActive && { 'aria-current': 'true' as const })}
    >
      {children}
    </Link>
  )
}
