import { Tag } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { useErrorColumns } from '../../../../parts/error-columns.tsx'
import { useErrorText } from '../../../../parts/use-error-text.ts'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { dataDetail, strategyDetail } from '../../../strategy/strategy/pages.ts'
import type { ErrorGroup } from '../types.ts'
import { useText } from '../use-text.ts'
import { GroupStatus } from './error-tags.tsx'

/** The columns of all lists of errors, then what only groups have. */
export function useGroupColumns(open: (id: string) => void): DataColumn<ErrorGroup>[] {
  const shared = useErrorColumns<ErrorGroup>(
    group => ({
      number: <Newest group={group} />,
      reason: (
        <button type="button" className="er-open" onClick={() => open(group.id)}>
          {group.message}
          <small>{group.field === null ? group.code : `${group.field} · ${group.code}`}</small>
        </button>
      ),
      system: group.system,
      since: group.first_at,
      owner: group.owner?.name,
      repair: group.open_count === 0 ? null : group.repair,
      repairAt: label => (
        <button type="button" className="pa-repair" onClick={() => open(group.id)}>
          {label}
        </button>
      ),
    }),
    { since: 'first_at' },
  )
  return [...shared, ...useOwnColumns()]
}

/** The record that came last, and how many there are. */
function Newest({ group }: { readonly group: ErrorGroup }) {
  const text = useErrorText()
  const format = useFormat()
  const { newest, strategy } = group
  if (newest === null) return <span className="sl-muted">–</span>
  return (
    <>
      <Link to={dataDetail.href({ params: { strategy: strategy.id, id: newest.id } })}>
        {newest.number ?? newest.key}
      </Link>
      {group.open_count > 1 && <small className="er-others">{text.others(format.number(group.open_count))}</small>}
    </>
  )
}

function useOwnColumns(): DataColumn<ErrorGroup>[] {
  const text = useText()
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'count',
      title: columns.count,
      width: 76,
      align: 'end',
      sortKey: 'count',
      render: (_, group) =>
        group.open_count === 0 ? (
          format.number(0)
        ) : (
          <span className="sl-figure-bad">{format.number(group.open_count)}</span>
        ),
    },
    { key: 'status', title: columns.status, width: 100, render: (_, group) => <GroupStatus status={group.status} /> },
    {
      key: 'strategy',
      title: columns.strategy,
      width: 150,
      ellipsis: true,
      isHidden: true,
      sortKey: 'strategy',
      render: (_, { strategy }) => (
        <Link to={strategyDetail.href({ params: { id: strategy.id } })}>{strategy.name}</Link>
      ),
    },
    {
      key: 'category',
      title: columns.category,
      width: 96,
      isHidden: true,
      render: (_, group) => <Tag>{text.categories[group.category]}</Tag>,
    },
    {
      key: 'last',
      title: columns.last,
      width: 120,
      sortKey: 'last_at',
      isHidden: true,
      render: (_, group) => <RelativeTime value={group.last_at} />,
    },
  ]
}
