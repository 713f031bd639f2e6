import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { connectorDetail } from '../../../connect/connector/pages.ts'
import { processDetail } from '../../../connect/process/pages.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { strategyHealth } from '../pages.ts'
import type { AlertEvent } from '../types.ts'
import { useText } from '../use-text.ts'

const POLL_MS = 15_000

/** What rules speak of, the open ones first. */
export function EventTab() {
  const text = useText().event
  const [{ page, pageSize, open }, setSearch] = strategyHealth.useSearch()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.alert.events.query({ query: { page, pageSize, ...(open && { open: '1' }) } }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  return (
    <DataTable
      id="alert-events"
      label={text.label}
      columns={useColumns()}
      rowKey={row => row.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={{ page, pageSize }}
      onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
      isFiltered={open ?? false}
      onClearFilters={() => setSearch({ open: undefined, page: 1 })}
      empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
      toolbar={
        <Checkbox
          checked={open ?? false}
          onChange={event => setSearch({ open: event.target.checked || undefined, page: 1 })}
        >
          {text.open}
        </Checkbox>
      }
    />
  )
}

function useColumns(): DataColumn<AlertEvent>[] {
  const text = useText().event
  return [
    {
      key: 'object',
      title: text.object,
      width: 200,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => <Subject row={row} />,
    },
    { key: 'text', title: text.text, width: 380, dataIndex: 'text' },
    { key: 'rule', title: text.rule, width: 180, ellipsis: true, dataIndex: 'rule_name' },
    {
      key: 'state',
      title: text.state,
      width: 90,
      render: (_, row) => (
        <span className={`sl-tag sl-tag-${row.resolved_at === null ? 'bad' : 'good'}`}>
          {row.resolved_at === null ? text.going : text.over}
        </span>
      ),
    },
    { key: 'first', title: text.first, width: 120, render: (_, row) => <RelativeTime value={row.first_at} /> },
    { key: 'told', title: text.told, width: 80, align: 'end', render: (_, row) => text.times(row.told) },
  ]
}

function Subject({ row }: { readonly row: AlertEvent }) {
  const text = useText().event
  const { object_type: type, object_id: id, object_name: name } = row
  const href = {
    strategy: strategyDetail.href({ params: { id }, search: { tab: 'runs' } }),
    connector: connectorDetail.href({ params: { id } }),
    process: processDetail.href({ search: { id } }),
  }[type]
  return (
    <div>
      <Link to={href}>{name}</Link>
      <div className="he-under">{text.types[type]}</div>
    </div>
  )
}
