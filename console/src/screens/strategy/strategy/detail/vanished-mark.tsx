import type { SourceConfig } from '@sluice/contract'
import { Input, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { FormRow } from '../parts/form-row.tsx'
import { useCursorText } from '../texts/use-cursor-text.ts'

type Mark = NonNullable<NonNullable<SourceConfig['vanished']>['mark']>
export type ValueType = 'text' | 'number' | 'bool'
const types = ['text', 'number', 'bool'] as const
const EMPTY: Record<ValueType, Mark['value']> = { text: '', number: 0, bool: true }

export const readMark = (value: Mark['value'] | undefined): ValueType =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'bool' : 'text'

export interface VanishedMarkProps {
  readonly mark: Mark | undefined
  readonly type: ValueType
  readonly isRequired: boolean
  readonly problem: string | undefined
  readonly hint: string | undefined
  onType(type: ValueType): void
  /** undefined: there is none. */
  onChange(mark: Mark | undefined): void
}

/** A field of the target, and the value that says that its document has no rows any more. */
export function VanishedMark({ mark, type, isRequired, problem, hint, onType, onChange }: VanishedMarkProps) {
  const text = useCursorText().vanished
  const ids = { field: useId(), type: useId(), value: useId() }
  const value = mark?.value ?? EMPTY[type]
  const set = (value: Mark['value']) => mark && onChange({ ...mark, value })
  return (
    <div className="st-columns">
      <FormRow label={text.mark} htmlFor={ids.field} hint={hint} isRequired={isRequired} problem={problem}>
        <Input
          id={ids.field}
          value={mark?.field ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : { field: target.value, value })}
        />
      </FormRow>
      <FormRow label={text.type} htmlFor={ids.type}>
        <Select
          id={ids.type}
          value={type}
          options={types.map(each => ({ value: each, label: text.types[each] }))}
          onChange={next => {
            onType(next)
            set(EMPTY[next])
          }}
        />
      </FormRow>
      <FormRow label={text.value} htmlFor={ids.value}>
        {type === 'bool' ? (
          <Select
            id={ids.value}
            value={value === true}
            options={[true, false].map(each => ({ value: each, label: each ? text.yes : text.no }))}
            onChange={set}
          />
        ) : type === 'number' ? (
          <InputNumber id={ids.value} precision={0} value={Number(value)} onChange={next => set(next ?? 0)} />
        ) : (
          <Input id={ids.value} value={String(value)} onChange={({ target }) => set(target.value)} />
        )}
      </FormRow>
    </div>
  )
}
