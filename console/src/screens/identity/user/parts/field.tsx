import { type ReactNode, useId } from 'react'

/** What an antd input needs to belong to its label and message. */
interface FieldInput {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
  readonly status: 'error' | ''
}

export interface FieldProps {
  readonly label: string
  readonly error: string | null
  readonly hint?: string | null
  /** The hint is something to mind: Caps Lock is on. */
  readonly isWarning?: boolean
  children(input: FieldInput): ReactNode
}

/** A labelled input with its message beside it; the message's place is kept, so nothing jumps. */
export function Field({ label, error, hint = null, isWarning = false, children }: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  return (
    <div className="us-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': messageId, 'aria-invalid': error !== null, status: error ? 'error' : '' })}
      <div
        id={messageId}
        className={`us-message ${error ? 'us-message-error' : isWarning ? 'us-message-warning' : ''}`}
        aria-live="polite"
      >
        {error ?? hint}
      </div>
    </div>
  )
}
