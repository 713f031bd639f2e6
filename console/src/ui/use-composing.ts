import { useState } from 'react'

/**
 * Whether an input method is composing in a field: its letters are not words yet, and nothing is searched by them.
 * @returns handlers for the field or for an element around it
 */
export function useComposing() {
  const [isComposing, setComposing] = useState(false)
  return {
    isComposing,
    handlers: { onCompositionStart: () => setComposing(true), onCompositionEnd: () => setComposing(false) },
  }
}
