import type { FieldSpec, FieldValue } from '@sluice/contract'
import { AutoComplete, Input, Select } from 'antd'
import { listChoices, pathOf, toTemplate } from '../model.ts'
import type { FieldChoice } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ValueInputProps {
  readonly label: string
  readonly value: FieldValue
  readonly source: readonly FieldSpec[]
  readonly listName: string | null
  onChange(value: FieldValue): void
}

/** The input that fits a kind of value. */
export function ValueInput(props: ValueInputProps) {
  const { label, value, source, listName, onChange } = props
  const text = useText().mapping
  if (value.kind === 'constant') return <ConstantInput {...props} value={value} />
  if (value.kind === 'expression')
    return (
      <Input.TextArea
        aria-label={label}
        className="sl-code"
        autoSize={{ minRows: 1, maxRows: 8 }}
        spellCheck={false}
        placeholder={text.expressionHint}
        value={value.expression}
        onChange={event => onChange({ ...value, expression: event.target.value })}
      />
    )
  if (value.kind === 'lines')
    return (
      <Select
        aria-label={label}
        allowClear
        showSearch
        placeholder={text.pickList}
        value={value.source || null}
        options={listChoices(source, null)
          .filter(
            choice => choice.field.type === 'array' || choice.field.type === 'json' || choice.field.type === 'string',
          )
          .toSorted((a, b) => Number(b.field.type === 'array') - Number(a.field.type === 'array'))
          .map(choice => ({ value: choice.path, label: describeChoice(choice) }))}
        onChange={(list: string | null) => onChange({ ...value, source: list ?? '' })}
      />
    )
  if (value.kind === 'object') return <span className="sl-muted">{text.kinds.object}</span>
  return <TemplateInput label={label} value={value} choices={listChoices(source, listName)} onChange={onChange} />
}

interface TemplateInputProps {
  readonly label: string
  readonly value: Extract<FieldValue, { kind: 'template' }>
  readonly choices: readonly FieldChoice[]
  onChange(value: FieldValue): void
}

/** One source field, picked or typed; or text with several of them, where picking adds one at the end. */
function TemplateInput({ label, value, choices, onChange }: TemplateInputProps) {
  const text = useText().mapping
  const path = pathOf(value)
  const isOnePath = value.template === '' || path !== ''
  const set = (template: string) => onChange({ kind: 'template', template })
  if (isOnePath)
    return (
      <AutoComplete
        aria-label={label}
        allowClear
        placeholder={text.pick}
        value={path}
        showSearch={{
          filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
        }}
        options={choices.map(choice => ({ value: choice.path, label: describeChoice(choice) }))}
        onChange={(next: string | undefined) => set(toTemplate(next ?? ''))}
      />
    )
  return (
    <div className="st-template">
      <Input
        aria-label={label}
        className="sl-code"
        placeholder={text.templateHint}
        value={value.template}
        onChange={event => set(event.target.value)}
      />
      <Select
        aria-label={text.insertField}
        placeholder={text.insertField}
        showSearch
        value={null}
        popupMatchSelectWidth={false}
        options={choices.map(choice => ({ value: choice.path, label: describeChoice(choice) }))}
        onChange={(next: string | null) => next !== null && set(`${value.template.trimEnd()}${toTemplate(next)}`)}
      />
    </div>
  )
}

const describeChoice = ({ path, field }: FieldChoice): string =>
  [path, field.label, field.nativeType ?? field.type].filter(Boolean).join(' · ')

const constantTypes = ['text', 'number', 'true', 'false', 'null'] as const

function ConstantInput({
  label,
  value,
  onChange,
}: ValueInputProps & { readonly value: Extract<FieldValue, { kind: 'constant' }> }) {
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
