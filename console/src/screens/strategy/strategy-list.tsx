import { DownloadOutlined, PlusOutlined, WarningFilled } from '@ant-design/icons'
import type { RunState } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { message } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useFormat } from '../../lib/format.ts'
import { keepRows, LIVE_POLL_MS, queryClient } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { CanButton } from '../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { useStateOptions } from '../../ui/use-state-options.ts'
import { strategyCreate, strategyDetail, strategyList } from './pages.ts'
import { FollowBadge } from './parts/follow-badge.tsx'
import { FollowLeftOver } from './parts/follow-left-over.tsx'
import { WaitingText } from './parts/waiting-text.tsx'
import { saveFile } from './save-file.ts'
import './strategy.css'
import type { StrategyRow } from './types.ts'
import { useListText } from './use-list-text.ts'

// Shown once rows are selected.
const BatchActions = lazy(async () => ({ default: (await import('./parts/batch-actions.tsx')).BatchActions }))

const isBusy = (row: StrategyRow): boolean =>
  row.last_run_state === 'queued' || row.last_run_state === 'running' || row.last_run_state === 'stopping'

/** All strategies of the tenant, their state and what needs attention. */
export default function StrategyList() {
  const text = useListText()
  const [search, setSearch] = strategyList.useSearch()
  const [chosen, setChosen] = useState<{ readonly filter: string; readonly ids: string[] }>({ filter: '', ids: [] })
  const { data, error, isFetching, refetch } = useStrategies(search)
  const rows = data?.content
  const columns = useColumns()
  const filters = [search.keyword, search.status, search.group, search.connector, search.errors]
  const isFiltered = filters.some(value => value !== undefined)
  // What a filter hides is not acted upon.
  const filter = JSON.stringify(filters)
  const selected = chosen.filter === filter ? chosen.ids : []
  const setSelected = (ids: string[]) => setChosen({ filter, ids })
  const clear = () =>
    setSearch({
      keyword: undefined,
      status: undefined,
      group: undefined,
      connector: undefined,
      errors: undefined,
      page: 1,
    })
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<NewButton />} />
      <FollowLeftOver />
      <DataTable<StrategyRow, NonNullable<typeof search.sort>>
        id="strategies"
        label={text.label}
        columns={columns}
        rowKey={row => row.id}
        rows={rows}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page: search.page, pageSize: search.pageSize, ...(search.sort && { sort: search.sort }) }}
        onPaging={setSearch}
        selection={{
          selected,
          onSelect: setSelected,
          actions: selected.length > 0 && (
            <Suspense>
              <BatchActions ids={selected} rows={rows ?? []} onDone={() => setSelected([])} />
            </Suspense>
          ),
        }}
        isFiltered={isFiltered}
        onClearFilters={clear}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={<NewButton />} />}
        extra={<ExportButton />}
        toolbar={<Filters />}
      />
    </>
  )
}

function useStrategies(search: ReturnType<typeof strategyList.useSearch>[0]) {
  const body = {
    page: search.page,
    pageSize: search.pageSize,
    ...(search.keyword !== undefined && { keyword: search.keyword }),
    ...(search.status !== undefined && { status: search.status }),
    ...(search.group !== undefined && { group: search.group }),
    ...(search.connector !== undefined && { connector_id: search.connector }),
    ...(search.errors && { hasErrors: true }),
    ...(search.sort !== undefined && { sort: search.sort }),
  }
  return useQuery({
    ...api.strategy.search.query({ body }),
    ...keepRows,
    refetchInterval: query => (query.state.data?.content.some(isBusy) ? LIVE_POLL_MS : false),
  })
}

function NewButton() {
  const text = useListText()
  const navigate = useNavigate()
  return (
    <CanButton
      type="primary"
      icon={<PlusOutlined />}
      authority="strategy:add"
      onClick={() => navigate(strategyCreate.href())}
    >
      {text.create}
    </CanButton>
  )
}

function Filters() {
  const text = useListText()
  const [search, setSearch] = strategyList.useSearch()
  const states = useStateOptions('strategy')
  const groups = useQuery(api.strategy.groups.query())
  const connectors = useQuery(api.connector.list.query({ query: { pageSize: 500, sort: 'name' } }))
  return (
    <FilterBar
      values={search}
      // The bar hands back only values of the fields it was given.
      onChange={patch => setSearch({ ...(patch as Partial<typeof search>), page: 1 })}
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'status', label: text.status, options: states },
        {
          kind: 'select',
          name: 'group',
          label: text.group,
          options: (groups.data?.content ?? []).map(group => ({ value: group, label: group })),
        },
        {
          kind: 'select',
          name: 'connector',
          label: text.connector,
          options: (connectors.data?.content ?? []).map(connector => ({ value: connector.id, label: connector.name })),
        },
        {
          kind: 'custom',
          name: 'errors',
          render: () => (
            <Button
              key="errors"
              type={search.errors ? 'primary' : 'default'}
              aria-pressed={search.errors === true}
              onClick={() => setSearch({ errors: search.errors ? undefined : true, page: 1 })}
            >
              {text.errorsOnly}
            </Button>
          ),
        },
      ]}
    />
  )
}

