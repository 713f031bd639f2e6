import type { ReactNode } from 'react'

export interface EmptyProps {
  readonly title: string
  readonly text?: ReactNode
  /** The one thing to do about it, usually a button. */
  readonly action?: ReactNode
  /** Less air, for a table's body or a card. */
  readonly isSmall?: boolean
}

/** Nothing here, why, and the way on. */
export function Empty({ title, text, action, isSmall }: EmptyProps) {
  return (
    <div className={isSmall ? 'sl-empty sl-empty-small' : 'sl-empty'}>
      <svg width="72" height="48" viewBox="0 0 72 48" fill="none" aria-hidden="true" className="sl-empty-picture">
        <rect x="6" y="8" width="60" height="34" rx="5" />
        <path d="M6 18h60M16 27h20M16 34h30" />
        <circle cx="13" cy="13" r="1.5" />
        <circle cx="19" cy="13" r="1.5" />
      </svg>
      <p className="sl-empty-title">{title}</p>
      {text !== undefined && <div className="sl-empty-text">{text}</div>}
      {action !== undefined && <div className="sl-empty-action">{action}</div>}
    </div>
  )
}
