import { FilterFilled, FilterOutlined } from '@ant-design/icons'
import { errorDataStates, type RecordState } from '@sluice/contract'
import { Button, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useCutText } from '../../../../ui/cut-text.tsx'
import { useReachableScroll } from '../../../../ui/use-reachable-scroll.ts'
import { widths } from '../model.ts'
import type { Cell } from '../types.ts'
import { useText } from '../use-text.ts'
import { CellView } from './cell-view.tsx'

export interface GridRow {
  readonly rowKey: string
  /** null: it is not shared. */
  readonly status: RecordState | null
  readonly lack: 'gone' | 'refused' | null
  readonly cells: readonly Cell[]
}

export interface GridColumn {
  readonly of: 'record' | 'data'
  readonly name: string
  readonly size?: keyof typeof widths
  readonly isFixed?: boolean
  readonly isFiltered?: boolean
}

export interface TableGridProps {
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  readonly empty: ReactNode
  /** Absent: nothing is filtered by columns. */
  readonly onFilter?: (place: number) => void
  /** At the end of a row: the way to the record. */
  readonly renderEnd?: (row: GridRow) => ReactNode
  /** Of what scrolls past it: the frame's header. */
  readonly headerHeight: number
}

type Columns = NonNullable<TableProps<GridRow>['columns']>

/** The grid itself: text only, whatever a tenant's values hold. */
export function TableGrid({ columns, rows, empty, onFilter, renderEnd, headerHeight }: TableGridProps) {
  const text = useText()
  const { watch, whole } = useCutText()
  const table = useReachableScroll(rows)
  const shown: Columns = columns.map((column, place) => ({
    key: String(place),
    title: <Title column={column} {...(onFilter && !isState(column) && { onFilter: () => onFilter(place) })} />,
    width: widths[column.size ?? 'm'],
    ellipsis: { showTitle: false },
    ...(column.isFixed && { fixed: 'start' as const }),
    align: !isState(column) && isNumber(rows, place) ? 'end' : 'start',
    render: (_value, row) => (
      <CellView cell={row.cells[place]} own={column.of === 'record' ? column.name : null} lack={row.lack} />
    ),
  }))
  const end: Columns = renderEnd
    ? [{ key: 'end', title: text.actions, width: 80, fixed: 'end', render: (_value, row) => renderEnd(row) }]
    : []
  return (
    <div ref={table} className="tb-grid" {...watch}>
      <Table<GridRow>
        aria-label={text.label}
        rowKey="rowKey"
        size="small"
        columns={[...shown, ...end]}
        dataSource={rows}
        pagination={false}
        rowClassName={rowClass}
        {...(rows.length > 0 && { scroll: { x: 'max-content' } })}
        sticky={{ offsetHeader: headerHeight }}
        locale={{ emptyText: empty }}
      />
      {whole}
    </div>
  )
}

function Title({ column, onFilter }: { readonly column: GridColumn; readonly onFilter?: () => void }) {
  const text = useText()
  const name = useColumnName()(column)
  if (!onFilter) return <span title={name}>{name}</span>
  return (
    <span className="tb-title">
      <span title={name}>{name}</span>
      <Button
        type="text"
        size="small"
        aria-label={text.filterBy(name)}
        icon={column.isFiltered ? <FilterFilled /> : <FilterOutlined />}
        onClick={onFilter}
      />
    </span>
  )
}

/** What a column is called: a field by its own name, whatever the language. */
export function useColumnName(): (column: Pick<GridColumn, 'of' | 'name'>) => string {
  const { record } = useText()
  return ({ of, name }) => (of === 'record' && isOwn(record, name) ? record[name] : name)
}

const isOwn = <T extends object>(names: T, name: PropertyKey): name is keyof T => Object.hasOwn(names, name)

export const isWrong = ({ status }: Pick<GridRow, 'status'>): boolean =>
  status !== null && errorDataStates.includes(status)

const rowClass = (row: GridRow): string => (isWrong(row) ? 'tb-row-bad' : row.lack === null ? '' : 'tb-row-warn')

/** Chosen by its words and not by its code. */
const isState = ({ of, name }: GridColumn): boolean => of === 'record' && name === 'status'

const isNumber = (rows: readonly GridRow[], place: number): boolean =>
  rows.some(row => row.cells[place]?.kind === 'number')
