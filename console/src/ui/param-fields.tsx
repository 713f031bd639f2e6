import type { Param, ParamValues } from '@sluice/contract'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useWords } from '../lib/i18n.ts'
import { PairList } from './pair-list.tsx'
import { groupParams, isShown } from './param-values.ts'
import { SECRET_MASK, SecretInput } from './secret-input.tsx'
import { useUiText } from './use-text.ts'

/**
 * Controls for types that need data: `resource`, `columns`, `file`. The element gets `id`, `value` and `onChange` from
 * the form. A type without a slot is a plain text input.
 */
type ParamSlots = Partial<Record<Param['type'], (param: Param) => ReactElement>>

export interface ParamFieldsProps {
  readonly params: readonly Param[]
  /** Where the values are inside the form: `['params']`. */
  readonly at: readonly string[]
  /** Stored values, to know which secrets are set. */
  readonly stored?: ParamValues
  readonly slots?: ParamSlots
  readonly isDisabled?: boolean
  /** Groups beside `advanced` that are folded until asked for. */
  readonly folded?: readonly string[]
}

interface FieldProps extends Omit<ParamFieldsProps, 'params'> {
  readonly param: Param
}

/** The inputs of a parameter list, inside an antd <Form>. Start values: `toFormValues`; result: `readFormValues`. */
export function ParamFields({ params, folded = [], ...rest }: ParamFieldsProps) {
  const form = Form.useFormInstance()
  const say = useWords()
  const { groups, advanced } = useUiText().params
  const titles: Readonly<Record<string, string>> = { ...groups, advanced }
  const values: ParamValues = Form.useWatch([...rest.at], { form, preserve: true }) ?? {}
  const shown = params.filter(param => isShown(param, values))
  return groupParams(shown).map(({ group, params: members }) => {
    const fields = members.map(param => <ParamField key={param.field} param={param} {...rest} />)
    if (group === null) return <div key="">{fields}</div>
    if (group === 'advanced' || folded.includes(group))
      return (
        <FoldedGroup
          key={group}
          title={titles[group] ?? group}
          names={members.map(param => [...rest.at, param.field])}
          set={members.flatMap(param => summarise(param, values[param.field], say))}
        >
          {fields}
        </FoldedGroup>
      )
    return (
      <fieldset key={group} className="sl-param-group">
        <legend>{titles[group] ?? group}</legend>
        {fields}
      </fieldset>
    )
  })
}

/** What is set otherwise than it is by default, in a few words; a secret never. */
function summarise(param: Param, value: ParamValues[string] | undefined, say: ReturnType<typeof useWords>): string[] {
  if (value === undefined || value === null || value === '' || value === param.default) return []
  if (param.encryption || param.type === 'password' || typeof value === 'object') return []
  const chosen = param.options?.find(option => option.value === value)
  return [`${say(param.label)}: ${chosen ? say(chosen.label) : String(value).slice(0, 40)}`]
}

interface FoldedProps {
  readonly title: string
  readonly names: string[][]
  /** What is set inside of it. */
  readonly set: readonly string[]
  readonly children: ReactNode
}

/** Folded until asked for, or until one of its fields has an error; what is set inside stands at its head. */
function FoldedGroup({ title, names, set, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Form.Item noStyle shouldUpdate>
      {form => {
        const hasError = form.getFieldsError(names).some(field => field.errors.length > 0)
        return (
          <details
            className="sl-param-group"
            open={isOpen || hasError}
            onToggle={event => setOpen(event.currentTarget.open)}
          >
            <summary>
              {title} {!isOpen && set.length > 0 && <span className="sl-param-set">{set.join(' · ')}</span>}
            </summary>
            {children}
          </details>
        )
      }}
    </Form.Item>
  )
}

function ParamField({ param, at, stored, slots, isDisabled }: FieldProps) {
  const say = useWords()
  const rules = useRules(param)
  const label = say(param.label)
  const name = [...at, param.field]
  const help = param.describe && say(param.describe)
  const isStored = stored?.[param.field] === SECRET_MASK
  if (param.type === 'keyvalue')
    return (
      <Form.Item label={label} required={param.is_required} extra={help}>
        <PairList name={name} label={label} isRequired={param.is_required === true} isStored={isStored} />
      </Form.Item>
    )
  const slot = slots?.[param.type]
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      rules={rules}
      validateTrigger="onBlur"
      {...(param.type === 'switch' && { valuePropName: 'checked' })}
    >
      {slot ? slot(param) : makeControl(param, isStored, isDisabled ?? false, say)}
    </Form.Item>
  )
}

function makeControl(
  param: Param,
  isStored: boolean,
  isDisabled: boolean,
  say: ReturnType<typeof useWords>,
): ReactElement {
  const placeholder = param.placeholder ?? ''
  const options = param.options?.map(option => ({ value: option.value, label: say(option.label) })) ?? []
  if (param.type === 'password' || param.encryption)
    return <SecretInput isStored={isStored} placeholder={param.placeholder} />
  if (param.type === 'number') {
    const limits = {
      ...(param.min !== undefined && { min: param.min }),
      ...(param.max !== undefined && { max: param.max }),
    }
    return <InputNumber className="sl-wide" placeholder={placeholder} disabled={isDisabled} {...limits} />
  }
  if (param.type === 'switch') return <Switch disabled={isDisabled} />
  if (param.type === 'select') return <Select options={options} allowClear={!param.is_required} disabled={isDisabled} />
  if (param.type === 'multiselect') return <Select mode="multiple" options={options} disabled={isDisabled} />
  if (param.type === 'columns') return <Select mode="tags" open={false} suffixIcon={null} disabled={isDisabled} />
  if (param.type === 'textarea' || param.type === 'code')
    return (
      <Input.TextArea
        autoSize={{ minRows: 3, maxRows: 16 }}
        className={param.type === 'code' ? 'sl-code' : ''}
        spellCheck={param.type !== 'code'}
        placeholder={placeholder}
        disabled={isDisabled}
      />
    )
  return <Input placeholder={placeholder} disabled={isDisabled} autoComplete="off" spellCheck={false} />
}

function useRules(param: Param) {
  const say = useWords()
  const text = useUiText().params
  const label = say(param.label)
  const isPicked = param.type === 'select' || param.type === 'multiselect' || param.type === 'resource'
  return [
    ...(param.is_required ? [{ required: true, message: isPicked ? text.choose(label) : text.required(label) }] : []),
    ...(param.pattern === undefined ? [] : [{ pattern: new RegExp(param.pattern), message: text.pattern(label) }]),
    ...(param.type === 'number' && param.min !== undefined
      ? [{ type: 'number' as const, min: param.min, message: text.min(label, param.min) }]
      : []),
    ...(param.type === 'number' && param.max !== undefined
      ? [{ type: 'number' as const, max: param.max, message: text.max(label, param.max) }]
      : []),
  ]
}
