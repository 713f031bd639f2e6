import type { MappingField } from '@sluice/contract'
import { Checkbox, Form, Input, Select } from 'antd'
import { LookupFields } from '../../../mapping/mapping/public.ts'
import { useText } from '../texts/use-text.ts'

const types = [
  'string',
  'int',
  'decimal',
  'float',
  'bool',
  'datetime',
  'date',
  'time',
  'json',
  'bytes',
  'array',
  'object',
] as const

export interface FieldRulesProps {
  readonly field: MappingField
  onChange(field: MappingField): void
}

/** Value map, conversion, fallback and what emptiness means. */
export function FieldRules({ field, onChange }: FieldRulesProps) {
  const text = useText().mapping
  const isTime = field.type === 'datetime' || field.type === 'date' || field.type === 'time'
  return (
    <Form layout="vertical" component="div" size="small" className="st-rules">
      {field.value.kind !== 'lines' && field.value.kind !== 'object' && (
        <LookupFields lookup={field.lookup} onChange={lookup => onChange({ ...field, lookup })} />
      )}
      <Form.Item label={text.type}>
        <Select
          allowClear
          aria-label={text.type}
          placeholder={text.typeNone}
          value={field.type ?? null}
          options={types.map(type => ({ value: type, label: `${text.types[type]} · ${type}` }))}
          onChange={(type: (typeof types)[number] | null) => onChange({ ...field, type: type ?? undefined })}
        />
      </Form.Item>
      {isTime && (
        <Form.Item label={text.timeZone}>
          <Input
            aria-label={text.timeZone}
            placeholder="Asia/Shanghai"
            value={field.timeZone ?? ''}
            onChange={event => onChange({ ...field, timeZone: event.target.value || undefined })}
          />
        </Form.Item>
      )}
      <Form.Item label={text.fallback}>
        <Input
          aria-label={text.fallback}
          allowClear
          value={field.fallback === undefined ? '' : String(field.fallback)}
          onChange={event =>
            onChange({ ...field, fallback: event.target.value === '' ? undefined : event.target.value })
          }
        />
      </Form.Item>
      <Form.Item label={text.whenMissing}>
        <Select
          aria-label={text.whenMissing}
          value={field.whenMissing ?? 'leave'}
          options={(['leave', 'null', 'error'] as const).map(value => ({ value, label: text.missing[value] }))}
          onChange={(whenMissing: NonNullable<MappingField['whenMissing']>) =>
            onChange({ ...field, whenMissing: whenMissing === 'leave' ? undefined : whenMissing })
          }
        />
      </Form.Item>
      <Checkbox
        checked={field.required === true}
        onChange={event => onChange({ ...field, required: event.target.checked || undefined })}
      >
        {text.isRequired}
      </Checkbox>
    </Form>
  )
}
