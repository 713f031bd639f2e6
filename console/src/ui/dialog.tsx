import type { ModalProps } from 'antd'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { useEarlyEscape } from './early-escape.tsx'
import { Held } from './held.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export type DialogProps = Omit<ModalProps, 'transitionName' | 'maskTransitionName'>

// Loaded when the first dialog opens: 10 kB that a list does not need to appear.
const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }))

/**
 * antd's Modal that survives being hidden and shown by <Activity>: no transitions (an open animated one crashes), and
 * open only while its page's effects are connected. Held while it is saved.
 */
export function Dialog({ open = false, children, ...rest }: DialogProps) {
  const [isConnected, setConnected] = useState(false)
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  useLayoutEffect(() => {
    setConnected(true)
    return () => setConnected(false)
  }, [])
  useReturnFocus(open)
  const { keyboard = true, onCancel, confirmLoading = false } = rest
  // antd, too, hands over the key's event in the place of the button's.
  const takeOver = useEarlyEscape(open && keyboard, event => onCancel?.(event as never))
  if (!isConnected || !wasOpened) return null
  return (
    <Suspense>
      <Modal {...rest} open={open}>
        {takeOver}
        <Held isHeld={confirmLoading !== false}>{children}</Held>
      </Modal>
    </Suspense>
  )
}
