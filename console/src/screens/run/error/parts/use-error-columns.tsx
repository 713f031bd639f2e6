import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { ErrorGroup } from '../types.ts'
import { useText } from '../use-text.ts'
import { GroupStatus } from './error-tags.tsx'

export function useErrorColumns(open: (id: string) => void): DataColumn<ErrorGroup>[] {
  const text = useText()
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'message',
      title: columns.message,
      width: 290,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, group) => (
        <button type="button" className="er-open" onClick={() => open(group.id)}>
          {group.message}
          <small>{group.field === null ? group.code : `${group.field} · ${group.code}`}</small>
        </button>
      ),
    },
    {
      key: 'category',
      title: columns.category,
      width: 96,
      render: (_, group) => <Tag>{text.categories[group.category]}</Tag>,
    },
    {
      key: 'strategy',
      title: columns.strategy,
      width: 170,
      ellipsis: true,
      sortKey: 'strategy',
      render: (_, { strategy }) => (
        <Link to={strategyDetail.href({ params: { id: strategy.id } })}>{strategy.name}</Link>
      ),
    },
    {
      key: 'count',
      title: columns.count,
      width: 96,
      align: 'end',
      sortKey: 'count',
      render: (_, group) =>
        group.open_count === 0 ? (
          format.number(0)
        ) : (
          <span className="sl-figure-bad">{format.number(group.open_count)}</span>
        ),
    },
    {
      key: 'first',
      title: columns.first,
      width: 150,
      sortKey: 'first_at',
      isHidden: true,
      render: (_, group) => <RelativeTime value={group.first_at} />,
    },
    {
      key: 'last',
      title: columns.last,
      width: 150,
      sortKey: 'last_at',
      render: (_, group) => <RelativeTime value={group.last_at} />,
    },
    { key: 'status', title: columns.status, width: 120, render: (_, group) => <GroupStatus status={group.status} /> },
    {
      key: 'owner',
      title: columns.owner,
      width: 110,
      ellipsis: true,
      render: (_, group) => group.owner?.name ?? <span className="sl-muted">–</span>,
    },
    {
      key: 'actions',
      title: columns.actions,
      width: 90,
      fixed: 'end',
      isAlwaysShown: true,
      render: (_, group) => (
        <Button type="link" size="small" aria-label={`${text.look} ${group.message}`} onClick={() => open(group.id)}>
          {text.look}
        </Button>
      ),
    },
  ]
}
