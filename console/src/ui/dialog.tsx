import type { ModalProps } from 'antd'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

export type DialogProps = Omit<ModalProps, 'transitionName' | 'maskTransitionName'>

// Loaded when the first dialog opens: 10 kB that a list does not need to appear.
const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }))

/**
 * antd's Modal that survives being hidden and shown by <Activity>: no transitions (an open animated one crashes), and
 * open only while its page's effects are connected.
 */
export function Dialog({ open = false, ...rest }: DialogProps) {
  const [isConnected, setConnected] = useState(false)
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  useLayoutEffect(() => {
    setConnected(true)
    return () => setConnected(false)
  }, [])
  useReturnFocus(open)
  if (!isConnected || !wasOpened) return null
  return (
    <Suspense>
      <Modal {...rest} open={open} />
    </Suspense>
  )
}
