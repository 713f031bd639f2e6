import { useSyncExternalStore } from 'react'

/** Breakpoints of spec §9; mobile is xs or sm. */
export const mobile = '(max-width: 767px)'

/** Whether a media query matches, kept current. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
