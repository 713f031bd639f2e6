import type { FieldValue } from '@sluice/contract'
import { Input, Select } from 'antd'

const constantTypes = ['text', 'number', 'true', 'false', 'null'] as const

export interface ConstantInputProps {
  readonly label: string
  readonly value: Extract<FieldValue, { kind: 'constant' }>
  onChange(value: Extract<FieldValue, { kind: 'constant' }>): void
}

/** A value as it is given, with its type. */
export function ConstantInput({ label, value, onChange }: ConstantInputProps) {
  const constant = value.value
  const type =
    constant === null
      ? 'null'
      : typeof constant === 'boolean'
        ? constant
          ? 'true'
          : 'false'
        : typeof constant === 'number'
          ? 'number'
          : 'text'
  const set = (next: typeof constant) => onChange({ kind: 'constant', value: next })
  const changeType = (next: (typeof constantTypes)[number]) => {
    if (next === 'null') return set(null)
    if (next === 'true' || next === 'false') return set(next === 'true')
    return set(next === 'number' ? Number(constant) || 0 : String(constant ?? ''))
  }
  return (
    <div className="st-template">
      {type === 'text' || type === 'number' ? (
        <Input
          aria-label={label}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={String(constant)}
          onChange={event =>
            set(
              type === 'number' && String(Number(event.target.value)) === event.target.value
                ? Number(event.target.value)
                : event.target.value,
            )
          }
        />
      ) : (
        <span className="sl-code st-word">{type}</span>
      )}
      <Select
        aria-label={`${label} type`}
        value={type}
        options={constantTypes.map(name => ({ value: name, label: name }))}
        onChange={changeType}
      />
    </div>
  )
}
