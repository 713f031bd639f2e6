import type { ReactNode } from 'react'
import { useUiText } from './use-text.ts'

export interface ExceptionProps {
  readonly status: '403' | '404' | '500'
  readonly title?: string
  readonly text?: ReactNode
  readonly action?: ReactNode
}

/** A page that could not be shown, with the way out. */
export function Exception({ status, title, text, action }: ExceptionProps) {
  const words = useUiText().exception[status]
  return (
    <div className="sl-exception">
      <span className="sl-exception-code" aria-hidden="true">
        {status}
      </span>
      <div>
        <h1>{title ?? words.title}</h1>
        <p>{text ?? words.text}</p>
        {action}
      </div>
    </div>
  )
}
