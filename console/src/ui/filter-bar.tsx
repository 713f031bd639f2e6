import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { LateSelect } from './late-select.tsx'
import { SearchField } from './search-field.tsx'
import { useComposing } from './use-composing.ts'
import { useUiText } from './use-text.ts'

interface Option {
  readonly value: string
  readonly label: string
}

/** One filter. Its name is the field of the page's address. */
export type FilterField =
  | { readonly kind: 'text'; readonly name: string; readonly label: string; readonly placeholder?: string }
  | { readonly kind: 'select'; readonly name: string; readonly label: string; readonly options: readonly Option[] }
  | { readonly kind: 'multi'; readonly name: string; readonly label: string; readonly options: readonly Option[] }
  | { readonly kind: 'custom'; readonly name: string; render(): ReactNode }

export interface FilterBarProps {
  readonly fields: readonly FilterField[]
  /** The page's typed address, as `useSearch()` gives it. */
  readonly values: Readonly<Record<string, unknown>>
  /** Receives only what changed; page 1 is the caller's part: `patch => setSearch({ ...patch, page: 1 })`. */
  onChange(patch: Record<string, string | readonly string[] | undefined>): void
}

/** Filters in one line that apply as they are set and live in the address, so that a list can be linked and reloaded. */
export function FilterBar({ fields, values, onChange }: FilterBarProps) {
  const text = useUiText().filter
  const set = fields.filter(field => isSet(values[field.name]))
  const clear = () => onChange(Object.fromEntries(fields.map(field => [field.name, emptyOf(field)])))
  return (
    <search className="sl-filters" aria-label={text.label}>
      {fields.map(field => (
        <FilterControl
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={value => onChange({ [field.name]: value })}
        />
      ))}
      {set.length > 0 && (
        <Button type="link" size="small" icon={<CloseOutlined />} onClick={clear}>
          {text.clear}
        </Button>
      )}
    </search>
  )
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const emptyOf = (field: FilterField) => (field.kind === 'multi' ? [] : undefined)

interface ControlProps {
  readonly field: FilterField
  readonly value: unknown
  onChange(value: string | readonly string[] | undefined): void
}

function FilterControl({ field, value, onChange }: ControlProps) {
  if (field.kind === 'custom') return field.render()
  if (field.kind === 'text')
    return (
      <TextFilter
        label={field.label}
        placeholder={field.placeholder ?? field.label}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
      />
    )
  const options = [...field.options]
  if (field.kind === 'multi')
    return (
      <LateSelect
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        aria-label={field.label}
        placeholder={field.label}
        className="sl-filter-multi"
        value={Array.isArray(value) ? value.map(String) : []}
        options={options}
        onChange={(next: string[]) => onChange(next)}
      />
    )
  return (
    <LateSelect
      allowClear
      aria-label={field.label}
      placeholder={field.label}
      className="sl-filter-select"
      popupMatchSelectWidth={false}
      showSearch={options.length > 8 && { optionFilterProp: 'label' }}
      value={typeof value === 'string' ? value : null}
      options={options}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  )
}

interface TextFilterProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  onChange(value: string | undefined): void
}

const TYPING_PAUSE_MS = 400

/** Applies when typing rests, or at once by Enter. */
function TextFilter({ label, placeholder, value, onChange }: TextFilterProps) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  const { isComposing, handlers } = useComposing()
  // The address changed by other means (back, clear): follow it.
  if (seen !== value) {
    setSeen(value)
    setDraft(value)
  }
  useEffect(() => {
    if (isComposing || draft.trim() === value) return
    const timer = setTimeout(() => onChange(draft.trim() || undefined), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, value, onChange, isComposing])
  return (
    <SearchField
      {...handlers}
      className="sl-filter-text"
      aria-label={label}
      placeholder={placeholder}
      value={draft}
      onType={setDraft}
      onKeyDown={event => event.key === 'Enter' && onChange(draft.trim() || undefined)}
    />
  )
}
