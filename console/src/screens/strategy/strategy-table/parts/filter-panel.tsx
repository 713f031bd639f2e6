import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { type Entered, isComplete, kindOf, needsValue, operators, readColumn } from '../model.ts'
import type { FieldInfo } from '../types.ts'
import { useText } from '../use-text.ts'
import { useColumnName } from './table-grid.tsx'

export interface FilterPanelProps {
  readonly entered: readonly Entered[]
  /** Columns that may be asked for, by their ids. */
  readonly columns: readonly string[]
  readonly fields: readonly FieldInfo[]
  readonly most: number
  onApply(entered: readonly Entered[]): void
}

const kinds = ['text', 'number', 'date'] as const

/** Conditions on values, all of which must hold. */
export function FilterPanel({ entered, columns, fields, most, onApply }: FilterPanelProps) {
  const text = useText().filterPanel
  const [lines, setLines] = useState(entered)
  const first = columns[0] ?? ''
  const add = () =>
    setLines([...lines, { column: first, operator: 'contains', value: '', value2: '', kind: kindOf(first, fields) }])
  return (
    <form
      className="sl-stack"
      onSubmit={event => {
        event.preventDefault()
        onApply(lines.filter(isComplete))
      }}
    >
      <p className="sl-muted">{text.text}</p>
      {lines.map((line, place) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and none is kept by its place
          key={place}
          line={line}
          columns={columns}
          fields={fields}
          onChange={changed => setLines(lines.with(place, changed))}
          onRemove={() => setLines(lines.toSpliced(place, 1))}
        />
      ))}
      <div className="tb-line">
        <Button icon={<PlusOutlined />} disabled={lines.length >= most} onClick={add}>
          {text.add}
        </Button>
        <Button type="primary" htmlType="submit">
          {text.apply}
        </Button>
      </div>
    </form>
  )
}

interface LineProps extends Pick<FilterPanelProps, 'columns' | 'fields'> {
  readonly line: Entered
  onChange(line: Entered): void
  onRemove(): void
}

function Line({ line, columns, fields, onChange, onRemove }: LineProps) {
  const text = useText().filterPanel
  const nameOf = useColumnName()
  const { column, operator, value, value2, kind } = line
  const isCompared = needsValue(operator)
  return (
    <div className="tb-condition">
      <Select
        showSearch
        aria-label={text.column}
        value={column}
        options={columns.map(id => ({ value: id, label: nameOf(readColumn(id) ?? { of: 'data', name: id }) }))}
        optionFilterProp="label"
        onChange={chosen => onChange({ ...line, column: chosen, kind: kindOf(chosen, fields) })}
      />
      <Select
        aria-label={text.operator}
        value={operator}
        options={operators.map(each => ({ value: each, label: text.operators[each] }))}
        onChange={chosen => onChange({ ...line, operator: chosen })}
      />
      {isCompared && (
        <Input
          aria-label={text.value}
          maxLength={200}
          autoComplete="off"
          value={value}
          onChange={event => onChange({ ...line, value: event.target.value })}
        />
      )}
      {operator === 'between' && (
        <Input
          aria-label={text.value2}
          maxLength={200}
          autoComplete="off"
          value={value2}
          onChange={event => onChange({ ...line, value2: event.target.value })}
        />
      )}
      {isCompared && operator !== 'contains' && (
        <Select
          aria-label={text.kind}
          value={kind}
          options={kinds.map(each => ({ value: each, label: text.kinds[each] }))}
          onChange={chosen => onChange({ ...line, kind: chosen })}
        />
      )}
      <Button type="text" aria-label={text.remove} icon={<DeleteOutlined />} onClick={onRemove} />
    </div>
  )
}
