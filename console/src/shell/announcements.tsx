import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { type Announcement, onAnnouncement } from '../lib/announce.ts'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** Waits for something to announce. */
export function Announcements() {
  const [queue, setQueue] = useState<readonly Announcement[]>([])
  const [isNeeded, setNeeded] = useState(false)
  useEffect(
    () =>
      onAnnouncement(announcement => {
        setNeeded(true)
        setQueue(before => [...before, announcement])
      }),
    [],
  )
  const clear = useCallback(() => setQueue([]), [])
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster queue={queue} onShown={clear} />
    </Suspense>
  )
}
