import { useId } from 'react'

export interface ViewChoiceProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  onChange(value: V): void
}

/** Which of a few views a list shows: antd's Segmented as two radio buttons and ten lines of style. */
export function ViewChoice<V extends string>({ label, value, options, onChange }: ViewChoiceProps<V>) {
  const name = useId()
  return (
    <fieldset className="sl-views" aria-label={label}>
      {options.map(option => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
