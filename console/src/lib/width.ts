import { type RefCallback, useState } from 'react'
import { CHART_RESIZE_MS, createSoon } from './timing.ts'

/**
 * The width of a chart's place in pixels; 0 until it is known. While a window or a menu is drawn wider, the chart waits
 * until the width rests: the first width shows at once. `const [width, ref] = useWidth()`
 */
export function useWidth(): readonly [number, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0)
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return undefined
    const settle = settleWidth(setWidth)
    const observer = new ResizeObserver(([entry]) => settle.take(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      settle.stop()
    }
  })
  return [width, observe]
}

/** Passes the first width on at once, and of those that follow one another only the last, when it has rested. */
export function settleWidth(show: (width: number) => void): { take(width: number): void; stop(): void } {
  const soon = createSoon(CHART_RESIZE_MS)
  let shown = 0
  const pass = (width: number) => {
    shown = width
    show(width)
  }
  return {
    // Where nothing is drawn, be it because the page was hidden, there is nothing to wait for.
    take: width => (shown === 0 ? pass(width) : soon.ask(() => pass(width))),
    stop: soon.cancel,
  }
}
