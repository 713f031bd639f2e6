import type { ModalProps } from 'antd'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { dropDraft } from '../lib/drafts.ts'
import { useEarlyEscape } from './early-escape.tsx'
import { FirstField } from './first-field.tsx'
import { Held } from './held.tsx'
import { Skeleton } from './skeleton.tsx'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps extends Omit<ModalProps, 'transitionName' | 'maskTransitionName'> {
  /** What its form is about (drafts.ts): its cancel button drops what was typed, Escape and the cross keep it. */
  about?: string | undefined
}

// Loaded when the first dialog opens: 10 kB that a list does not need to appear.
const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }))

/**
 * antd's Modal that survives being hidden and shown by <Activity>: no transitions (an open animated one crashes), and
 * open only while its page's effects are connected. Held while it is saved.
 */
export function Dialog({ open = false, about, children, onCancel, ...rest }: DialogProps) {
  const [isConnected, setConnected] = useState(false)
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  useLayoutEffect(() => {
    setConnected(true)
    return () => setConnected(false)
  }, [])
  useReturnFocus(open)
  const { keyboard = true, confirmLoading = false } = rest
  const cancel: NonNullable<ModalProps['onCancel']> = event => {
    const { currentTarget } = event
    if (about !== undefined && currentTarget instanceof Element && currentTarget.closest('.ant-modal-footer'))
      dropDraft(about)
    onCancel?.(event)
  }
  // antd, too, hands over the key's event in the place of the button's.
  const takeOver = useEarlyEscape(open && keyboard, event => cancel(event as never))
  if (!isConnected || !wasOpened) return null
  return (
    <Suspense>
      <Modal {...rest} open={open} onCancel={cancel}>
        {takeOver}
        {/* What it shows may still be on its way: the page behind, with the button that has the focus, stays as it is. */}
        <Suspense fallback={<Skeleton rows={3} />}>
          <FirstField />
          <Held isHeld={confirmLoading !== false}>{children}</Held>
        </Suspense>
      </Modal>
    </Suspense>
  )
}
