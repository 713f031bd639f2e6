import { useEffect, useRef } from 'react'

const FIELDS = 'input:not([type=hidden], [type=file]), textarea, [contenteditable=true]'

/**
 * Put as the first child of what opens over the page (or of the form in it, where that comes later): whoever opened
 * it can type at once. Without a field the focus stays where the frame of the dialog put it.
 */
export function FirstField() {
  const place = useRef<HTMLSpanElement>(null)
  // After the frame's own effect, which takes the focus in the same turn where nothing moves.
  useEffect(() => queueMicrotask(() => focusFirst(place.current)), [])
  return <span ref={place} hidden />
}

function focusFirst(place: HTMLElement | null): void {
  const panel = place?.closest('[role=dialog]')
  const fields = [...(panel?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])]
  // A field that asked for the focus itself has it.
  if (fields.some(field => field === document.activeElement)) return
  fields.find(field => !field.disabled && field.checkVisibility())?.focus({ preventScroll: true })
}
