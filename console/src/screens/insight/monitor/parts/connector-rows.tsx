import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { onlys, readOnly, readSort } from '../pages.ts'
import type { MonitorConnector } from '../types.ts'
import { useText } from '../use-text.ts'
import { everything, type ListProps, POLL_MS } from './list-props.ts'

/** Request budgets, latency and failures of far systems. */
export function ConnectorRows({ search, setSearch, isOld }: ListProps & { readonly isOld: boolean }) {
  const text = useText()
  const { page, pageSize, keyword } = search
  const only = readOnly('connectors', search.only)
  const sort = readSort('connectors', search.sort) ?? '-used'
  const filter = { sort, ...(only !== undefined && { only }), ...(keyword !== undefined && { keyword }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.monitor.connectors.query({ query: { ...filter, page, pageSize } }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  return (
    <div className={isOld ? 'mo-is-old' : undefined}>
      <DataTable
        id="monitor-connectors"
        label={text.tabs.connectors}
        columns={useColumns()}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, sort }}
        onPaging={setSearch}
        isFiltered={only !== undefined || keyword !== undefined}
        onClearFilters={() => setSearch(everything)}
        empty={<Empty isSmall title={text.connectors.empty} />}
        toolbar={
          <FilterBar
            fields={[
              { kind: 'text', name: 'keyword', label: text.connectors.keyword },
              {
                kind: 'select',
                name: 'only',
                label: text.only,
                options: onlys.connectors.map(value => ({ value, label: text.connectors.onlys[value] })),
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

function useColumns(): DataColumn<MonitorConnector>[] {
  const { columns, ...words } = useText().connectors
  const { number, duration } = useFormat()
  return [
    {
      key: 'name',
      title: columns.name,
      sortKey: 'name',
      width: 220,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, { id, name }) => (
        <Link lang="" to={connectorDetail.href({ params: { id } })}>
          {name}
        </Link>
      ),
    },
    { key: 'state', title: columns.state, width: 240, render: (_, row) => <FarState connector={row} /> },
    {
      key: 'used',
      title: columns.used,
      sortKey: 'used',
      width: 180,
      align: 'end',
      render: (_, { used, rate }) =>
        used === null ? (
          <span className="mo-under">{words.free}</span>
        ) : (
          <>
            <span className={used >= 80 ? 'mo-bad' : undefined}>{number(used)}%</span>
            <div className="mo-under">{words.perSecond(number(rate))}</div>
          </>
        ),
    },
    {
      key: 'calls',
      title: columns.calls,
      sortKey: 'calls',
      width: 110,
      align: 'end',
      render: (_, row) => number(row.calls),
    },
    {
      key: 'failed',
      title: columns.failed,
      sortKey: 'failed',
      width: 110,
      align: 'end',
      render: (_, row) => <span className={row.failed > 0 ? 'mo-bad' : undefined}>{number(row.failed)}</span>,
    },
    { key: 'p50', title: columns.p50, width: 120, align: 'end', render: (_, row) => duration(row.p50_ms) },
    {
      key: 'p95',
      title: columns.p95,
      sortKey: 'p95',
      width: 120,
      align: 'end',
      render: (_, row) => duration(row.p95_ms),
    },
  ]
}

function FarState({ connector }: { readonly connector: MonitorConnector }) {
  const { failing, paused, open, good } = useText().connectors
  const { failing_since: since, paused_until, open_until } = connector
  if (since === null && paused_until === null && open_until === null) return <>{good}</>
  const told = (said: string, at: string) => (
    <>
      {said} <RelativeTime value={at} />
    </>
  )
  return (
    <>
      {since !== null && <div className="mo-bad">{told(failing, since)}</div>}
      {open_until !== null && <div>{told(open, open_until)}</div>}
      {paused_until !== null && <div>{told(paused, paused_until)}</div>}
    </>
  )
}
