import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { moveColumn } from './table-preferences.ts'
import type { TableToolsProps } from './table-tools.tsx'
import { useUiText } from './use-text.ts'

type ChooserProps = Pick<TableToolsProps, 'columns' | 'preferences' | 'patch' | 'reset'>

/** Which columns are shown, and in what order. */
export function ColumnChooser({ columns, preferences, patch, reset }: ChooserProps) {
  const text = useUiText().table
  const keys = columns.map(column => column.key)
  const toggle = (key: string, isShown: boolean) => {
    const others = preferences.hidden.filter(other => other !== key)
    patch({ hidden: isShown ? others : [...others, key] })
  }
  return (
    <div className="sl-columns">
      <div className="sl-columns-head">
        <strong>{text.columnsTitle}</strong>
        <Button type="link" size="small" onClick={reset}>
          {text.reset}
        </Button>
      </div>
      {columns.map(({ key, title, isAlwaysShown }, index) => (
        <div key={key} className="sl-columns-row">
          <Checkbox
            checked={!preferences.hidden.includes(key)}
            disabled={isAlwaysShown ?? false}
            onChange={event => toggle(key, event.target.checked)}
          >
            {title}
          </Checkbox>
          <Button
            type="text"
            size="small"
            aria-label={text.moveUp(title)}
            icon={<ArrowUpOutlined />}
            disabled={index === 0}
            onClick={() => patch({ order: moveColumn(keys, key, -1) })}
          />
          <Button
            type="text"
            size="small"
            aria-label={text.moveDown(title)}
            icon={<ArrowDownOutlined />}
            disabled={index === columns.length - 1}
            onClick={() => patch({ order: moveColumn(keys, key, 1) })}
          />
        </div>
      ))}
    </div>
  )
}
