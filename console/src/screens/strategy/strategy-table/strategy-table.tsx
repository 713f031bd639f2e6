import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { dataDetail, strategyDetail } from '../strategy/pages.ts'
import {
  type ChosenColumn,
  columnId,
  type Entered,
  firstColumns,
  kindOf,
  readColumns,
  readEntered,
  recordNames,
  writeColumns,
  writeEntered,
} from './model.ts'
import { strategyTable } from './pages.ts'
import { ColumnPanel } from './parts/column-panel.tsx'
import { FilterPanel } from './parts/filter-panel.tsx'
import { TableBar } from './parts/table-bar.tsx'
import { TableFacts } from './parts/table-facts.tsx'
import { type GridRow, TableGrid } from './parts/table-grid.tsx'
import './table.css'
import type { FieldInfo } from './types.ts'
import { useText } from './use-text.ts'
import { noFilter, toView } from './view-search.ts'

const SharePanel = lazyPart(async () => ({ default: (await import('./parts/share-panel.tsx')).SharePanel }))

const PAGE = 100
const MOST_CONDITIONS = 20
const HEADER_HEIGHT = 48

/** One strategy's records as a table of one's own columns. */
export default function StrategyTable() {
  const text = useText()
  const { strategy } = strategyTable.useParams()
  const [search] = strategyTable.useSearch()
  const found = useQuery(api.strategyTable.fields.query({ params: { strategy }, query: { side: search.side } }))
  const known = found.data?.content
  const back = strategyDetail.href({ params: { id: strategy }, search: { tab: 'data' } })
  if (found.error) return <ErrorBlock error={found.error} onRetry={() => void found.refetch()} />
  if (!known) return <Skeleton active paragraph={{ rows: 12 }} />
  return (
    <div className="tb-page">
      <PageHeader
        title={known.strategy_name}
        text={text.label}
        backTo={back}
        actions={<Link to={back}>{text.back}</Link>}
      />
      <Table strategyId={strategy} fields={known.fields} />
    </div>
  )
}

interface TableProps {
  readonly strategyId: string
  readonly fields: readonly FieldInfo[]
}

function Table({ strategyId, fields }: TableProps) {
  const text = useText()
  const [search, setSearch] = strategyTable.useSearch()
  const [panel, setPanel] = useState<'columns' | 'filters' | 'share' | null>(null)
  const [asked, setAsked] = useState<readonly Entered[]>([])
  const chosen = readColumns(search.cols)
  const columns = chosen.length > 0 ? chosen : firstColumns(fields)
  const entered = readEntered(search.where)
  const view = toView(search, columns, entered)
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.strategyTable.rows.key(), strategyId, view],
    queryFn: ({ pageParam, signal }) =>
      api.strategyTable.rows({
        params: { strategy: strategyId },
        body: { ...view, pageSize: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    // The rows of before are not kept: their cells would stand under the columns of now.
  })
  const pages = data?.pages.map(page => page.content)
  const rows = pages?.flatMap(page => page.rows.map((row): GridRow => ({ ...row, rowKey: row.id })))
  const isFiltered = entered.length > 0 || Object.keys(view.filter).length > 0
  const setEntered = (lines: readonly Entered[]) => setSearch({ where: lines.map(writeEntered) })
  const openFilters = (lines: readonly Entered[]) => {
    setAsked(lines)
    setPanel('filters')
  }
  const filterBy = (place: number) => {
    const column = columns[place]
    if (!column) return
    const id = columnId(column.column)
    const kind = kindOf(id, fields)
    openFilters([
      ...entered,
      { column: id, operator: kind === 'text' ? 'contains' : 'equals', value: '', value2: '', kind },
    ])
  }
  const setColumns = (list: readonly ChosenColumn[]) => setSearch({ cols: writeColumns(list) }, { replace: true })
  const close = () => setPanel(null)
  return (
    <>
      <TableBar
        strategyId={strategyId}
        view={view}
        conditions={entered.length}
        onPanel={which => (which === 'filters' ? openFilters(entered) : setPanel(which))}
      />
      <TableFacts strategyId={strategyId} view={view} pages={pages} rows={rows ?? []} hasNext={hasNextPage} />
      {error && rows !== undefined && <Alert type="warning" showIcon title={describeError(error).message} />}
      {error && rows === undefined && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {!error && rows === undefined && <Skeleton active paragraph={{ rows: 10 }} />}
      {rows !== undefined && (
        <TableGrid
          columns={columns.map(({ column, size }, place) => ({
            ...column,
            size,
            isFixed: place < search.pin,
            isFiltered: entered.some(each => each.column === columnId(column)),
          }))}
          rows={rows}
          headerHeight={HEADER_HEIGHT}
          onFilter={filterBy}
          renderEnd={row => <RecordLink strategyId={strategyId} row={row} />}
          empty={
            <Empty
              isSmall
              title={isFiltered ? text.noMatch : text.empty}
              action={isFiltered && <Button onClick={() => setSearch(noFilter)}>{text.clear}</Button>}
            />
          }
        />
      )}
      {hasNextPage && (
        <div className="tb-more">
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
      <Drawer open={panel === 'columns'} size={440} title={text.columnPanel.title} onClose={close}>
        <ColumnPanel
          columns={columns}
          fields={fields}
          pin={search.pin}
          onChange={setColumns}
          onPin={pin => setSearch({ pin }, { replace: true })}
          onReset={() => setSearch({ cols: [], pin: 1 })}
        />
      </Drawer>
      <Drawer open={panel === 'filters'} size={440} title={text.filterPanel.title} onClose={close}>
        {panel === 'filters' && (
          <FilterPanel
            entered={asked}
            columns={[
              ...recordNames.filter(name => name !== 'status').map(name => `r.${name}`),
              ...fields.map(({ path }) => `d.${path}`),
            ]}
            fields={fields}
            most={MOST_CONDITIONS}
            onApply={lines => {
              setEntered(lines)
              close()
            }}
          />
        )}
      </Drawer>
      <Drawer open={panel === 'share'} size={560} title={text.sharing.title} onClose={close}>
        <Suspense fallback={<Skeleton active />}>
          {panel === 'share' && <SharePanel strategyId={strategyId} view={view} />}
        </Suspense>
      </Drawer>
    </>
  )
}

function RecordLink({ strategyId, row }: { readonly strategyId: string; readonly row: GridRow }) {
  const text = useText()
  const to = dataDetail.href({ params: { strategy: strategyId, id: row.rowKey } })
  return (
    <Link to={to} aria-label={text.open(row.rowKey)}>
      {text.view}
    </Link>
  )
}
