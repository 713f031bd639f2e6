import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { Can, CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { strategyCreate, strategyDetail, strategyList } from '../../../strategy/strategy/pages.ts'
import { connectorDetail } from '../pages.ts'
import type { Connector, StrategyRow } from '../types.ts'
import { useText } from '../use-text.ts'

/** The strategies that read from or write to the connector. */
export function StrategiesTab({ connector }: { readonly connector: Connector }) {
  return (
    <Can authority="strategy:query">
      <Strategies connector={connector} />
    </Can>
  )
}

function Strategies({ connector }: { readonly connector: Connector }) {
  const text = useText()
  const navigate = useNavigate()
  const [search, setSearch] = connectorDetail.useSearch()
  const { page, pageSize } = search
  const columns = useColumns(connector.id)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategy.search.query({ body: { connector_id: connector.id, page, pageSize } }),
    ...keepRows,
  })
  return (
    <DataTable
      id="connector-strategies"
      label={text.strategies.label}
      columns={columns}
      rowKey={row => row.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={{ page, pageSize }}
      onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
      toolbar={<Link to={strategyList.href({ search: { connector: connector.id } })}>{text.strategies.all}</Link>}
      empty={
        <Empty
          isSmall
          title={text.strategies.empty}
          text={text.strategies.emptyText}
          action={
            <CanButton
              type="primary"
              authority="strategy:add"
              onClick={() => navigate(strategyCreate.href({ search: { connector: connector.id } }))}
            >
              {text.detail.useIt}
            </CanButton>
          }
        />
      }
    />
  )
}

function useColumns(id: string): DataColumn<StrategyRow>[] {
  const text = useText().strategies
  const { columns } = text
  const sidesOf = ({ source, target }: StrategyRow) =>
    [source, target].filter(side => side.connector_id === id).map(side => side.resource_name)
  const roleOf = ({ source, target }: StrategyRow) => {
    if (source.connector_id !== id) return text.target
    return target.connector_id === id ? text.both : text.source
  }
  return [
    {
      key: 'name',
      ellipsis: true,
      title: columns.name,
      width: 260,
      isAlwaysShown: true,
      render: (_, row) => <Link to={strategyDetail.href({ params: { id: row.id } })}>{row.name}</Link>,
    },
    { key: 'usedAs', title: columns.usedAs, width: 130, render: (_, row) => roleOf(row) },
    {
      key: 'resource',
      ellipsis: true,
      title: columns.resource,
      width: 220,
      render: (_, row) => <span className="cn-field-name">{sidesOf(row).join(' → ')}</span>,
    },
    {
      key: 'status',
      title: columns.status,
      width: 120,
      render: (_, row) => <StateTag kind="strategy" state={row.status} />,
    },
    {
      key: 'lastRun',
      title: columns.lastRun,
      width: 140,
      render: (_, row) => <RelativeTime value={row.last_run_at} />,
    },
    {
      key: 'nextRun',
      title: columns.nextRun,
      width: 140,
      render: (_, row) => <RelativeTime value={row.next_run_at} />,
    },
  ]
}
