import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useEffect } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Replay, ReplayItem } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshErrors } from './refresh-errors.ts'

const POLL_MS = 1_000
const isOver = (replay: Replay): boolean => replay.finished_at !== null

/** How far a replay is, and what came of each record. */
export function ReplayProgress({ id }: { readonly id: string }) {
  const text = useText().replay
  const { data, error, refetch } = useQuery({
    ...api.replay.get.query({ params: { id } }),
    refetchInterval: query => (query.state.data && isOver(query.state.data.content) ? false : POLL_MS),
  })
  const replay = data?.content
  const isDone = replay !== undefined && isOver(replay)
  useEffect(() => {
    if (isDone) void refreshErrors()
  }, [isDone])
  if (error && !replay) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!replay) return <Skeleton rows={4} />
  return (
    <>
      <Bar replay={replay} />
      {replay.failure && <Alert className="er-head" type="error" showIcon title={replay.failure.message} />}
      {!isDone && <p className="sl-muted">{text.background}</p>}
      <Items replay={replay} />
    </>
  )
}

function Bar({ replay }: { readonly replay: Replay }) {
  const text = useText().replay
  const format = useFormat()
  const { counts, total } = replay
  const left = counts.waiting + counts.reading + counts.sent
  const percent = total === 0 ? (isOver(replay) ? 100 : 0) : Math.floor(((total - left) / total) * 100)
  const cancel = useMutation({
    mutationFn: () => api.replay.cancel({ params: { id: replay.id } }),
    onSuccess: () => refreshErrors(),
    onError: error => void message.error(describeError(error).message),
  })
  const label =
    replay.state === 'choosing' ? text.choosing : replay.cancelling ? text.cancelling : text.states[replay.state]
  return (
    <div aria-live="polite">
      <p>
        <strong>{label}</strong> {text.progress(format.number(total - left), format.number(total))}
      </p>
      <Progress
        percent={percent}
        aria-label={text.running}
        status={replay.state === 'failed' ? 'exception' : isOver(replay) ? 'success' : 'active'}
      />
      <div className="er-counts">
        {Object.entries(text.items).map(([state, name]) => {
          const count = counts[state as keyof Replay['counts']] // the texts are keyed by it
          return count === 0 ? null : (
            <span key={state} className={TONES[state] ?? ''}>
              {name} {format.number(count)}
            </span>
          )
        })}
      </div>
      {!isOver(replay) && (
        <CanButton
          authority="strategy:update"
          reason={replay.cancelling ? text.cancelling : undefined}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {text.cancelJob}
        </CanButton>
      )}
    </div>
  )
}

const TONES: Readonly<Record<string, string>> = {
  written: 'sl-figure-good',
  failed: 'sl-figure-bad',
  unknown: 'sl-figure-warn',
}

/** What did not go through comes first: the rest needs nobody. */
function Items({ replay }: { readonly replay: Replay }) {
  const all = useText()
  const text = all.replay
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...api.replay.items.key(), replay.id, replay.counts],
    queryFn: ({ pageParam, signal }) =>
      api.replay.items({
        params: { id: replay.id },
        body: {
          state: ['failed', 'unknown', 'excluded', 'written', 'ignored', 'cancelled'],
          pageSize: 10,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.content.next,
    ...keepRows,
  })
  const rows = data?.pages.flatMap(page => page.content.rows)
  const columns: DataColumn<ReplayItem>[] = [
    {
      key: 'key',
      title: all.drawer.key,
      width: 160,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => row.key ?? row.record_id,
    },
    { key: 'state', title: text.effect, width: 120, render: (_, row) => text.items[row.state] },
    { key: 'note', title: text.note, width: 320, ellipsis: true, render: (_, row) => row.note ?? '–' },
  ]
  return (
    <>
      <DataTable
        id="replay-items"
        label={text.result}
        columns={columns}
        rowKey={row => row.record_id}
        rows={rows}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        toolbar={<strong>{text.result}</strong>}
        empty={<Empty isSmall title="–" />}
      />
      {hasNextPage && (
        <div className="er-more">
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {all.more}
          </Button>
        </div>
      )}
    </>
  )
}
