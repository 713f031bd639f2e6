import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows, LIVE_POLL_MS } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { useUiText } from '../../../../ui/use-text.ts'
import { strategyDetail } from '../../../strategy/strategy/pages.ts'
import { processDetail } from '../pages.ts'
import type { WaitingRun } from '../types.ts'
import { useText } from '../use-text.ts'

/** Runs that wait, oldest first. */
export function QueueTab({ poolId }: { readonly poolId: string }) {
  const text = useText().run
  const [{ page, pageSize }, setSearch] = processDetail.useSearch()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...api.process.queue.query({ params: { id: poolId }, query: { page, pageSize } }),
    ...keepRows,
    refetchInterval: LIVE_POLL_MS,
  })
  return (
    <DataTable<WaitingRun>
      id="process-queue"
      label={text.noneQueued}
      columns={useColumns(dataUpdatedAt)}
      rowKey={run => run.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={{ page, pageSize }}
      onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
      empty={<Empty isSmall title={text.noneQueued} text={text.noneQueuedText} />}
    />
  )
}

function useColumns(nowMs: number): DataColumn<WaitingRun>[] {
  const text = useText().run
  const { states } = useUiText()
  const format = useFormat()
  return [
    {
      key: 'strategy',
      ellipsis: true,
      title: text.strategy,
      width: 260,
      isAlwaysShown: true,
      render: (_, run) => (
        <Link to={strategyDetail.href({ params: { id: run.strategy_id } })}>{run.strategy_name}</Link>
      ),
    },
    {
      key: 'state',
      title: text.state,
      width: 160,
      render: (_, run) => (run.state === 'queued' ? text.queued : text.begun),
    },
    { key: 'trigger', title: text.trigger, width: 100, render: (_, run) => states.trigger[run.trigger] },
    {
      key: 'waiting',
      title: text.waiting,
      width: 140,
      render: (_, run) => format.duration(Math.max(0, nowMs - Date.parse(run.created_at))),
    },
  ]
}
