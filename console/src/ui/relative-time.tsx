import { useEffect, useState } from 'react'
import { useFormat } from '../lib/format.ts'

const TICK_MS = 30_000

/** "3 minutes ago", kept current; the exact time on hover and for screen readers. */
export function RelativeTime({ value }: { readonly value: string | null | undefined }) {
  const format = useFormat()
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    // A page that slept in another tab comes back late; one that is new is not drawn twice.
    const catchUp = () => setNowMs(was => (Date.now() - was < TICK_MS ? was : Date.now()))
    catchUp()
    const timer = setInterval(catchUp, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!value) return <span className="sl-muted">–</span>
  // A time newer than the last tick would otherwise read as "in 12 seconds".
  const isRecent = Math.abs(new Date(value).getTime() - nowMs) < TICK_MS
  return (
    <time dateTime={value} title={format.time(value)}>
      {format.relative(value, isRecent ? Math.max(nowMs, new Date(value).getTime()) : nowMs)}
    </time>
  )
}
