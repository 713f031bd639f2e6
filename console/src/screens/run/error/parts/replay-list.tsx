import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows, LIVE_POLL_MS } from '../../../../lib/query.ts'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { Replay } from '../types.ts'
import { useText } from '../use-text.ts'
import { ReplayProgress } from './lazy-progress.tsx'

const isLive = (replay: Replay): boolean => replay.state === 'choosing' || replay.state === 'running'

/** What was replayed of a group, and what came of it. */
export function ReplayList({ groupId }: { readonly groupId: string }) {
  const all = useText()
  const text = all.replay
  const format = useFormat()
  const [page, setPage] = useState({ page: 1, pageSize: 10 })
  const [shown, setShown] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.replay.search.query({ query: { group_id: groupId, ...page } }),
    ...keepRows,
    refetchInterval: query => (query.state.data?.content.some(isLive) ? LIVE_POLL_MS : false),
  })
  const columns: DataColumn<Replay>[] = [
    { key: 'kind', title: text.kind, width: 120, isAlwaysShown: true, render: (_, row) => text.names[row.kind] },
    { key: 'state', title: all.columns.status, width: 110, render: (_, row) => text.states[row.state] },
    {
      key: 'counts',
      title: text.result,
      width: 220,
      render: (_, row) =>
        format.list(
          Object.entries(text.items).flatMap(([state, label]) => {
            const count = row.counts[state as keyof Replay['counts']] // the texts are keyed by it
            return count === 0 ? [] : [`${label} ${format.number(count)}`]
          }),
        ) || '–',
    },
    { key: 'by', title: text.by, width: 110, ellipsis: true, render: (_, row) => row.requested_by ?? '–' },
    { key: 'time', title: text.time, width: 120, render: (_, row) => <RelativeTime value={row.created_at} /> },
    {
      key: 'actions',
      title: all.columns.actions,
      width: 80,
      isAlwaysShown: true,
      render: (_, row) => (
        <Button type="link" size="small" onClick={() => setShown(row.id)}>
          {all.look}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        id="replays"
        label={all.drawer.replays}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        total={data?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={page}
        onPaging={patch => setPage({ ...page, ...patch })}
        empty={<Empty isSmall title={text.none} />}
      />
      {shown !== null && (
        <Dialog open width={760} title={text.title} footer={null} onCancel={() => setShown(null)}>
          <Suspense>
            <ReplayProgress id={shown} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
