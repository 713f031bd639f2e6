import type { ReactNode } from 'react'
import { Drawer } from '../ui/drawer.tsx'

export interface MenuDrawerProps {
  readonly title: string
  readonly isOpen: boolean
  readonly isDark: boolean
  onClose(): void
  readonly children: ReactNode
}

/** The menu on phones. */
export function MenuDrawer({ title, isOpen, isDark, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      placement="left"
      size={232}
      open={isOpen}
      onClose={onClose}
      title={title}
      rootClassName={isDark ? 'sh-drawer sh-drawer-dark' : 'sh-drawer'}
    >
      {children}
    </Drawer>
  )
}
