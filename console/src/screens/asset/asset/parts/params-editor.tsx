import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Param } from '@sluice/contract'
import { Button, Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { moveTo } from '../../../../lib/move-to.ts'
import { Section } from '../../../../ui/section.tsx'
import { readPairs, writePairs } from '../model.ts'
import type { TemplateProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { ParamGroups } from './param-groups.tsx'

const EMPTY: Param = { field: '', label: { zh: '', en: '' }, type: 'text', is_required: false, encryption: false }

const FIELD = /^[a-z][a-z0-9_]*$/

/** What a connector of the platform is asked for, row by row. */
export function ParamsEditor({ template, isReadOnly, patch }: TemplateProps) {
  const all = useText()
  const text = all.platformForm
  const { params } = template
  return (
    <Section title={text.params} text={text.paramsText}>
      <ParamGroups params={params} label={text.params} isSeen={({ field }) => !FIELD.test(field)}>
        {(members, label) => (
          <ParamTable
            label={label}
            params={params}
            members={members}
            isReadOnly={isReadOnly}
            onChange={changed => patch({ params: changed })}
          />
        )}
      </ParamGroups>
      {!isReadOnly && (
        <Button
          className="as-add"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => patch({ params: [...params, { ...EMPTY }] })}
        >
          {all.add}
        </Button>
      )}
    </Section>
  )
}

interface TableProps {
  readonly label: string
  readonly params: readonly Param[]
  /** Those of one group; each is one of `params`. */
  readonly members: readonly Param[]
  readonly isReadOnly: boolean
  onChange(params: Param[]): void
}

function ParamTable({ label, params, members, isReadOnly, onChange }: TableProps) {
  const all = useText()
  const text = all.platformForm
  const set = (member: Param, change: Partial<Param>) =>
    onChange(params.map(param => (param === member ? { ...param, ...change } : param)))
  /** To the place of its neighbour in the group. */
  const move = (member: Param, neighbour: Param | undefined) =>
    neighbour && onChange(moveTo(params, params.indexOf(member), params.indexOf(neighbour)))
  return (
    <div className="as-scroll">
      <table className="as-table" aria-label={label}>
        <thead>
          <tr>
            {(['field', 'labelZh', 'labelEn', 'type', 'required', 'encryption', 'default'] as const).map(name => (
              <th key={name} scope="col">
                {text.param[name]}
              </th>
            ))}
            <th scope="col">{text.param.options}</th>
            <th scope="col">{all.actions}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((param, at) => (
            // A row keeps its place while it is typed into; its field is what changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={at}>
              <ParamCells param={param} onChange={change => set(param, change)} />
              <td>
                <div className="as-name">
                  <RowButton
                    label={`${all.up} ${param.field}`}
                    icon={<ArrowUpOutlined />}
                    isOff={isReadOnly || at === 0}
                    onClick={() => move(param, members[at - 1])}
                  />
                  <RowButton
                    label={`${all.down} ${param.field}`}
                    icon={<ArrowDownOutlined />}
                    isOff={isReadOnly || at === members.length - 1}
                    onClick={() => move(param, members[at + 1])}
                  />
                  <RowButton
                    label={`${all.remove} ${param.field}`}
                    icon={<DeleteOutlined />}
                    isOff={isReadOnly}
                    onClick={() => onChange(params.filter(each => each !== param))}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isOff: boolean
  onClick(): void
}

const RowButton = ({ label, icon, isOff, onClick }: RowButtonProps) => (
  <Button type="text" size="small" icon={icon} aria-label={label} title={label} disabled={isOff} onClick={onClick} />
)

interface CellsProps {
  readonly param: Param
  onChange(change: Partial<Param>): void
}

function ParamCells({ param, onChange }: CellsProps) {
  const text = useText().platformForm
  const named = (what: string) => `${what} ${param.field}`
  const types = Object.entries(text.types).map(([value, label]) => ({ value: value as Param['type'], label }))
  const hasOptions = param.type === 'select' || param.type === 'multiselect'
  const words = (label: string) => ({ zh: label, en: label })
  return (
    <>
      <td>
        <Input
          size="small"
          className="sl-code"
          aria-label={named(text.param.field)}
          value={param.field}
          {...(!FIELD.test(param.field) && { status: 'error' as const, title: text.param.fieldRule })}
          onChange={event => onChange({ field: event.target.value.trim() })}
        />
      </td>
      {(['zh', 'en'] as const).map(language => (
        <td key={language}>
          <Input
            size="small"
            aria-label={named(language === 'zh' ? text.param.labelZh : text.param.labelEn)}
            value={param.label[language]}
            onChange={event => onChange({ label: { ...param.label, [language]: event.target.value } })}
          />
        </td>
      ))}
      <td>
        <Select
          size="small"
          style={{ width: 104 }}
          aria-label={named(text.param.type)}
          value={param.type}
          options={types}
          onChange={type => onChange({ type })}
        />
      </td>
      <td>
        <Checkbox
          aria-label={named(text.param.required)}
          checked={param.is_required}
          onChange={event => onChange({ is_required: event.target.checked })}
        />
      </td>
      <td>
        <Checkbox
          aria-label={named(text.param.encryption)}
          checked={param.encryption}
          onChange={event => onChange({ encryption: event.target.checked })}
        />
      </td>
      <td>
        <Input
          size="small"
          aria-label={named(text.param.default)}
          value={param.default === undefined ? '' : String(param.default)}
          onChange={event => onChange({ default: readDefault(param.type, event.target.value) })}
        />
      </td>
      <td>
        {hasOptions && (
          <Input.TextArea
            size="small"
            autoSize={{ minRows: 1, maxRows: 6 }}
            aria-label={named(text.param.options)}
            defaultValue={writePairs(
              (param.options ?? []).map(({ value, label }) => ({ name: value, value: label.zh })),
            )}
            onBlur={event =>
              onChange({
                options: readPairs(event.target.value).map(({ name, value }) => ({
                  value: name,
                  label:
                    param.options?.find(option => option.value === name && option.label.zh === value)?.label ??
                    words(value || name),
                })),
              })
            }
          />
        )}
      </td>
    </>
  )
}

function readDefault(type: Param['type'], text: string): Param['default'] {
  if (text === '') return undefined
  if (type === 'number' && Number.isFinite(Number(text))) return Number(text)
  return type === 'switch' ? text === 'true' : text
}
