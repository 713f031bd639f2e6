import { Alert, Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { describeError } from '../lib/describe-error.ts'
import { Section } from '../ui/section.tsx'
import './parts.css'

export interface SourceEditorProps {
  readonly text: { readonly label: string; readonly hint: string; readonly apply: string; readonly wrong: string }
  readonly value: string
  /** Why it was not applied. */
  readonly error: Error | null
  readonly isPending: boolean
  /** Beside the button that applies it. */
  readonly extra?: ReactNode
  onType(value: string): void
  onApply(): void
}

/** A definition as text, to be typed and applied. */
export function SourceEditor({ text, value, error, isPending, extra, onType, onApply }: SourceEditorProps) {
  return (
    <Section
      title={text.label}
      text={text.hint}
      extra={
        <div className="part-name">
          {extra}
          <Button type="primary" loading={isPending} onClick={onApply}>
            {text.apply}
          </Button>
        </div>
      }
    >
      {error && (
        <Alert
          className="part-problems"
          type="error"
          showIcon
          title={text.wrong}
          description={describeError(error).message}
        />
      )}
      <Input.TextArea
        className="sl-code"
        aria-label={text.label}
        spellCheck={false}
        autoSize={{ minRows: 20, maxRows: 40 }}
        value={value}
        onChange={event => onType(event.target.value)}
      />
    </Section>
  )
}
