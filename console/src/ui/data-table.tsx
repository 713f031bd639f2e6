import { Button, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/format.ts'
import { mobile, useMedia } from '../lib/media.ts'
import { useCutText } from './cut-text.tsx'
import { Empty } from './empty.tsx'
import { ErrorBlock } from './error-block.tsx'
import { Skeleton } from './skeleton.tsx'
import { orderColumns, useTablePreferences } from './table-preferences.ts'
import { TableTools } from './table-tools.tsx'
import { useReachableScroll } from './use-reachable-scroll.ts'
import { useUiText } from './use-text.ts'

type AntColumn<T> = Exclude<NonNullable<TableProps<T>['columns']>[number], { children: unknown }>

export interface DataColumn<T>
  extends Omit<AntColumn<T>, 'key' | 'title' | 'sorter' | 'sortOrder' | 'hidden' | 'ellipsis'> {
  readonly key: string
  readonly title: string
  /** The server's word for sorting by this column; `-word` is descending. */
  readonly sortKey?: string
  /** Starts hidden; the reader may show it. */
  readonly isHidden?: boolean
  /** Cannot be hidden: the name and the actions. */
  readonly isAlwaysShown?: boolean
  /**
   * Text that people or other systems wrote: cut at the column's width, and whole on hover and focus. Without it a
   * long value widens its column.
   */
  readonly ellipsis?: boolean
}

interface TablePaging<S extends string> {
  readonly page: number
  readonly pageSize: number
  readonly sort?: S
}

export interface DataTableProps<T, S extends string = string> {
  /** Under this name columns and row height are remembered. */
  readonly id: string
  /** What the rows are, for screen readers. */
  readonly label: string
  readonly columns: readonly DataColumn<T>[]
  /** The height rows start with; the reader may choose another. Default medium. */
  readonly density?: 'small' | 'medium'
  rowKey(row: T): string
  /** undefined while the first answer is awaited. */
  readonly rows: readonly T[] | undefined
  readonly total?: number | undefined
  readonly error?: unknown
  readonly isFetching?: boolean
  readonly onReload?: () => void
  /** Page, size and sort as the address has them; without it the rows are all there is. */
  readonly paging?: TablePaging<S>
  readonly onPaging?: (patch: Partial<TablePaging<S>>) => void
  readonly selection?: {
    readonly selected: readonly string[]
    onSelect(keys: string[]): void
    /** Everything that the filter finds is meant, also what is not shown. */
    readonly isWhole?: boolean
    /** Buttons shown while something is selected. */
    readonly actions: ReactNode
  }
  /** Left of the tools: filters or a heading. */
  readonly toolbar?: ReactNode
  /** Right, before the tools: export and the like. */
  readonly extra?: ReactNode
  readonly empty?: ReactNode
  /** Filters are set: an empty answer then says so and offers to clear them. */
  readonly isFiltered?: boolean
  readonly onClearFilters?: () => void
  readonly onRow?: TableProps<T>['onRow']
  readonly expandable?: TableProps<T>['expandable']
}

const PAGE_SIZES = [10, 20, 50, 100]
const HEADER_HEIGHT = 48
/** Of a column that is cut and names no width. */
const CUT_WIDTH = 160

/** The list of every screen: server paging and sort, columns, density, selection, and all its states. */
export function DataTable<T extends object, S extends string = string>(props: DataTableProps<T, S>) {
  const { columns, rows, error, selection, paging } = props
  const hidden = columns.filter(column => column.isHidden).map(column => column.key)
  const { preferences, patch, reset } = useTablePreferences(props.id, hidden, props.density)
  const ordered = orderColumns(columns, preferences.order)
  const shown = ordered.filter(column => column.isAlwaysShown || !preferences.hidden.includes(column.key))
  const pagination = usePagination(props)
  const isMobile = useMedia(mobile)
  const text = useUiText().table
  const { watch, whole } = useCutText()
  const table = useReachableScroll(rows)
  return (
    <div ref={table} className="sl-table" data-density={preferences.density} data-empty={!rows?.length} {...watch}>
      <div className="sl-table-bar">
        <div className="sl-table-toolbar">{props.toolbar}</div>
        {props.extra}
        <TableTools
          columns={ordered}
          preferences={preferences}
          isFetching={props.isFetching ?? false}
          patch={patch}
          reset={reset}
          onReload={props.onReload}
        />
      </div>
      {selection && <SelectionBar {...selection} />}
      {Boolean(error) && rows !== undefined && <StaleNotice {...(props.onReload && { onReload: props.onReload })} />}
      <Table<T>
        aria-label={props.label}
        rowKey={props.rowKey}
        size={preferences.density}
        columns={shown.map(column => toAntColumn(column, paging?.sort, isMobile))}
        dataSource={rows ?? []}
        pagination={pagination}
        onChange={(_pagination, _filters, sorter, { action }) => {
          if (action === 'sort' && !Array.isArray(sorter))
            props.onPaging?.({ page: 1, ...readSort<S>(columns, sorter) })
        }}
        // Without rows there is nothing to scroll to; on a phone the titles alone are too wide.
        {...((rows?.length || isMobile) && { scroll: { x: 'max-content' } })}
        sticky={{ offsetHeader: HEADER_HEIGHT }}
        showSorterTooltip={false}
        locale={{ emptyText: <TableBody {...props} /> }}
        {...(selection && { rowSelection: toRowSelection(selection, text) })}
        {...(props.onRow && { onRow: props.onRow })}
        {...(props.expandable && { expandable: props.expandable })}
      />
      {whole}
    </div>
  )
}

/** What stands in the place of rows: loading, error, nothing at all, nothing that matches. */
function TableBody<T, S extends string>(props: DataTableProps<T, S>) {
  const text = useUiText()
  if (props.error)
    return <ErrorBlock isSmall error={props.error} {...(props.onReload && { onRetry: props.onReload })} />
  if (props.rows === undefined)
    return (
      <div className="sl-table-loading">
        <Skeleton rows={10} />
      </div>
    )
  if (props.isFiltered)
    return (
      <Empty
        isSmall
        title={text.table.noMatch}
        text={text.table.noMatchHint}
        action={props.onClearFilters && <Button onClick={props.onClearFilters}>{text.filter.clear}</Button>}
      />
    )
  return props.empty ?? <Empty isSmall title={text.table.empty} />
}

function SelectionBar({ selected, onSelect, isWhole, actions }: NonNullable<DataTableProps<object>['selection']>) {
  const text = useUiText().table
  if (selected.length === 0) return null
  const what = isWhole ? text.allFound : text.selected(selected.length)
  return (
    <section className="sl-table-selection" aria-label={what}>
      <span aria-live="polite">{what}</span>
      {actions}
      <Button type="link" size="small" onClick={() => onSelect([])}>
        {text.clearSelection}
      </Button>
    </section>
  )
}

function StaleNotice({ onReload }: { readonly onReload?: () => void }) {
  const text = useUiText()
  return (
    // Plain: where the line is down nothing can be loaded to say so, and no other list needs antd's alert.
    <div role="alert" className="sl-table-stale">
      <span>{text.table.stale}</span>
      {onReload && (
        <Button size="small" onClick={onReload}>
          {text.retry}
        </Button>
      )}
    </div>
  )
}

function usePagination<T, S extends string>({ paging, total, onPaging }: DataTableProps<T, S>) {
  const text = useUiText().table
  const format = useFormat()
  if (!paging) return false as const
  return {
    current: paging.page,
    pageSize: paging.pageSize,
    total: total ?? 0,
    showSizeChanger: true,
    pageSizeOptions: PAGE_SIZES,
    size: 'medium' as const,
    showTotal: (count: number) => text.total(format.number(count)),
    onChange: (page: number, pageSize: number) =>
      onPaging?.({ page: pageSize === paging.pageSize ? page : 1, pageSize }),
  }
}

function toAntColumn<T>(column: DataColumn<T>, sort: string | undefined, isMobile: boolean): AntColumn<T> {
  const { sortKey, isHidden: _isHidden, isAlwaysShown: _isAlwaysShown, fixed, ellipsis, ...own } = column
  const rest = {
    ...own,
    // The title is set when somebody looks: only where something is cut, and whole where a cell holds more than text.
    ...(ellipsis && { width: CUT_WIDTH, ...own, ellipsis: { showTitle: false } }),
    // On a phone a column that stays would cover the name.
    ...(fixed !== undefined && !isMobile && { fixed }),
  }
  if (sortKey === undefined) return rest
  const sortOrder = sort === sortKey ? 'ascend' : sort === `-${sortKey}` ? 'descend' : null
  return { ...rest, sorter: true, sortOrder }
}

function readSort<S extends string>(
  columns: readonly DataColumn<never>[] | readonly { readonly key: string; readonly sortKey?: string }[],
  sorter: { readonly columnKey?: unknown; readonly order?: 'ascend' | 'descend' | null },
): { sort?: S } {
  const key = columns.find(column => column.key === sorter.columnKey)?.sortKey
  if (key === undefined || !sorter.order) return { sort: undefined as unknown as S } // undefined asks for the default
  // Columns declare only words that the server sorts by, which are what S lists.
  return { sort: (sorter.order === 'ascend' ? key : `-${key}`) as S }
}

function toRowSelection<T>(
  { selected, onSelect }: NonNullable<DataTableProps<T>['selection']>,
  text: { readonly selectAll: string; readonly selectRow: string },
) {
  return {
    selectedRowKeys: [...selected],
    preserveSelectedRowKeys: true,
    columnWidth: 44,
    getTitleCheckboxProps: () => ({ 'aria-label': text.selectAll }),
    getCheckboxProps: () => ({ 'aria-label': text.selectRow }),
    onChange: (keys: readonly unknown[]) => onSelect(keys.map(String)),
  }
}
