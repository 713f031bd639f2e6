import './parts.css'

export interface BarProps {
  /** From 0 to 1; more is full. */
  readonly share: number
  /** bad and warn colour it; words beside it must say it too. */
  readonly tone?: 'bad' | 'warn'
}

/** A share as a bar in a cell. The figure stands beside it, so it is silent. */
export function Bar({ share, tone }: BarProps) {
  // However little it is, it is not nothing.
  const width = share <= 0 ? 0 : `max(3px, ${Math.round(Math.min(1, share) * 100)}%)`
  return (
    <span className={`pa-bar ${tone === undefined ? '' : `pa-bar-${tone}`}`} aria-hidden>
      <span style={{ width }} />
    </span>
  )
}
