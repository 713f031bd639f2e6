import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * antd listens for Escape in an effect that runs some time after the dialog was painted, on a busy page some hundred
 * milliseconds; who presses the key in between would have to press it again. Until then it is heard here. The answer
 * belongs into the dialog: its own effect runs together with antd's, and tells that antd has taken over.
 */
export function useEarlyEscape(open: boolean, close: (event: KeyboardEvent) => void): ReactNode {
  const isAntdListening = useRef(false)
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || isAntdListening.current) return
    // Not also for the dialog below.
    event.stopImmediatePropagation()
    close(event)
  })
  useLayoutEffect(() => {
    if (!open) return
    isAntdListening.current = false
    window.addEventListener('keydown', hear, true)
    return () => window.removeEventListener('keydown', hear, true)
  }, [open])
  return <TakeOver isDone={isAntdListening} />
}

function TakeOver({ isDone }: { readonly isDone: { current: boolean } }) {
  useEffect(() => {
    isDone.current = true
    return () => {
      isDone.current = false
    }
  }, [isDone])
  return null
}
