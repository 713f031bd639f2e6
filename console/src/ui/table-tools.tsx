import { ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Dropdown, Popover, Tooltip } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { Skeleton } from './skeleton.tsx'
import type { TablePreferences } from './table-preferences.ts'
import { useUiText } from './use-text.ts'

// Opened by few visits.
const ColumnChooser = lazyPart(async () => ({ default: (await import('./column-chooser.tsx')).ColumnChooser }))

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
        content={
          <Suspense fallback={<Skeleton rows={4} />}>
            <ColumnChooser columns={columns} preferences={preferences} patch={patch} reset={reset} />
          </Suspense>
        }
      >
        <Button type="text" aria-label={text.columns} title={text.columns} icon={<SettingOutlined />} />
      </Popover>
    </div>
  )
}
