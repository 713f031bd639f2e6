import { useQuery } from '@tanstack/react-query'
import { Space } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { Bar } from '../../../../parts/bar.tsx'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { storageHome } from '../pages.ts'
import type { StorageOverview, StrategyUse } from '../types.ts'
import { useText } from '../use-text.ts'
import { useDays } from './use-days.ts'

const ArchiveDialog = lazyPart(async () => ({ default: (await import('./archive-dialog.tsx')).ArchiveDialog }))
const CleanUpDialog = lazyPart(async () => ({ default: (await import('./clean-up-dialog.tsx')).CleanUpDialog }))
const RetentionDialog = lazyPart(async () => ({ default: (await import('./retention-dialog.tsx')).RetentionDialog }))

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
  const columns = useColumns((deed, use) => setOpen({ deed, use }), overview)
  const close = () => setOpen(null)
  return (
    <>
      <DataTable
        id="storage-strategies"
        density="small"
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

function useColumns(
  onOpen: (deed: Deed, use: StrategyUse) => void,
  overview: StorageOverview | undefined,
): DataColumn<StrategyUse>[] {
  const text = useText()
  const format = useFormat()
  const days = useDays()
  const bytes = (key: 'page_bytes' | 'record_bytes' | 'trace_bytes', title: string): DataColumn<StrategyUse> => ({
    key,
    title,
    width: 95,
    align: 'right',
    isHidden: key === 'trace_bytes',
    render: (_, row) => figure(format.bytes(row[key])),
  })
  const canArchive = overview?.can_archive ?? true
  // Zeros of what was never measured are no figures.
  const figure = (value: string) =>
    overview?.measured_at === null ? <span className="sl-muted">{text.figures.notMeasured}</span> : value
  return [
    {
      key: 'strategy',
      title: text.columns.strategy,
      width: 160,
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
      width: 90,
      align: 'right',
      isHidden: true,
      render: (_, row) => figure(format.number(row.pages)),
    },
    bytes('page_bytes', text.columns.pageBytes),
    bytes('record_bytes', text.columns.recordBytes),
    bytes('trace_bytes', text.columns.traceBytes),
    {
      key: 'share',
      title: text.columns.share,
      width: 130,
      render: (_, row) => <Share use={row} overview={overview} />,
    },
    {
      key: 'span',
      title: text.columns.span,
      width: 200,
      isHidden: true,
      render: (_, row) => (
        <>
          {format.shortTime(row.oldest)} – {format.shortTime(row.newest)}
        </>
      ),
    },
    {
      key: 'retention',
      title: text.columns.retention,
      width: 260,
      render: (_, { retention, grouped_by }) => (
        <>
          {text.days.short(days(retention.finished_days), days(retention.error_days))}{' '}
          <span className="sl-muted">{retention.archive ? text.strategies.archiveOn : text.strategies.archiveOff}</span>
          {grouped_by.length > 0 && (
            <span className="sl-muted" title={text.rule.grouped(grouped_by.join(', '))}>
              {' '}
              {text.strategies.grouped}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'archive',
      title: text.columns.archive,
      width: 90,
      isHidden: true,
      render: (_, row) =>
        row.archives === '0' ? (
          '–'
        ) : (
          <>
            {text.strategies.archived(format.number(row.archives))}{' '}
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

/** Of what the tenant's strategies use together. */
function Share({ use, overview }: { readonly use: StrategyUse; readonly overview: StorageOverview | undefined }) {
  const text = useText()
  const format = useFormat()
  if (overview === undefined) return '–'
  const total = Number(overview.total_bytes)
  if (overview.measured_at === null || total === 0) return <span className="sl-muted">{text.figures.notMeasured}</span>
  const share = (Number(use.page_bytes) + Number(use.record_bytes) + Number(use.trace_bytes)) / total
  return (
    <span className="pa-share">
      <Bar share={share} /> {format.percent(share)}
    </span>
  )
}
