import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { type Announcement, onAnnouncement } from '../lib/announce.ts'
import { CornerNote, PartBoundary } from '../ui/lazy-part.tsx'

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
    <PartBoundary fallback={<PlainToasts queue={queue} />}>
      <Suspense>
        <Toaster queue={queue} onShown={clear} />
      </Suspense>
    </PartBoundary>
  )
}

/** What is to be told is told even where the toaster cannot be loaded. */
function PlainToasts({ queue }: { readonly queue: readonly Announcement[] }) {
  const last = queue.at(-1)
  return last ? <CornerNote>{last.text ? `${last.title}: ${last.text}` : last.title}</CornerNote> : null
}
