import { Drawer as AntDrawer, type DrawerProps as AntDrawerProps } from 'antd'
import { Suspense } from 'react'
import { useEarlyEscape } from './early-escape.tsx'
import { Skeleton } from './skeleton.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export interface DrawerProps extends Omit<AntDrawerProps, 'onClose' | 'destroyOnHidden' | 'keyboard'> {
  onClose(): void
}

/**
 * antd's Drawer that hears Escape from the moment it shows and gives the focus back to what opened it. What it shows may
 * still be on its way: the page behind, with the button that has the focus, stays as it is.
 */
export function Drawer({ open = false, onClose, children, ...rest }: DrawerProps) {
  useReturnFocus(open)
  const takeOver = useEarlyEscape(open, onClose)
  return (
    <AntDrawer {...rest} open={open} onClose={onClose}>
      {open && takeOver}
      <Suspense fallback={<Skeleton rows={6} />}>{children}</Suspense>
    </AntDrawer>
  )
}
