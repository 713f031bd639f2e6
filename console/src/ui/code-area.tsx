import { type KeyboardEvent, useRef } from 'react'
import './code-area.css'

export interface CodePlace {
  readonly line: number
  readonly column: number
}

export interface CodeAreaProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly minLines?: number
  readonly isReadOnly?: boolean
  /** The line that is wrong; its number is marked. */
  readonly problem?: CodePlace | null
  onChange?(value: string): void
}

/** Source with numbered lines. Tab leaves the field, as everywhere; two blanks are typed by Ctrl+]. */
export function CodeArea({ id, label, value, minLines = 16, isReadOnly = false, problem, onChange }: CodeAreaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const count = Math.max(minLines, value.split('\n').length)
  const indent = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== ']' || !event.ctrlKey || isReadOnly) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    onChange?.(`${value.slice(0, selectionStart)}  ${value.slice(selectionEnd)}`)
  }
  return (
    <div className="sl-code-area">
      <ol aria-hidden="true">
        {Array.from({ length: count }, (_, at) => (
          // A line's number is all it is.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at} className={problem?.line === at + 1 ? 'is-wrong' : undefined}>
            {at + 1}
          </li>
        ))}
      </ol>
      <textarea
        {...(id !== undefined && { id })}
        ref={field}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        rows={count}
        readOnly={isReadOnly}
        value={value}
        onKeyDown={indent}
        onChange={event => onChange?.(event.target.value)}
      />
    </div>
  )
}

/** Puts the caret where a fault is. */
export function goToPlace(label: string, { line, column }: CodePlace): void {
  const field = document.querySelector<HTMLTextAreaElement>(`.sl-code-area textarea[aria-label="${CSS.escape(label)}"]`)
  if (!field) return
  const before = field.value.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  field.focus()
  field.setSelectionRange(at, at)
  field.scrollIntoView({ block: 'nearest' })
}
