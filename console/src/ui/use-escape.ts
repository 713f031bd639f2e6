import { useEffect, useMemo } from 'react'

interface Told {
  /** Nothing lies over it. */
  readonly top: boolean
  readonly event: KeyboardEvent
}

interface Layer {
  readonly place: number
  readonly hear: (told: Told) => void
}

/** Escape that ends the choice of an input method is heard a moment after the choice. */
const COMPOSED_MS = 200

let layers: readonly Layer[] = []
let drawn = 0
let composedAt = Number.NEGATIVE_INFINITY

/**
 * Who hears Escape among what lies over the page, by the order in which it was drawn. It stands in the place of antd's own
 * (`slim-antd.ts`), which enters a layer while it is drawn: one whose drawing was thrown away, as React does where a part is
 * still on its way, stayed on top for ever, and Escape closed nothing any more.
 */
export function useEscape(open: boolean, onEsc?: (told: Told) => void): void {
  // Counted while drawing, for what lies below is drawn first; a drawing that is thrown away costs a number.
  const place = useMemo(() => (open ? ++drawn : 0), [open])
  useEffect(() => {
    if (!open || !onEsc) return
    const layer = { place, hear: onEsc }
    if (layers.length === 0) listen('addEventListener')
    layers = [...layers, layer].sort((a, b) => a.place - b.place)
    return () => {
      layers = layers.filter(each => each !== layer)
      if (layers.length === 0) listen('removeEventListener')
    }
  }, [open, place, onEsc])
}

function listen(how: 'addEventListener' | 'removeEventListener'): void {
  window[how]('keydown', tell as EventListener)
  window[how]('compositionend', noteComposed)
}

const noteComposed = (): void => {
  composedAt = performance.now()
}

function tell(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || performance.now() - composedAt < COMPOSED_MS) return
  const told = layers
  for (const [at, { hear }] of [...told.entries()].reverse()) hear({ top: at === told.length - 1, event })
}
