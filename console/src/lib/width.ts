import { type RefCallback, useState } from 'react'

/** The width of an element in pixels, kept current; 0 until it is known. `const [width, ref] = useWidth()` */
export function useWidth(): readonly [number, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0)
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [width, observe]
}
