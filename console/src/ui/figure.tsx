import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface FigureProps {
  readonly label: string
  readonly value: ReactNode
  /** A line below: what the number is out of, or since when. */
  readonly hint?: ReactNode
  /** bad and warn colour the number; the words must say it too. */
  readonly tone?: 'bad' | 'warn' | 'good'
  /** Where the number's rows are listed. */
  readonly to?: string
}

/** One number of an overview. */
export function Figure({ label, value, hint, tone, to }: FigureProps) {
  const body = (
    <>
      <span className="sl-figure-label">{label}</span>
      <span className={`sl-figure-value ${tone === undefined ? '' : `sl-figure-${tone}`}`}>{value}</span>
      <span className="sl-figure-hint">{hint}</span>
    </>
  )
  return to === undefined ? (
    <div className="sl-figure">{body}</div>
  ) : (
    <Link className="sl-figure sl-figure-link" to={to}>
      {body}
    </Link>
  )
}
