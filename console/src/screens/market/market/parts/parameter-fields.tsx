import { Form, Input, Select, Switch } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import type { Parameter } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ParameterFieldsProps {
  readonly parameters: readonly Parameter[]
  /** As text, whatever their type. */
  readonly values: Readonly<Record<string, string>>
  /** What is wrong with one, by its name. */
  readonly problems: Readonly<Record<string, string>>
  onChange(name: string, value: string): void
}

/** Values that a package asks for. They stay texts: no digit of a number is lost. */
export function ParameterFields({ parameters, values, problems, onChange }: ParameterFieldsProps) {
  return (
    <Form layout="vertical" component="div">
      {parameters.map(parameter => (
        <Row
          key={parameter.name}
          label={parameter.title}
          hint={parameter.help || undefined}
          isRequired={parameter.required}
          problem={problems[parameter.name]}
        >
          <ParameterInput
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={value => onChange(parameter.name, value)}
          />
        </Row>
      ))}
    </Form>
  )
}

interface ParameterInputProps {
  readonly id?: string
  readonly parameter: Parameter
  readonly value: string
  onChange(value: string): void
}

function ParameterInput({ id, parameter, value, onChange }: ParameterInputProps) {
  const text = useText()
  const at = id === undefined ? {} : { id }
  if (parameter.type === 'choice')
    return (
      <Select
        {...at}
        className="sl-wide"
        allowClear={!parameter.required}
        value={value === '' ? null : value}
        options={parameter.choices.map(({ value: each, title }) => ({ value: each, label: title }))}
        onChange={(next: string | null) => onChange(next ?? '')}
      />
    )
  if (parameter.type === 'boolean')
    return (
      <Switch
        {...at}
        aria-label={parameter.title}
        checked={value === 'true'}
        checkedChildren={text.yes}
        unCheckedChildren={text.no}
        onChange={is => onChange(String(is))}
      />
    )
  return (
    <Input
      {...at}
      value={value}
      maxLength={2000}
      autoComplete="off"
      type={parameter.type === 'date' ? 'date' : 'text'}
      {...(parameter.type === 'integer' && { inputMode: 'numeric' as const })}
      {...(parameter.type === 'decimal' && { inputMode: 'decimal' as const })}
      onChange={event => onChange(event.target.value)}
    />
  )
}
