import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Select } from 'antd'
import Input from 'antd/es/input/Input'
import { useId } from 'react'
import { useText } from '../use-text.ts'
import { type ChangeDraft, changeTypes, emptyChange, findProblem } from './change-draft.ts'

export interface ChangeRowsProps {
  readonly rows: readonly ChangeDraft[]
  /** Problems are shown once the reader tried to go on. */
  readonly isTried: boolean
  onChange(rows: ChangeDraft[]): void
}

const MAX_ROWS = 20

/** Fields of the stored content and what they become. */
export function ChangeRows({ rows, isTried, onChange }: ChangeRowsProps) {
  const text = useText().replay
  const patch = (at: number, change: Partial<ChangeDraft>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <div>
      {rows.map((row, at) => (
        <ChangeRow
          // Rows have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={at}
          row={row}
          isTried={isTried}
          onChange={change => patch(at, change)}
          {...(rows.length > 1 && { onRemove: () => onChange(rows.filter((_, index) => index !== at)) })}
        />
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={rows.length >= MAX_ROWS}
        onClick={() => onChange([...rows, emptyChange])}
      >
        {text.add}
      </Button>
    </div>
  )
}

interface ChangeRowProps {
  readonly row: ChangeDraft
  readonly isTried: boolean
  onChange(change: Partial<ChangeDraft>): void
  onRemove?(): void
}

function ChangeRow({ row, isTried, onChange, onRemove }: ChangeRowProps) {
  const text = useText().replay
  const id = useId()
  const problem = isTried ? findProblem(row) : null
  const hasValue = row.type === 'text' || row.type === 'number'
  return (
    <div className="er-change">
      <Form.Item
        label={text.field}
        htmlFor={`${id}-field`}
        {...(problem === 'field'
          ? { validateStatus: 'error' as const, help: text.fieldRequired }
          : { extra: text.fieldHint })}
      >
        <Input
          id={`${id}-field`}
          maxLength={200}
          autoComplete="off"
          value={row.field}
          onChange={event => onChange({ field: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={text.type} htmlFor={`${id}-type`}>
        <Select
          id={`${id}-type`}
          value={row.type}
          onChange={type => onChange({ type })}
          options={changeTypes.map(value => ({ value, label: text.types[value] }))}
        />
      </Form.Item>
      <Form.Item
        label={text.value}
        htmlFor={`${id}-value`}
        {...(problem === 'number' && { validateStatus: 'error' as const, help: text.numberWrong })}
      >
        <Input
          id={`${id}-value`}
          autoComplete="off"
          disabled={!hasValue}
          value={hasValue ? row.value : ''}
          onChange={event => onChange({ value: event.target.value })}
        />
      </Form.Item>
      {onRemove && <Button type="text" aria-label={text.remove} icon={<DeleteOutlined />} onClick={onRemove} />}
    </div>
  )
}
