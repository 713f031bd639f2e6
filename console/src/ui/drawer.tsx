import { Drawer as AntDrawer, type DrawerProps as AntDrawerProps } from 'antd'
import { useEarlyEscape } from './early-escape.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export interface DrawerProps extends Omit<AntDrawerProps, 'onClose' | 'destroyOnHidden' | 'keyboard'> {
  onClose(): void
}

/** antd's Drawer that hears Escape from the moment it shows and gives the focus back to what opened it. */
export function Drawer({ open = false, onClose, children, ...rest }: DrawerProps) {
  useReturnFocus(open)
  const takeOver = useEarlyEscape(open, onClose)
  return (
    <AntDrawer {...rest} open={open} onClose={onClose}>
      {open && takeOver}
      {children}
    </AntDrawer>
  )
}
