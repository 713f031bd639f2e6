import { Tag } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { describeMachine } from '../model.ts'
import { processDetail } from '../pages.ts'
import type { ProcessPool } from '../types.ts'
import { useText } from '../use-text.ts'
import { PoolActions } from './pool-actions.tsx'
import { PoolStatus } from './pool-status.tsx'

export function usePoolColumns(onEdit: (pool: ProcessPool) => void): DataColumn<ProcessPool>[] {
  const text = useText()
  const { number } = useFormat()
  return [
    {
      key: 'name',
      ellipsis: true,
      title: text.columns.name,
      width: 125,
      isAlwaysShown: true,
      sortKey: 'name',
      render: (_, pool) => <PoolName pool={pool} />,
    },
    { key: 'status', title: text.columns.status, width: 80, render: (_, pool) => <PoolStatus pool={pool} /> },
    {
      key: 'mode',
      title: text.columns.mode,
      width: 80,
      render: (_, pool) => (pool.mode ? text.modes[pool.mode] : '–'),
    },
    { key: 'concurrency', title: text.columns.concurrency, width: 60, align: 'end', dataIndex: 'concurrency' },
    { key: 'queued', title: text.columns.queued, width: 70, align: 'end', render: (_, pool) => number(pool.queued) },
    { key: 'running', title: text.columns.running, width: 70, align: 'end', render: (_, pool) => number(pool.running) },
    { key: 'hour', title: text.columns.hour, width: 130, align: 'end', render: (_, pool) => <LastHour pool={pool} /> },
    {
      key: 'strategies',
      title: text.columns.strategies,
      width: 90,
      align: 'end',
      render: (_, pool) => (
        <Link to={processDetail.href({ search: { id: pool.id, tab: 'strategies' } })}>
          {number(pool.strategy_count)}
        </Link>
      ),
    },
    {
      key: 'heartbeat',
      title: text.columns.heartbeat,
      width: 80,
      render: (_, pool) => <RelativeTime value={pool.heartbeat_at} />,
    },
    { key: 'machines', title: text.columns.machines, width: 130, render: (_, pool) => <Machines pool={pool} /> },
    {
      key: 'actions',
      title: text.columns.actions,
      width: 150,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, pool) => <PoolActions pool={pool} onEdit={() => onEdit(pool)} />,
    },
  ]
}

function PoolName({ pool }: { readonly pool: ProcessPool }) {
  const text = useText()
  return (
    <div>
      <div className="pr-name">
        <Link to={processDetail.href({ search: { id: pool.id } })}>{pool.name}</Link>
        {pool.is_default && <Tag>{text.isDefault}</Tag>}
      </div>
      <div className="pr-label">{text.tag(pool.label)}</div>
    </div>
  )
}

function LastHour({ pool }: { readonly pool: ProcessPool }) {
  const { number } = useFormat()
  return (
    <>
      {number(pool.succeeded_1h)} / <span className={pool.failed_1h > 0 ? 'pr-bad' : ''}>{number(pool.failed_1h)}</span>
    </>
  )
}

function Machines({ pool }: { readonly pool: ProcessPool }) {
  const text = useText()
  const machine = describeMachine(pool)
  if (machine === null) return <span className="sl-muted">{text.noMachine}</span>
  const isMany = pool.processes.length > 1
  return (
    <div>
      {machine}
      {isMany && <div className="pr-label">{text.more(pool.processes.length)}</div>}
    </div>
  )
}
