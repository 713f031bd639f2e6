import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { onlys, readOnly, readSort } from '../pages.ts'
import type { MonitorRun } from '../types.ts'
import { useText } from '../use-text.ts'
import { everything, type ListProps, POLL_MS } from './list-props.ts'

/** Runs that are live. */
export function RunRows({ search, setSearch, isOld }: ListProps & { readonly isOld: boolean }) {
  const text = useText()
  const { page, pageSize, keyword } = search
  const state = readOnly('runs', search.only)
  const sort = readSort('runs', search.sort) ?? 'since'
  const filter = { sort, ...(state !== undefined && { state }), ...(keyword !== undefined && { keyword }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.monitor.runs.query({ query: { ...filter, page, pageSize } }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  return (
    <div className={isOld ? 'mo-is-old' : undefined}>
      <DataTable
        id="monitor-runs"
        label={text.tabs.runs}
        columns={useColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, sort }}
        onPaging={setSearch}
        isFiltered={state !== undefined || keyword !== undefined}
        onClearFilters={() => setSearch(everything)}
        empty={<Empty isSmall title={text.runs.empty} text={text.runs.emptyText} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.keyword },
              {
                kind: 'select',
                name: 'only',
                label: text.runs.state,
                options: onlys.runs.map(value => ({ value, label: text.runs.states[value] })),
              },
            ]}
            values={search}
            onChange={patch => setSearch({ ...patch, page: 1 })}
          />
        }
      />
    </div>
  )
}

function useColumns(): DataColumn<MonitorRun>[] {
  const { columns, ...words } = useText().runs
  const { number } = useFormat()
  return [
    {
      key: 'name',
      title: columns.name,
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, { strategy_id: id, strategy_name: name }) => (
        <Link lang="" to={strategyDetail.href({ params: { id }, search: { tab: 'runs' } })}>
          {name}
        </Link>
      ),
    },
    { key: 'state', title: columns.state, width: 120, render: (_, { state }) => <StateTag kind="run" state={state} /> },
    { key: 'waits', title: columns.waits, width: 300, render: (_, row) => row.waits ?? '–' },
    {
      key: 'read',
      title: columns.read,
      sortKey: 'read',
      width: 130,
      align: 'end',
      render: (_, { read, usual }) => (
        <>
          {number(read)}
          {usual !== null && <div className="mo-under">{words.usual(number(usual))}</div>}
        </>
      ),
    },
    {
      key: 'written',
      title: columns.written,
      width: 130,
      align: 'end',
      render: (_, { written, failed }) => (
        <>
          {number(written)}
          {failed > 0 && <div className="mo-bad">{words.failed(number(failed))}</div>}
        </>
      ),
    },
    {
      key: 'rate',
      title: columns.rate,
      sortKey: 'rate',
      width: 120,
      align: 'end',
      render: (_, { rate }) => (rate === null ? '–' : words.perSecond(number(rate))),
    },
    {
      key: 'behind',
      title: columns.behind,
      sortKey: 'behind',
      width: 110,
      align: 'end',
      render: (_, row) => number(row.behind),
    },
    {
      key: 'pool',
      title: columns.pool,
      width: 140,
      ellipsis: true,
      render: (_, row) => <span lang="">{row.pool}</span>,
    },
    {
      key: 'since',
      title: columns.since,
      sortKey: 'since',
      width: 130,
      render: (_, row) => <RelativeTime value={row.since} />,
    },
  ]
}
