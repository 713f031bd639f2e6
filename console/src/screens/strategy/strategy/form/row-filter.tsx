import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type Condition, type Edition, type FieldSpec, NEWEST_EDITION, type SourceConfig } from '@sluice/contract'
import { AutoComplete, Button, Input, Select } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { listChoices } from '../model.ts'
import '../studio/studio.css'
import { FormRow } from '../parts/form-row.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'

type Filter = NonNullable<SourceConfig['filter']>

export interface RowFilterProps {
  readonly filter: SourceConfig['filter']
  readonly fields: readonly FieldSpec[]
  /** Default: of the rows that a strategy takes. */
  readonly label?: string
  readonly hint?: string
  /** By which conditions compare; the first knows neither types nor zones. Default: the newest. */
  readonly edition?: Edition
  onChange(filter: SourceConfig['filter']): void
}

const logics: readonly Condition['logic'][] = [
  'eq',
  'neq',
  'gt',
  'egt',
  'lt',
  'elt',
  'like',
  'notlike',
  'in',
  'notin',
  'between',
  'notnull',
  'isnull',
]

const empty: Condition = { field: '', logic: 'eq', value: '' }

/** Which records are taken: any group whose conditions are all met. */
export function RowFilter({ filter = [], fields, label, hint, edition = NEWEST_EDITION, onChange }: RowFilterProps) {
  const text = useStudioText().rowFilter
  const set = (next: Filter) => {
    const groups = next.filter(group => group.length > 0)
    onChange(groups.length === 0 ? undefined : groups)
  }
  const change = (at: number, group: Filter[number]) => set(filter.map((each, index) => (index === at ? group : each)))
  return (
    <FormRow label={label ?? text.label} hint={hint ?? text.hint}>
      {filter.map((group, at) => (
        // Groups and conditions have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={at} className="st-filter-group" aria-label={text.group(at + 1)}>
          {at > 0 && <p className="sl-muted">{text.or}</p>}
          {group.map((condition, index) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              isFirst={index === 0}
              condition={condition}
              fields={fields}
              isTyped={edition > 1}
              onChange={next => change(at, group.toSpliced(index, 1, next))}
              onRemove={() => change(at, group.toSpliced(index, 1))}
            />
          ))}
          <Button type="link" size="small" icon={<PlusOutlined />} onClick={() => change(at, [...group, empty])}>
            {text.addCondition}
          </Button>
        </fieldset>
      ))}
      <Button icon={<PlusOutlined />} disabled={filter.length >= 50} onClick={() => set([...filter, [empty]])}>
        {filter.length === 0 ? text.addCondition : text.addGroup}
      </Button>
    </FormRow>
  )
}

interface ConditionRowProps {
  readonly isFirst: boolean
  readonly condition: Condition
  readonly fields: readonly FieldSpec[]
  /** It may say what is compared. */
  readonly isTyped: boolean
  onChange(condition: Condition): void
  onRemove(): void
}

function ConditionRow({ isFirst, condition, fields, isTyped, onChange, onRemove }: ConditionRowProps) {
  const text = useStudioText().rowFilter
  const { field, logic, value } = condition
  const needsValue = logic !== 'notnull' && logic !== 'isnull'
  // Whoever types faster than the source is read has named a field that is not known yet.
  const isAwaited = useRef(false)
  const change = (next: Condition) => {
    isAwaited.current = false
    onChange(next)
  }
  const changeTo = (next: string) => {
    onChange(changeField(condition, next, isTyped ? fields : []))
    isAwaited.current = isTyped && next !== '' && !fields.some(({ name }) => name === next)
  }
  const tellType = useEffectEvent(() => {
    if (isAwaited.current && fields.some(({ name }) => name === field)) changeTo(field)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told depends on the fields alone
  useEffect(tellType, [fields])
  const hint = logic === 'between' ? text.betweenHint : logic === 'in' || logic === 'notin' ? text.listHint : ''
  return (
    <div className="st-filter-line">
      <span className="sl-muted">{isFirst ? '' : text.and}</span>
      <AutoComplete
        aria-label={text.field}
        placeholder={text.field}
        value={field}
        {...(field === '' && { status: 'warning' as const })}
        showSearch={{
          filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
        }}
        options={listChoices(fields, null).map(choice => ({
          value: choice.path,
          label: [choice.path, choice.field.label].filter(Boolean).join(' · '),
        }))}
        onChange={(next: string | undefined) => changeTo(next ?? '')}
      />
      <Select<Condition['logic']>
        aria-label={text.logic}
        value={logic}
        options={logics.map(name => ({ value: name, label: text.logics[name] }))}
        onChange={next => onChange(changeLogic(condition, next))}
      />
      {needsValue ? (
        <Input
          aria-label={text.value}
          placeholder={hint || text.value}
          value={value ?? ''}
          onChange={event => onChange({ ...condition, value: event.target.value })}
        />
      ) : (
        <span />
      )}
      <Button type="text" danger aria-label={text.remove} icon={<DeleteOutlined />} onClick={onRemove} />
      {isTyped && needsValue && logic !== 'like' && logic !== 'notlike' && (
        <Meaning condition={condition} onChange={change} />
      )}
    </div>
  )
}

interface MeaningProps {
  readonly condition: Condition
  onChange(condition: Condition): void
}

/** What both sides are; a time also says whose clocks it is read by. */
function Meaning({ condition, onChange }: MeaningProps) {
  const text = useStudioText().rowFilter
  const { type, zone, ...rest } = condition
  return (
    <span className="st-filter-meaning">
      <Select<Kind>
        aria-label={text.type}
        size="small"
        value={type ?? 'auto'}
        options={kinds.map(value => ({ value, label: text.types[value] }))}
        onChange={next =>
          onChange(next === 'auto' ? rest : { ...rest, type: next, ...(next === 'date' && zoneOf(zone)) })
        }
      />
      {type === 'date' && (
        <Select<string>
          aria-label={text.zone}
          size="small"
          showSearch
          allowClear
          placeholder={text.zone}
          value={zone as string}
          options={zones}
          onChange={(next: string | undefined) => onChange({ ...rest, type, ...(next && { zone: next }) })}
        />
      )}
      <span className="sl-muted">{text.typeHints[type === 'date' && !zone ? 'noZone' : (type ?? 'auto')]}</span>
    </span>
  )
}

type Kind = NonNullable<Condition['type']> | 'auto'
const kinds: readonly Kind[] = ['auto', 'text', 'number', 'date']
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')].map(value => ({
  value,
  label: value,
}))
const zoneOf = (zone: string | undefined) => ({ zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone })

const TYPES: Partial<Record<FieldSpec['type'], NonNullable<Condition['type']>>> = {
  string: 'text',
  int: 'number',
  decimal: 'number',
  float: 'number',
  date: 'date',
  datetime: 'date',
}

/** A field whose type is known is compared as what it is: a code is never a number, a time has a zone. */
function changeField(
  { type: _type, zone, ...rest }: Condition,
  field: string,
  fields: readonly FieldSpec[],
): Condition {
  const spec = fields.find(({ name }) => name === field)
  const type = spec && TYPES[spec.type]
  return { ...rest, field, ...(type && { type }), ...(type === 'date' && zoneOf(zone)) }
}

/** Whether there is a value needs none. */
function changeLogic({ field, value = '', ...rest }: Condition, logic: Condition['logic']): Condition {
  return logic === 'notnull' || logic === 'isnull' ? { field, logic } : { ...rest, field, logic, value }
}
