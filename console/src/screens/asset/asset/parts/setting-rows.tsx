import { Input, Select } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { useText } from '../use-text.ts'

interface TextRowProps {
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly problem?: string | undefined
  readonly placeholder?: string
  onChange(value: string): void
}

/** A path or a name in the external system's words. */
export function TextRow({ label, value, hint, problem, placeholder, onChange }: TextRowProps) {
  return (
    <Row label={label} hint={hint} problem={problem}>
      <Input
        className="sl-code"
        spellCheck={false}
        placeholder={placeholder ?? ''}
        value={value}
        onChange={event => onChange(event.target.value.trim())}
      />
    </Row>
  )
}

interface WordsRowProps {
  readonly label: string
  readonly value: readonly string[]
  onChange(value: string[]): void
}

export function WordsRow({ label, value, onChange }: WordsRowProps) {
  const text = useText().form
  return (
    <Row label={label}>
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={text.tags}
        value={[...value]}
        onChange={onChange}
      />
    </Row>
  )
}
