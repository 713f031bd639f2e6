import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  ColumnHeightOutlined,
  ReloadOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd'
import { moveColumn, type TablePreferences } from './table-preferences.ts'
import { useUiText } from './use-text.ts'

interface ColumnName {
  readonly key: string
  readonly title: string
  /** The first column names the row and stays. */
  readonly isAlwaysShown?: boolean
}

export interface TableToolsProps {
  readonly columns: readonly ColumnName[]
  readonly preferences: TablePreferences
  readonly isFetching: boolean
  patch(change: Partial<TablePreferences>): void
  reset(): void
  readonly onReload?: (() => void) | undefined
}

const densities = ['small', 'medium', 'large'] as const

/** Refresh, row height and columns of a table. */
export function TableTools({ columns, preferences, isFetching, patch, reset, onReload }: TableToolsProps) {
  const text = useUiText().table
  const names = { small: text.dense, medium: text.normal, large: text.loose }
  const items = densities.map(key => ({ key, label: names[key], onClick: () => patch({ density: key }) }))
  return (
    <div className="sl-table-tools">
      {onReload && (
        <Tooltip title={text.refresh}>
          <Button
            type="text"
            aria-label={text.refresh}
            icon={<ReloadOutlined spin={isFetching} />}
            onClick={onReload}
          />
        </Tooltip>
      )}
      <Dropdown trigger={['click']} menu={{ items, selectedKeys: [preferences.density] }}>
        <Button type="text" aria-label={text.density} title={text.density} icon={<ColumnHeightOutlined />} />
      </Dropdown>
      <Popover
        trigger="click"
        placement="bottomRight"
        content={<ColumnChooser columns={columns} preferences={preferences} patch={patch} reset={reset} />}
      >
        <Button type="text" aria-label={text.columns} title={text.columns} icon={<SettingOutlined />} />
      </Popover>
    </div>
  )
}

type ChooserProps = Pick<TableToolsProps, 'columns' | 'preferences' | 'patch' | 'reset'>

function ColumnChooser({ columns, preferences, patch, reset }: ChooserProps) {
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
