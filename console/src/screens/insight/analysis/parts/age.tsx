import { useEffect, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import type { Analysis } from '../types.ts'
import { useText } from '../use-text.ts'

const TICK_MS = 5000

/** How old the figures are: what the server said when it answered, and the time since by this browser's clock. */
export function Age({ analysis, receivedMs }: { readonly analysis: Analysis; readonly receivedMs: number }) {
  const text = useText()
  const { number, shortTime } = useFormat()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const age = Date.parse(analysis.at) - Date.parse(analysis.read_at) + Math.max(0, now - receivedMs)
  const compared = `${shortTime(analysis.before_from)} – ${shortTime(analysis.before_to)}`
  return <>{text.age(number(Math.round(age / 1000)), shortTime(analysis.from), compared)}</>
}
