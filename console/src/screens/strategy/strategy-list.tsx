import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { strategyStates } from '@sluice/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { message } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { keepRows, LIVE_POLL_MS } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useCan } from '../../lib/session.ts'
import { CanButton } from '../../ui/can.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStateOptions } from '../../ui/use-state-options.ts'
import { strategyCreate, strategyList } from './pages.ts'
import { FollowLeftOver } from './parts/follow-left-over.tsx'
import { RowActions, useColumns } from './parts/list-columns.tsx'
import './strategy.css'
import type { StrategyRow } from './types.ts'
import { useDays } from './use-days.ts'
import { useListText } from './use-list-text.ts'

// Shown once rows are selected.
const BatchActions = lazy(async () => ({ default: (await import('./parts/batch-actions.tsx')).BatchActions }))

// Whoever looks at the table needs no cards.
const StrategyCards = lazy(async () => ({ default: (await import('./parts/strategy-cards.tsx')).StrategyCards }))
const SavedFilters = lazy(async () => ({ default: (await import('./parts/saved-filters.tsx')).SavedFilters }))

const isBusy = (row: StrategyRow): boolean =>
  row.last_run_state === 'queued' || row.last_run_state === 'running' || row.last_run_state === 'stopping'

/** All strategies of the tenant, their state and what needs attention. */
export default function StrategyList() {
  const text = useListText()
  const [search, setSearch] = strategyList.useSearch()
  const [chosen, setChosen] = useState<{ readonly filter: string; readonly ids: string[] }>({ filter: '', ids: [] })
  const { data, error, isFetching, refetch } = useStrategies(search)
  const rows = data?.content
  const days = useDays(rows)
  const columns = useColumns(days)
  // What a filter hides is not acted upon.
  const filter = JSON.stringify(toFilter(search))
  const selected = chosen.filter === filter ? chosen.ids : []
  const setSelected = (ids: string[]) => setChosen({ filter, ids })
  const empty = <Empty isSmall title={text.empty} text={text.emptyText} action={<NewButton />} />
  const extra = (
    <span className="st-list-extra">
      <Suspense>
        <SavedFilters
          list="strategies"
          filter={toFilter(search)}
          onApply={kept => setSearch({ ...noFilter, ...readFilter(kept), page: 1 })}
        />
      </Suspense>
      <Segmented
        aria-label={text.view}
        value={search.view}
        options={(['table', 'cards'] as const).map(value => ({ value, label: text.views[value] }))}
        onChange={view => setSearch({ view })}
      />
      <ExportButton />
    </span>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<NewButton />} />
      <FollowLeftOver />
      {search.view === 'cards' ? (
        <Section>
          <div className="st-list-bar">
            <Filters />
            {extra}
          </div>
          {error && <ErrorBlock error={error} onRetry={() => void refetch()} />}
          {!error && !rows && <Skeleton rows={6} />}
          {!error && rows && (
            <Suspense fallback={<Skeleton rows={6} />}>
              <StrategyCards rows={rows} days={days} empty={empty} actions={row => <RowActions row={row} />} />
            </Suspense>
          )}
        </Section>
      ) : (
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
          isFiltered={Object.keys(toFilter(search)).length > 0}
          onClearFilters={() => setSearch({ ...noFilter, page: 1 })}
          empty={empty}
          extra={extra}
          toolbar={<Filters />}
        />
      )}
    </>
  )
}

type Search = ReturnType<typeof strategyList.useSearch>[0]

const noFilter = {
  keyword: undefined,
  status: undefined,
  group: undefined,
  connector: undefined,
  errors: undefined,
  mine: undefined,
}

/** What the list is narrowed to, as it is kept under a name. */
const toFilter = ({ keyword, status, group, connector, errors, mine }: Search) => ({
  ...(keyword !== undefined && { keyword }),
  ...(status !== undefined && { status }),
  ...(group !== undefined && { group }),
  ...(connector !== undefined && { connector }),
  ...(errors && { errors: true }),
  ...(mine && { mine: true }),
})

/** A kept filter may be older than the list: what the list does not know is left out. */
function readFilter(kept: Readonly<Record<string, unknown>>): Partial<Search> {
  const text = (name: string): string | undefined => {
    const value = kept[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    keyword: text('keyword'),
    status: strategyStates.find(state => state === kept['status']),
    group: text('group'),
    connector: text('connector'),
    errors: kept['errors'] === true ? true : undefined,
    mine: kept['mine'] === true ? true : undefined,
  }
}

function useStrategies(search: Search) {
  const { connector, errors, ...filter } = toFilter(search)
  const body = {
    // Cards have no pages.
    page: search.view === 'cards' ? 1 : search.page,
    pageSize: search.view === 'cards' ? 100 : search.pageSize,
    ...filter,
    ...(connector !== undefined && { connector_id: connector }),
    ...(errors && { hasErrors: true }),
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
          name: 'mine',
          render: () => (
            <Button
              key="mine"
              type={search.mine ? 'primary' : 'default'}
              aria-pressed={search.mine === true}
              onClick={() => setSearch({ mine: search.mine ? undefined : true, page: 1 })}
            >
              {text.mine}
            </Button>
          ),
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
