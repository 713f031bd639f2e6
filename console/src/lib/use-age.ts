import { useEffect, useState } from 'react'

const TICK_MS = 5000

/** How old figures are in milliseconds: what the server said as it answered, and the time since by this browser's clock. */
export function useAge(
  reading: { readonly at: string; readonly read_at: string } | undefined,
  receivedMs: number,
): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!reading) return 0
  return Date.parse(reading.at) - Date.parse(reading.read_at) + Math.max(0, now - receivedMs)
}