function ExportButton() {
  const text = useListText()
  const can = useCan()
  const [search] = strategyList.useSearch()
  const body = {
    ...(search.keyword !== undefined && { keyword: search.keyword }),
    ...(search.status !== undefined && { status: search.status }),
    ...(search.group !== undefined && { group: search.group }),
  }
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'json' | 'yaml') =>
      saveFile(await api.strategy.export({ body: { ...body, format } }), `strategies.${format}`),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <Dropdown
      trigger={['click']}
      disabled={!can('strategy:export')}
      menu={{
        items: Object.entries(text.exports).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => download.mutate(key as 'csv'), // the keys of `exports`
      }}
    >
      <CanButton icon={<DownloadOutlined />} authority="strategy:export" loading={download.isPending}>
        {text.exportAll}
      </CanButton>
    </Dropdown>
  )
}

function useColumns(): DataColumn<StrategyRow>[] {
  const text = useListText()
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'name',
      ellipsis: true,
      title: columns.name,
      width: 220,
      sortKey: 'name',
      isAlwaysShown: true,
      render: (_, row) => (
        <Link className="st-name" to={strategyDetail.href({ params: { id: row.id } })}>
          {row.name}
          <small>{row.code}</small>
        </Link>
      ),
    },
    {
      key: 'group',
      ellipsis: true,
      title: columns.group,
      width: 110,
      dataIndex: 'group',
      isHidden: true,
      render: (_, row) => row.group || '–',
    },
    {
      key: 'flow',
      ellipsis: true,
      title: columns.flow,
      width: 222,
      render: (_, row) => (
        <span className="st-flow-cell">
          <PlatformIcon icon={row.source.platform_icon} size={20} /> {row.source.connector_name} →{' '}
          <PlatformIcon icon={row.target.platform_icon} size={20} /> {row.target.connector_name}
        </span>
      ),
    },
    {
      key: 'status',
      title: columns.status,
      width: 110,
      render: (_, row) => (
        <span className="st-choice">
          <StateTag kind="strategy" state={row.status} />
          <FollowBadge strategyId={row.id} />
          {row.is_paused && <small className="sl-muted">{text.paused}</small>}
        </span>
      ),
    },
    { key: 'total', title: columns.total, width: 84, align: 'end', render: (_, row) => format.number(row.total) },
    { key: 'waiting', title: columns.waiting, width: 70, align: 'end', render: (_, row) => format.number(row.waiting) },
    { key: 'errors', title: columns.errors, width: 70, align: 'end', render: (_, row) => <Errors row={row} /> },
    {
      key: 'lastRun',
      title: columns.lastRun,
      width: 206,
      sortKey: 'last_run_at',
      render: (_, row) => <LastRun row={row} />,
    },
    {
      key: 'nextRun',
      isHidden: true,
      title: columns.nextRun,
      width: 140,
      sortKey: 'next_run_at',
      render: (_, row) => format.shortTime(row.next_run_at),
    },
    {
      key: 'updated',
      title: columns.updated,
      width: 140,
      sortKey: 'updated_at',
      isHidden: true,
      render: (_, row) => format.shortTime(row.updated_at),
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 150,
      fixed: 'end',
      isAlwaysShown: true,
      render: (_, row) => <RowActions row={row} />,
    },
  ]
}

function Errors({ row }: { readonly row: StrategyRow }) {
  const format = useFormat()
  const count = row.errors + row.unknown
  if (count === 0) return format.number(0)
  return (
    <Link
      className="sl-figure-bad"
      to={strategyDetail.href({ params: { id: row.id }, search: { tab: 'data', status: ['3', '4', '6', '9'] } })}
    >
      {format.number(count)}
    </Link>
  )
}

function LastRun({ row }: { readonly row: StrategyRow }) {
  const text = useListText()
  if (row.last_run_state === null) return <span className="sl-muted">–</span>
  return (
    <span className="st-choice">
      <StateTag kind="run" state={row.last_run_state as RunState} /> <RelativeTime value={row.last_run_at} />
      {row.waits_for && <WaitingText isShort waiting={row.waits_for} />}
      {row.imbalance !== null && (
        <Tooltip title={`${text.imbalance}: ${row.imbalance}`}>
          <WarningFilled className="sl-figure-bad" aria-label={text.imbalance} />
        </Tooltip>
      )}
    </span>
  )
}

function RowActions({ row }: { readonly row: StrategyRow }) {
  const text = useListText()
  const act = useMutation({
    mutationFn: async (kind: 'start' | 'stop' | 'run') => {
      if (kind === 'run') await api.strategy.runNow({ params: { id: row.id }, body: {} })
      else await api.strategy[kind]({ params: { id: row.id } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['strategy'] }),
    onError: error => void message.error(describeError(error).message),
  })
  const isRunning = row.status === 'running'
  return (
    <>
      <CanButton
        type="link"
        size="small"
        authority={isRunning ? 'strategy:stop' : 'strategy:start'}
        reason={row.status === 'draft' ? text.draftReason : undefined}
        loading={act.isPending}
        onClick={() => act.mutate(isRunning ? 'stop' : 'start')}
      >
        {isRunning ? text.stop : text.start}
      </CanButton>
      <CanButton type="link" size="small" authority="strategy:start" onClick={() => act.mutate('run')}>
        {text.run}
      </CanButton>
    </>
  )
}
