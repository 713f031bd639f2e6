import { ArrowRightOutlined, UserOutlined, WarningFilled } from '@ant-design/icons'
import { errorDataStates, type RunState } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { Tooltip } from 'antd'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import type { DataColumn } from '../../../../ui/data-table.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { reportList } from '../../../insight/aggregate/pages.ts'
import { WaitingText } from '../detail/waiting-text.tsx'
import { strategyDetail } from '../pages.ts'
import { RenameButton } from '../parts/rename-button.tsx'
import { TagList } from '../parts/tag-list.tsx'
import { useListText } from '../texts/use-list-text.ts'
import type { StrategyRow } from '../types.ts'
import { DayChart } from './day-chart.tsx'
import { FollowBadge } from './follow-badge.tsx'
import { TodayFigures } from './today-figures.tsx'
import type { Days } from './use-days.ts'

/** Columns of the list of strategies. */
export function useColumns(days: Days): DataColumn<StrategyRow>[] {
  const text = useListText()
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'name',
      ellipsis: true,
      title: columns.name,
      width: 176,
      sortKey: 'name',
      isAlwaysShown: true,
      render: (_, row) => (
        <Link className="st-name" to={strategyDetail.href({ params: { id: row.id } })}>
          {row.name}
          <small title={placeOf(row)}>{placeOf(row)}</small>
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
      width: 138,
      render: (_, row) => (
        <span className="st-flow-cell">
          <span>
            <PlatformIcon icon={row.source.platform_icon} size={18} /> {row.source.connector_name}
          </span>
          <span>
            <ArrowRightOutlined /> <PlatformIcon icon={row.target.platform_icon} size={18} />{' '}
            {row.target.connector_name}
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: columns.status,
      width: 96,
      render: (_, row) => (
        <>
          <span className="st-choice">
            <StateTag kind="strategy" state={row.status} />
            <FollowBadge strategyId={row.id} />
            {row.is_paused && <small className="sl-muted">{text.paused}</small>}
          </span>
          {row.owner && (
            <small className="st-owner sl-muted" title={`${columns.owner} ${row.owner.name}`}>
              <UserOutlined aria-label={columns.owner} /> {row.owner.name}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'day',
      title: columns.day,
      width: 104,
      render: (_, row) => <DayChart day={days.of(row.id)} />,
    },
    {
      key: 'today',
      title: columns.today,
      width: 108,
      align: 'end',
      render: (_, row) => <TodayFigures day={days.of(row.id)} from={days.from} />,
    },
    {
      key: 'total',
      title: columns.total,
      width: 84,
      align: 'end',
      isHidden: true,
      render: (_, row) => format.number(row.total),
    },
    { key: 'waiting', title: columns.waiting, width: 56, align: 'end', render: (_, row) => format.number(row.waiting) },
    { key: 'errors', title: columns.errors, width: 56, align: 'end', render: (_, row) => <Errors row={row} /> },
    {
      key: 'lastRun',
      title: columns.lastRun,
      width: 150,
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
      key: 'owner',
      ellipsis: true,
      title: columns.owner,
      width: 110,
      isHidden: true,
      render: (_, row) => row.owner?.name ?? '–',
    },
    {
      key: 'tags',
      title: columns.tags,
      width: 160,
      isHidden: true,
      render: (_, row) => <TagList tags={row.tags} />,
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
      width: 195,
      fixed: 'end',
      isAlwaysShown: true,
      render: (_, row) => <RowActions row={row} />,
    },
  ]
}

/** Its code, and the group it stands in. */
const placeOf = ({ code, group }: StrategyRow): string => [code, group].filter(Boolean).join(' · ')

/** Records in error, and rows that are no records because they were rejected as they were read: each opens its own list. */
function Errors({ row }: { readonly row: StrategyRow }) {
  const text = useListText()
  const format = useFormat()
  return (
    <>
      <ErrorData row={row} />
      {row.rejected > 0 && (
        <Link className="sl-figure-bad" to={strategyDetail.href({ params: { id: row.id }, search: { tab: 'runs' } })}>
          <small>{text.rejected(format.number(row.rejected))}</small>
        </Link>
      )}
    </>
  )
}

function ErrorData({ row }: { readonly row: StrategyRow }) {
  const text = useListText()
  const format = useFormat()
  if (row.errors === 0) return row.rejected > 0 ? null : format.number(0)
  return (
    <Link
      className="sl-figure-bad"
      to={strategyDetail.href({ params: { id: row.id }, search: { tab: 'data', status: errorDataStates.map(String) } })}
      title={text.errorParts(
        format.number(row.errors - row.retrying - row.unknown),
        format.number(row.retrying),
        format.number(row.unknown),
      )}
    >
      {format.number(row.errors)}
    </Link>
  )
}

/** What it did last, and when it goes on. */
function LastRun({ row }: { readonly row: StrategyRow }) {
  const text = useListText()
  const format = useFormat()
  return (
    <>
      <LastState row={row} />
      {row.next_run_at !== null && (
        <small className="st-next sl-muted">
          {text.columns.nextRun} {format.shortTime(row.next_run_at)}
        </small>
      )}
    </>
  )
}

function LastState({ row }: { readonly row: StrategyRow }) {
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

/** Start or stop, run now, rename. */
export function RowActions({ row }: { readonly row: StrategyRow }) {
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
        loading={act.isPending}
        onClick={() => act.mutate(isRunning ? 'stop' : 'start')}
      >
        {isRunning ? text.stop : text.start}
      </CanButton>
      <CanButton type="link" size="small" authority="strategy:start" onClick={() => act.mutate('run')}>
        {text.run}
      </CanButton>
      <RenameButton strategy={row} />
      <Link className="st-reports" to={reportList.href({ params: { strategy: row.id } })}>
        {text.reports}
      </Link>
    </>
  )
}
