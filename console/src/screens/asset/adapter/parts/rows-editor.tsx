import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useText } from '../use-text.ts'

/** A column of a list of things: a text, one of some words, or many texts. */
interface RowsColumn<T> {
  readonly key: keyof T & string
  readonly label: string
  readonly options?: Readonly<Record<string, string>>
  readonly isMany?: boolean
  /** Share of the width. Default 1. */
  readonly width?: string
}

export interface RowsEditorProps<T> {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly RowsColumn<T>[]
  readonly empty: T
  /** What is wrong with the field `key` of a row. */
  faultAt(index: number, key: string): string | undefined
  onChange(rows: T[]): void
}

/** A list of small things as a table of inputs. */
export function RowsEditor<T extends object>({ label, rows, columns, empty, faultAt, onChange }: RowsEditorProps<T>) {
  const text = useText().form
  const set = (index: number, change: Partial<T>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))
  return (
    <div>
      <h3>{label}</h3>
      {rows.length > 0 && (
        <div className="as-scroll">
          <table className="as-table" aria-label={label}>
            <thead>
              <tr>
                {columns.map(column => (
                  <th key={column.key} style={{ width: column.width }}>
                    {column.label}
                  </th>
                ))}
                <th />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // Rows have no identity of their own; every input is controlled.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <tr key={index}>
                  {columns.map(column => (
                    <td key={column.key}>
                      <Cell
                        column={column}
                        label={`${label} ${index + 1} ${column.label}`}
                        value={row[column.key]}
                        fault={faultAt(index, column.key)}
                        onChange={value => set(index, { [column.key]: value } as Partial<T>)} // a column's key and kind of value
                      />
                    </td>
                  ))}
                  <td>
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={text.removeRow(label, index + 1)}
                      onClick={() => onChange(rows.filter((_, at) => at !== index))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button
        className="as-add"
        type="dashed"
        size="small"
        icon={<PlusOutlined />}
        onClick={() => onChange([...rows, empty])}
      >
        {text.addRow(label)}
      </Button>
    </div>
  )
}

interface CellProps<T> {
  readonly column: RowsColumn<T>
  readonly label: string
  readonly value: unknown
  readonly fault: string | undefined
  onChange(value: unknown): void
}

function Cell<T>({ column, label, value, fault, onChange }: CellProps<T>) {
  const text = useText().form
  const wrong = fault === undefined ? {} : { status: 'error' as const, title: fault, 'aria-invalid': true }
  if (column.isMany)
    return (
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        className="sl-wide"
        aria-label={label}
        placeholder={text.tags}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
        {...wrong}
      />
    )
  if (column.options)
    return (
      <Select
        className="sl-wide"
        aria-label={label}
        value={String(value)}
        options={Object.entries(column.options).map(([key, name]) => ({ value: key, label: name }))}
        onChange={onChange}
        {...wrong}
      />
    )
  return (
    <>
      <Input
        className="sl-code"
        spellCheck={false}
        aria-label={label}
        value={String(value ?? '')}
        onChange={event => onChange(event.target.value)}
        {...wrong}
      />
      {fault !== undefined && <small className="as-fault">{fault}</small>}
    </>
  )
}
