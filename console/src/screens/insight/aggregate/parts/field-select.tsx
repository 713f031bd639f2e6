import { Select } from 'antd'
import { useState } from 'react'
import { nameChoice, readChoice } from '../model.ts'
import type { Field, FieldInfo } from '../types.ts'
import { useText } from '../use-text.ts'

export interface FieldSelectProps {
  readonly label: string
  readonly value: Field | null
  readonly fields: readonly FieldInfo[]
  /** Stands for no field: a count of all lines. */
  readonly none?: string
  readonly isWrong?: boolean
  onChange(field: Field | null, info: FieldInfo | undefined): void
}

const NONE = 'none'

/** A column of the record or a field of its data: one that was seen, or any that is typed. */
export function FieldSelect({ label, value, fields, none, isWrong, onChange }: FieldSelectProps) {
  const text = useText().design
  const [typed, setTyped] = useState('')
  const known = new Set(fields.map(field => field.path))
  const own = value?.of === 'data' && !known.has(value.name) ? [value.name] : []
  const wished = typed.trim()
  const more = wished !== '' && !known.has(wished) && !own.includes(wished) ? [wished] : []
  const options = [
    ...(none === undefined ? [] : [{ value: NONE, label: none }]),
    {
      label: text.dataFields,
      options: [
        ...fields
          .filter(field => field.kind !== 'list')
          .map(({ path, sample }) => ({ value: `data:${path}`, label: sample ? `${path} · ${sample}` : path })),
        ...own.map(name => ({ value: `data:${name}`, label: name })),
        ...more.map(name => ({ value: `data:${name}`, label: text.typed(name) })),
      ],
    },
    {
      label: text.recordFields,
      options: Object.entries(text.records).map(([name, words]) => ({ value: `record:${name}`, label: words })),
    },
  ]
  return (
    <Select<string>
      aria-label={label}
      className="rp-field"
      popupMatchSelectWidth={false}
      placeholder={text.field}
      value={value === null ? (none === undefined ? (null as unknown as string) : NONE) : nameChoice(value)}
      {...(isWrong && { status: 'error' as const })}
      showSearch={{ optionFilterProp: 'label', onSearch: setTyped }}
      options={options}
      onChange={choice => {
        setTyped('')
        const field = choice === NONE ? null : readChoice(choice)
        onChange(field, field?.of === 'data' ? fields.find(each => each.path === field.name) : undefined)
      }}
    />
  )
}
