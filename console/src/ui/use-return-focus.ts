import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to what opened the dialog; antd does so only for one that stays mounted.
 * A drawer that is mounted open calls it with true.
 */
export function useReturnFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    const opener = document.activeElement
    return () => {
      // Once the dialog is gone, and unless something else took the focus meanwhile.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    }
  }, [open])
}
