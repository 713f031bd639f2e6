import { useQuery } from '@tanstack/react-query'
import { Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { storageHome } from '../pages.ts'
import type { StorageOverview, StrategyUse } from '../types.ts'
import { useText } from '../use-text.ts'
import { useDays } from './use-days.ts'

const ArchiveDialog = lazy(async () => ({ default: (await import('./archive-dialog.tsx')).ArchiveDialog }))
const CleanUpDialog = lazy(async () => ({ default: (await import('./clean-up-dialog.tsx')).CleanUpDialog }))
const RetentionDialog = lazy(async () => ({ default: (await import('./retention-dialog.tsx')).RetentionDialog }))

type Deed = 'keep' | 'clean' | 'archive'

/** One row per strategy, the largest first. */
export function StrategyUses({ overview }: { readonly overview: StorageOverview | undefined }) {
  const text = useText()
  const [search, setSearch] = storageHome.useSearch()
  const [open, setOpen] = useState<{ readonly deed: Deed; readonly use: StrategyUse } | null>(null)
  const query = {
    page: search.page,
    pageSize: search.pageSize,
    ...(search.keyword !== undefined && { keyword: search.keyword }),
  }
  const { data, error, isFetching, refetch } = useQuery({ ...api.storage.strategies.query({ query }), ...keepRows })
  const columns = useColumns((deed, use) => setOpen({ deed, use }), overview?.can_archive ?? true)
  const close = () => setOpen(null)
  return (
    <>
      <DataTable
        id="storage-strategies"
        label={text.strategies.label}
        columns={columns}
        rowKey={row => row.strategy_id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={search}
        onPaging={setSearch}
        isFiltered={search.keyword !== undefined}
        onClearFilters={() => setSearch({ keyword: undefined, page: 1 })}
        empty={<Empty isSmall title={text.strategies.empty} text={text.strategies.emptyText} />}
        toolbar={
          <FilterBar
            fields={[{ kind: 'text', name: 'keyword', label: text.search }]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
      <Suspense>
        {open?.deed === 'keep' && overview && (
          <RetentionDialog overview={overview} strategy={open.use} onClose={close} />
        )}
        {open?.deed === 'clean' && <CleanUpDialog use={open.use} onClose={close} />}
        {open?.deed === 'archive' && <ArchiveDialog use={open.use} onClose={close} />}
      </Suspense>
    </>
  )
}

function useColumns(onOpen: (deed: Deed, use: StrategyUse) => void, canArchive: boolean): DataColumn<StrategyUse>[] {
  const text = useText()
  const format = useFormat()
  const days = useDays()
  const bytes = (key: 'page_bytes' | 'record_bytes' | 'trace_bytes', title: string): DataColumn<StrategyUse> => ({
    key,
    title,
    width: 95,
    align: 'right',
    isHidden: key === 'trace_bytes',
    render: (_, row) => format.bytes(row[key]),
  })
  return [
    {
      key: 'strategy',
      title: text.columns.strategy,
      width: 180,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => (
        <Link to={strategyDetail.href({ params: { id: row.strategy_id } })}>{row.strategy_name}</Link>
      ),
    },
    {
      key: 'records',
      title: text.columns.records,
      width: 100,
      align: 'right',
      render: (_, row) => format.number(row.records),
    },
    {
      key: 'pages',
      title: text.columns.pages,
      width: 75,
      align: 'right',
      render: (_, row) => format.number(row.pages),
    },
    bytes('page_bytes', text.columns.pageBytes),
    bytes('record_bytes', text.columns.recordBytes),
    bytes('trace_bytes', text.columns.traceBytes),
    {
      key: 'span',
      title: text.columns.span,
      width: 110,
      render: (_, row) => (
        <>
          {format.shortTime(row.oldest)}
          <br />
          {format.shortTime(row.newest)}
        </>
      ),
    },
    {
      key: 'retention',
      title: text.columns.retention,
      width: 170,
      render: (_, { retention, grouped_by }) => (
        <>
          {text.days.short(days(retention.finished_days), days(retention.error_days))}
          <br />
          <span className="sl-muted">{retention.archive ? text.strategies.archiveOn : text.strategies.archiveOff}</span>
          {grouped_by.length > 0 && (
            <>
              <br />
              <span className="sl-muted" title={text.rule.grouped(grouped_by.join(', '))}>
                {text.strategies.grouped}
              </span>
            </>
          )}
        </>
      ),
    },
    {
      key: 'archive',
      title: text.columns.archive,
      width: 90,
      render: (_, row) =>
        row.archives === '0' ? (
          '–'
        ) : (
          <>
            {text.strategies.archived(format.number(row.archives))}
            <br />
            <span className="sl-muted">{format.bytes(row.archive_bytes)}</span>
          </>
        ),
    },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 230,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <Space size={0}>
          <CanButton type="link" size="small" authority="storage:update" onClick={() => onOpen('keep', row)}>
            {text.strategies.keep}
          </CanButton>
          <CanButton
            type="link"
            size="small"
            authority="storage:delete"
            reason={canArchive ? undefined : text.archive.off}
            onClick={() => onOpen('archive', row)}
          >
            {text.strategies.archive}
          </CanButton>
          <CanButton type="link" size="small" danger authority="storage:delete" onClick={() => onOpen('clean', row)}>
            {text.strategies.clean}
          </CanButton>
        </Space>
      ),
    },
  ]
}
