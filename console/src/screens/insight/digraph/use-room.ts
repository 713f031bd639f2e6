import { type RefCallback, useState } from 'react'

export interface Room {
  readonly width: number
  readonly height: number
}

const none: Room = { width: 0, height: 0 }

/** The size of a place in pixels; 0 until it is known. `const [room, ref] = useRoom()` */
export function useRoom(): readonly [Room, RefCallback<HTMLElement>] {
  const [room, setRoom] = useState(none)
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setRoom({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [room, observe]
}
