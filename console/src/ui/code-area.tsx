import type { KeyboardEvent } from 'react'
import './code-area.css'

export interface CodeAreaProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly minLines?: number
  readonly isReadOnly?: boolean
  onChange?(value: string): void
}

/** Source with numbered lines. Tab leaves the field, as everywhere; two blanks are typed by Ctrl+]. */
export function CodeArea({ id, label, value, minLines = 16, isReadOnly = false, onChange }: CodeAreaProps) {
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
          <li key={at}>{at + 1}</li>
        ))}
      </ol>
      <textarea
        {...(id !== undefined && { id })}
        aria-label={label}
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
