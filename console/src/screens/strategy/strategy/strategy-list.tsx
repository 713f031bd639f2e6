import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { keepRows, LIVE_POLL_MS } from '../../../lib/query.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RowActions, useColumns } from './list/list-columns.tsx'
import { type ListSearch, noFilter, readFilter, toBody, toFilter } from './list/list-filter.ts'
import { ListFilters } from './list/list-filters.tsx'
import { strategyCreate, strategyList } from './pages.ts'
import './list.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ViewChoice } from '../../../ui/view-choice.tsx'
import { useDays } from './list/use-days.ts'
import { useListText } from './texts/use-list-text.ts'
import type { StrategyRow } from './types.ts'

// Shown once rows are selected.
const BatchActions = lazyPart(async () => ({ default: (await import('./list/batch-actions.tsx')).BatchActions }))

// Whoever looks at the table needs no cards.
const StrategyCards = lazyPart(async () => ({ default: (await import('./list/strategy-cards.tsx')).StrategyCards }))
const FollowLeftOver = lazyPart(async () => ({ default: (await import('./list/follow-left-over.tsx')).FollowLeftOver }))
const ListExtras = lazyPart(async () => ({ default: (await import('./list/list-extras.tsx')).ListExtras }))

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
        <ListExtras
          list="strategies"
          filter={toFilter(search)}
          onApply={kept => setSearch({ ...noFilter, ...readFilter(kept), page: 1 })}
        />
      </Suspense>
      <ViewChoice
        label={text.view}
        value={search.view}
        options={(['table', 'cards'] as const).map(value => ({ value, label: text.views[value] }))}
        onChange={view => setSearch({ view })}
      />
    </span>
  )
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<NewButton />} />
      <Suspense>
        <FollowLeftOver />
      </Suspense>
      {search.view === 'cards' ? (
        <Section>
          <div className="st-list-bar">
            <ListFilters />
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
          toolbar={<ListFilters />}
        />
      )}
    </>
  )
}

function useStrategies(search: ListSearch) {
  const body = {
    // Cards have no pages.
    page: search.view === 'cards' ? 1 : search.page,
    pageSize: search.view === 'cards' ? 100 : search.pageSize,
    ...toBody(search),
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
