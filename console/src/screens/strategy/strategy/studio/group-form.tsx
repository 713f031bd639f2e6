import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { DEFAULT_MEMBERS, type FieldSpec, type Grouping, type GroupOp, groupOps } from '@sluice/contract'
import { AutoComplete, Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useId } from 'react'
import { useGroupText } from '../texts/use-group-text.ts'

export interface GroupFormProps {
  readonly group: Grouping | undefined
  /** Fields of an element, as far as they are known. */
  readonly fields: readonly FieldSpec[]
  /** Where it is no list whose elements are grouped. */
  readonly words?: Partial<Words>
  onChange(group: Grouping | undefined): void
}

type Words = ReturnType<typeof useGroupText>['elements']
type Calculation = NonNullable<Grouping['calculate']>[number]

/** Which elements of a list belong together, and what is worked out over them. */
export function GroupForm({ group, fields, words, onChange }: GroupFormProps) {
  const text = { ...useGroupText().elements, ...words }
  const id = useId()
  const options = fields.map(({ name, label }) => ({ value: name, label: [name, label].filter(Boolean).join(' · ') }))
  return (
    <fieldset className="st-group" aria-label={text.label}>
      <label htmlFor={id} className="st-switch">
        <Switch
          id={id}
          size="small"
          checked={group !== undefined}
          onChange={isOn => onChange(isOn ? { by: [] } : undefined)}
        />{' '}
        {text.label}
      </label>
      {group && (
        <Form layout="vertical" component="div" size="small">
          <p className="sl-muted">{text.hint(group.members ?? DEFAULT_MEMBERS)}</p>
          <Form.Item label={text.by} {...(group.by.length === 0 && { extra: text.all })}>
            <Select
              mode="tags"
              aria-label={text.by}
              placeholder={text.byHint}
              value={group.by}
              options={options}
              onChange={(by: string[]) => onChange({ ...group, by })}
            />
          </Form.Item>
          <Calculations
            list={group.calculate ?? []}
            options={options}
            onChange={calculate => onChange(without({ ...group, calculate }))}
          />
          <div className="st-group-row">
            <Form.Item label={text.maxLines}>
              <InputNumber
                aria-label={text.maxLines}
                min={1}
                max={100_000}
                precision={0}
                placeholder={text.noBound}
                value={group.maxLines ?? null}
                onChange={maxLines => onChange(without({ ...group, maxLines: maxLines ?? undefined }))}
              />
            </Form.Item>
            <Form.Item label={text.members}>
              <Input
                aria-label={text.members}
                placeholder={DEFAULT_MEMBERS}
                value={group.members ?? ''}
                onChange={({ target }) => onChange(without({ ...group, members: target.value || undefined }))}
              />
            </Form.Item>
          </div>
        </Form>
      )}
    </fieldset>
  )
}

/** What is not chosen is not written, so that the source view stays short. */
function without({ by, calculate, members, maxLines }: Grouping): Grouping {
  return {
    by,
    ...(calculate && calculate.length > 0 ? { calculate } : {}),
    ...(members === undefined ? {} : { members }),
    ...(maxLines === undefined ? {} : { maxLines }),
  }
}

interface CalculationsProps {
  readonly list: readonly Calculation[]
  readonly options: readonly { readonly value: string; readonly label: string }[]
  onChange(list: Calculation[]): void
}

function Calculations({ list, options, onChange }: CalculationsProps) {
  const text = useGroupText().elements
  const set = (at: number, next: Calculation) => onChange(list.map((each, index) => (index === at ? next : each)))
  return (
    <Form.Item label={text.calculate}>
      {list.map((each, at) => (
        // Calculations have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className="st-calculation" key={at}>
          <Input
            aria-label={text.name(at + 1)}
            placeholder={text.nameHint}
            value={each.name}
            {...(each.name === '' && { status: 'warning' as const })}
            onChange={({ target }) => set(at, { ...each, name: target.value })}
          />
          <Select<GroupOp>
            aria-label={text.op(at + 1)}
            value={each.op}
            popupMatchSelectWidth={false}
            options={groupOps.map(value => ({ value, label: text.ops[value] }))}
            onChange={op => set(at, changeOp(each, op))}
          />
          <AutoComplete
            aria-label={text.field(at + 1)}
            placeholder={each.op === 'count' ? text.elements : text.fieldHint}
            value={each.field ?? ''}
            {...(!each.field && each.op !== 'count' && { status: 'warning' as const })}
            options={[...options]}
            onChange={(field: string | undefined) => set(at, withField(each, field))}
          />
          {each.op === 'join' && (
            <Input
              aria-label={text.separator(at + 1)}
              className="st-separator"
              placeholder=","
              value={each.separator ?? ''}
              onChange={({ target: { value } }) => set(at, withSeparator(each, value))}
            />
          )}
          <Button
            type="text"
            size="small"
            danger
            aria-label={text.remove(at + 1)}
            icon={<DeleteOutlined />}
            onClick={() => onChange(list.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...list, { name: '', op: 'sum' }])}>
        {text.add}
      </Button>
    </Form.Item>
  )
}

const changeOp = ({ separator, ...rest }: Calculation, op: GroupOp): Calculation =>
  op === 'join' && separator !== undefined ? { ...rest, op, separator } : { ...rest, op }

/** A name that was not chosen yet is that of the field. */
function withField({ field: before, ...rest }: Calculation, field: string | undefined): Calculation {
  if (!field) return rest
  const name = rest.name === '' || rest.name === before ? field : rest.name
  return { ...rest, name, field }
}

function withSeparator({ separator: _, ...rest }: Calculation, separator: string): Calculation {
  return separator === '' ? rest : { ...rest, separator }
}
