import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { type ChosenColumn, columnId, MOST_COLUMNS, moveColumn, readColumn, recordNames, sizes } from '../model.ts'
import type { FieldInfo } from '../types.ts'
import { useText } from '../use-text.ts'
import { useColumnName } from './table-grid.tsx'

export interface ColumnPanelProps {
  readonly columns: readonly ChosenColumn[]
  readonly fields: readonly FieldInfo[]
  readonly pin: number
  onChange(columns: readonly ChosenColumn[]): void
  onPin(count: number): void
  onReset(): void
}

/** Which columns, in what order, how wide, and how many of them stay in place. */
export function ColumnPanel({ columns, fields, pin, onChange, onPin, onReset }: ColumnPanelProps) {
  const text = useText().columnPanel
  const nameOf = useColumnName()
  const id = useId()
  const chosen = new Set(columns.map(({ column }) => columnId(column)))
  const all = [...recordNames.map(name => `r.${name}`), ...fields.map(({ path }) => `d.${path}`)]
  const add = (added: string) => {
    const column = readColumn(added)
    if (column) onChange([...columns, { column, size: 'm' }])
  }
  return (
    <div className="sl-stack">
      <Select
        showSearch
        value={null}
        aria-label={text.add}
        placeholder={text.add}
        disabled={columns.length >= MOST_COLUMNS}
        options={all
          .filter(each => !chosen.has(each))
          .map(value => ({ value, label: nameOf(readColumn(value) ?? { of: 'data', name: value }) }))}
        optionFilterProp="label"
        onChange={(value: string | null) => value !== null && add(value)}
      />
      <ul className="tb-columns">
        {columns.map(({ column, size }, place) => {
          const name = nameOf(column)
          return (
            <li key={columnId(column)}>
              <span className="tb-column-name" title={name}>
                {name}
              </span>
              <Select
                size="small"
                aria-label={text.width(name)}
                value={size}
                options={sizes.map(value => ({ value, label: text.sizes[value] }))}
                onChange={chosenSize => onChange(columns.with(place, { column, size: chosenSize }))}
              />
              <Button
                type="text"
                size="small"
                aria-label={text.up(name)}
                icon={<ArrowUpOutlined />}
                disabled={place === 0}
                onClick={() => onChange(moveColumn(columns, place, -1))}
              />
              <Button
                type="text"
                size="small"
                aria-label={text.down(name)}
                icon={<ArrowDownOutlined />}
                disabled={place === columns.length - 1}
                onClick={() => onChange(moveColumn(columns, place, 1))}
              />
              <Button
                type="text"
                size="small"
                aria-label={text.remove(name)}
                icon={<DeleteOutlined />}
                disabled={columns.length === 1}
                onClick={() => onChange(columns.toSpliced(place, 1))}
              />
            </li>
          )
        })}
      </ul>
      <div className="tb-line">
        <label htmlFor={id}>{text.pin}</label>
        <InputNumber id={id} min={0} max={5} precision={0} value={pin} onChange={count => onPin(count ?? 0)} />
        <Button type="link" onClick={onReset}>
          {text.reset}
        </Button>
      </div>
    </div>
  )
}
