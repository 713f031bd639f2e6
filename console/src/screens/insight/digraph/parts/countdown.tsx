import type { Component } from '../types.ts'
import { useNow } from '../use-now.ts'
import { useText } from '../use-text.ts'

const SECOND_MS = 1000
const pad = (value: number): string => String(value).padStart(2, '0')

/** Days, hours, minutes and seconds to a moment. */
export function Countdown({ component }: { readonly component: Component }) {
  const text = useText().show
  const now = useNow(SECOND_MS)
  const { until } = component.options
  if (until === null) return <p className="db-note">{text.noUntil}</p>
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / SECOND_MS))
  if (left === 0) return <p className="db-note">{text.over}</p>
  const [days, hours] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24]
  return (
    <p className="db-countdown-value" role="timer">
      {days > 0 && <span>{text.days(days)} </span>}
      {pad(hours)}:{pad(Math.floor(left / 60) % 60)}:{pad(left % 60)}
    </p>
  )
}
