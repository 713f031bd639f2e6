import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { FieldSpec, FindValue } from '@sluice/contract'
import { AutoComplete, Button } from 'antd'
import { toTemplate } from '../model.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { FindField } from './find-model.ts'
import { listOptions } from './source-options.ts'

/** As many as the contract takes. */
const MAX_CONDITIONS = 8

export interface FindConditionsProps {
  readonly where: FindValue['where']
  readonly fields: readonly FindField[]
  /** In place of the fields while they are read; null: they are known. */
  readonly waiting: string | null
  readonly source: readonly FieldSpec[]
  readonly listName: string | null
  readonly record: string | null
  onChange(where: FindValue['where']): void
}

/** Fields of the other strategy, each with what of the own record it must equal. */
export function FindConditions({ where, fields, waiting, source, listName, record, onChange }: FindConditionsProps) {
  const text = useStudioText().find
  const set = (at: number, change: Partial<FindValue['where'][number]>) =>
    onChange(where.map((each, index) => (index === at ? { ...each, ...change } : each)))
  const own = listOptions(source, listName, record, '').map(({ value, sample }) => ({
    value: toTemplate(value),
    label: [toTemplate(value), sample].filter(Boolean).join(' · '),
  }))
  return (
    <>
      {where.map((each, at) => (
        // Conditions have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className="st-find-row" key={at}>
          <AutoComplete
            aria-label={text.conditionField(at + 1)}
            placeholder={text.theirField}
            value={each.field}
            notFoundContent={waiting}
            options={fields.map(field => ({ value: field.name, label: text.fieldLabel(field) }))}
            onChange={(field: string) => set(at, { field })}
          />
          <span aria-hidden>=</span>
          <AutoComplete
            aria-label={text.conditionValue(at + 1)}
            placeholder="{{customer}}"
            value={each.equals}
            options={own}
            onChange={(equals: string) => set(at, { equals })}
          />
          <Button
            type="text"
            size="small"
            danger
            aria-label={text.removeCondition(at + 1)}
            icon={<DeleteOutlined />}
            disabled={where.length === 1}
            onClick={() => onChange(where.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={where.length >= MAX_CONDITIONS}
        onClick={() => onChange([...where, { field: '', equals: '' }])}
      >
        {text.addCondition}
      </Button>
    </>
  )
}
