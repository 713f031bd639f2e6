import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined, SubnodeOutlined } from '@ant-design/icons'
import type { AssetField } from '@sluice/contract'
import { Button, Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { addField, changeField, type FlatField, flatten, moveField, removeField } from '../model.ts'
import { useText } from '../use-text.ts'

export interface FieldsEditorProps {
  readonly label: string
  readonly fields: readonly AssetField[]
  /** Parameters have a place and a default; columns of an answer do not. */
  readonly isRequest: boolean
  /** Paths of rows with a problem: `0.fields.2`. */
  readonly wrong: readonly string[]
  onChange(fields: AssetField[]): void
}

/** A tree of parameters as indented rows. */
export function FieldsEditor({ label, fields, isRequest, wrong, onChange }: FieldsEditorProps) {
  const all = useText()
  const text = all.form.field
  const rows = flatten(fields)
  return (
    <>
      {rows.length > 0 && (
        <div className="as-scroll">
          <table className="as-table" aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{text.field}</th>
                <th scope="col">{text.label}</th>
                <th scope="col">{text.type}</th>
                {isRequest && <th scope="col">{text.place}</th>}
                {isRequest && <th scope="col">{text.default}</th>}
                <th scope="col">{text.required}</th>
                <th scope="col">{text.describe}</th>
                <th scope="col">{all.actions}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <FieldRow
                  key={row.path.join('.')}
                  row={row}
                  isRequest={isRequest}
                  isWrong={wrong.includes(row.path.join('.fields.'))}
                  onPatch={patch => onChange(changeField(fields, row.path, patch))}
                  onAdd={() => onChange(addField(fields, row.path))}
                  onMove={by => onChange(moveField(fields, row.path, by))}
                  onRemove={() => onChange(removeField(fields, row.path))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button className="as-add" type="dashed" icon={<PlusOutlined />} onClick={() => onChange(addField(fields))}>
        {all.add}
      </Button>
    </>
  )
}

interface FieldRowProps {
  readonly row: FlatField
  readonly isRequest: boolean
  readonly isWrong: boolean
  onPatch(patch: Partial<AssetField>): void
  onAdd(): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

const INDENT_PX = 20

function FieldRow({ row, isRequest, isWrong, onPatch, ...acts }: FieldRowProps) {
  const all = useText()
  const text = all.form.field
  const { field, path } = row
  const named = (what: string) => `${what} ${field.field}`
  const types = Object.entries(all.form.types).map(([value, label]) => ({ value: value as AssetField['type'], label }))
  const places = Object.entries(all.form.places).map(([value, label]) => ({ value, label }))
  return (
    <tr {...(isWrong && { className: 'as-wrong' })}>
      <td>
        <div className="as-field" style={{ paddingInlineStart: (path.length - 1) * INDENT_PX }}>
          <Input
            size="small"
            className="sl-code"
            aria-label={named(text.field)}
            maxLength={200}
            // One that was just added waits for its name.
            autoFocus={field.field === ''}
            value={field.field}
            onChange={event => onPatch({ field: event.target.value })}
          />
        </div>
      </td>
      <td>
        <Input
          size="small"
          aria-label={named(text.label)}
          value={field.label ?? ''}
          onChange={event => onPatch({ label: event.target.value })}
        />
      </td>
      <td>
        <Select
          size="small"
          style={{ width: 120 }}
          aria-label={named(text.type)}
          value={field.type}
          options={types}
          onChange={type => onPatch({ type })}
        />
      </td>
      {isRequest && (
        <td>
          <Select
            size="small"
            style={{ width: 96 }}
            aria-label={named(text.place)}
            disabled={path.length > 1}
            value={field.place ?? ''}
            options={[{ value: '', label: text.auto }, ...places]}
            onChange={place => onPatch({ place: place === '' ? undefined : (place as AssetField['place']) })}
          />
        </td>
      )}
      {isRequest && (
        <td>
          <Input
            size="small"
            className="sl-code"
            aria-label={named(text.default)}
            value={field.default ?? ''}
            onChange={event => onPatch({ default: event.target.value })}
          />
        </td>
      )}
      <td>
        <Checkbox
          aria-label={named(text.required)}
          checked={field.is_required ?? false}
          onChange={event => onPatch({ is_required: event.target.checked })}
        />
      </td>
      <td>
        <Input
          size="small"
          aria-label={named(text.describe)}
          value={field.describe ?? ''}
          onChange={event => onPatch({ describe: event.target.value })}
        />
      </td>
      <td>
        <RowButtons row={row} {...acts} />
      </td>
    </tr>
  )
}

function RowButtons({ row, onAdd, onMove, onRemove }: Pick<FieldRowProps, 'row' | 'onAdd' | 'onMove' | 'onRemove'>) {
  const all = useText()
  const { field, isFirst, isLast } = row
  const isNest = field.type === 'array' || field.type === 'object'
  const button = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      disabled={disabled}
      aria-label={`${label} ${field.field}`}
      title={label}
      onClick={onClick}
    />
  )
  return (
    <div className="as-name">
      {button(all.up, <ArrowUpOutlined />, () => onMove(-1), isFirst)}
      {button(all.down, <ArrowDownOutlined />, () => onMove(1), isLast)}
      {isNest && button(all.form.field.addChild, <SubnodeOutlined />, onAdd)}
      {button(all.remove, <DeleteOutlined />, onRemove)}
    </div>
  )
}
