import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { FieldSpec, MappingField } from '@sluice/contract'
import { Button, Input, Select } from 'antd'
import { changeKind, isMapped, kindOf, type ValueKind } from '../model.ts'
import { useText } from '../use-text.ts'
import { FieldSettings } from './field-settings.tsx'
import { ValueInput } from './value-input.tsx'

export interface MappingRowsProps {
  readonly label: string
  readonly fields: readonly MappingField[]
  readonly source: readonly FieldSpec[]
  /** The target's fields at this level. */
  readonly target: readonly FieldSpec[]
  /** The source list whose elements these rows map; null outside lines. */
  readonly listName: string | null
  readonly depth: number
  readonly wrong: readonly string[]
  onChange(fields: readonly MappingField[]): void
}

/** The rows of one level. */
export function MappingRows(props: MappingRowsProps) {
  const { fields, onChange } = props
  const replace = (at: number, field: MappingField) =>
    onChange(fields.map((old, index) => (index === at ? field : old)))
  return (
    <ul className="st-rows" aria-label={props.label}>
      {fields.map((field, at) => (
        // Rows have no identity but their place: names are edited, and may repeat while they are.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <li key={at}>
          <MappingRow
            {...props}
            field={field}
            onField={next => replace(at, next)}
            onRemove={() => onChange(fields.filter((_, index) => index !== at))}
          />
        </li>
      ))}
    </ul>
  )
}

interface MappingRowProps extends MappingRowsProps {
  readonly field: MappingField
  onField(field: MappingField): void
  onRemove(): void
}

function MappingRow(props: MappingRowProps) {
  const { field, source, target, listName, depth, wrong, onField } = props
  const text = useText().mapping
  const spec = target.find(candidate => candidate.name === field.target)
  const kind = kindOf(field.value)
  const isMissing = spec?.isRequired === true && !isMapped(field)
  const isWrong = wrong.includes(field.target)
  const nested = field.value.kind === 'lines' || field.value.kind === 'object' ? field.value : null
  return (
    <>
      <div
        className={`st-row ${isMissing ? 'st-row-missing' : ''} ${isWrong ? 'st-row-wrong' : ''}`}
        style={{ paddingInlineStart: 12 + depth * 20 }}
      >
        <TargetName {...props} spec={spec} />
        <Select<ValueKind>
          aria-label={`${field.target} ${text.columns.kind}`}
          value={kind}
          popupMatchSelectWidth={false}
          options={kindsAt(depth).map(value => ({ value, label: text.kinds[value] }))}
          onChange={next => onField({ ...field, value: changeKind(field.value, next) })}
        />
        <ValueInput
          label={`${field.target} ${text.columns.value}`}
          value={field.value}
          source={source}
          listName={listName}
          onChange={value => onField({ ...field, value })}
        />
        <FieldSettings field={field} onChange={onField} />
        {spec === undefined ? (
          <Button
            type="text"
            danger
            aria-label={text.remove(field.target)}
            icon={<DeleteOutlined />}
            onClick={props.onRemove}
          />
        ) : (
          <span />
        )}
      </div>
      {nested && (
        <div className="st-nested">
          <MappingRows
            label={field.target}
            fields={nested.fields}
            source={source}
            target={spec?.fields ?? []}
            listName={nested.kind === 'lines' ? nested.source || null : listName}
            depth={depth + 1}
            wrong={wrong}
            onChange={fields => onField({ ...field, value: { ...nested, fields: [...fields] } })}
          />
          <Button
            type="link"
            size="small"
            icon={<PlusOutlined />}
            style={{ marginInlineStart: 12 + (depth + 1) * 20 }}
            onClick={() =>
              onField({
                ...field,
                value: {
                  ...nested,
                  fields: [...nested.fields, { target: '', value: { kind: 'template', template: '' } }],
                },
              })
            }
          >
            {text.addLine}
          </Button>
        </div>
      )}
    </>
  )
}

/** Lists inside lists are the mapping's business, not this form's. */
const kindsAt = (depth: number): ValueKind[] => [
  'field',
  'template',
  'constant',
  'expression',
  ...(depth === 0 ? (['lines'] as const) : []),
  'object',
]

function TargetName({ field, spec, onField }: MappingRowProps & { readonly spec: FieldSpec | undefined }) {
  const text = useText().mapping
  if (!spec)
    return (
      <Input
        aria-label={text.name}
        placeholder={text.name}
        value={field.target}
        onChange={event => onField({ ...field, target: event.target.value })}
      />
    )
  return (
    <div className="st-target" title={spec.label ?? spec.name}>
      <strong>{spec.name}</strong>
      {spec.isRequired && <span className="st-required">{text.required}</span>}
      {spec.isKey && <span className="st-key">{text.key}</span>}
      <small>{[spec.label, spec.nativeType ?? spec.type].filter(Boolean).join(' · ')}</small>
    </div>
  )
}
