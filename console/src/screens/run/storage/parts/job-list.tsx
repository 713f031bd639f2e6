import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { storageHome } from '../pages.ts'
import type { StorageJob } from '../types.ts'
import { useText } from '../use-text.ts'

const BUSY_MS = 1000
const CALM_MS = 10_000

const isOpen = (job: StorageJob): boolean => job.state === 'queued' || job.state === 'running'

/** What people asked for, with its progress. */
export function JobList() {
  const text = useText().jobs
  const [search, setSearch] = storageHome.useSearch()
  const query = { page: search.page, pageSize: search.pageSize }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.storage.jobs.query({ query }),
    ...keepRows,
    refetchInterval: ({ state }) => (state.data?.content.some(isOpen) ? BUSY_MS : CALM_MS),
  })
  return (
    <DataTable
      id="storage-jobs"
      label={text.label}
      columns={useColumns()}
      rowKey={row => row.id}
      rows={data?.content}
      total={data?.total}
      error={error}
      isFetching={isFetching}
      onReload={() => void refetch()}
      paging={search}
      onPaging={setSearch}
      empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
    />
  )
}

function useColumns(): DataColumn<StorageJob>[] {
  const words = useText()
  const text = words.jobs
  const format = useFormat()
  const whats: Readonly<Record<string, string>> = text.whats
  return [
    {
      key: 'what',
      title: words.columns.what,
      width: 180,
      isAlwaysShown: true,
      render: (_, row) => `${text.kinds[row.kind]}${row.what === null ? '' : ` · ${whats[row.what] ?? row.what}`}`,
    },
    {
      key: 'strategy',
      title: words.columns.strategy,
      width: 200,
      ellipsis: true,
      render: (_, row) => row.strategy_name ?? words.archive.deleted,
    },
    {
      key: 'state',
      ellipsis: true,
      title: words.columns.state,
      width: 200,
      render: (_, row) => `${text.states[row.state]}${row.failure ? `: ${row.failure.message}` : ''}`,
    },
    {
      key: 'progress',
      title: words.columns.progress,
      width: 140,
      align: 'right',
      render: (_, row) => text.of(format.number(row.done), format.number(row.total)),
    },
    {
      key: 'freed',
      title: words.columns.freed,
      width: 110,
      align: 'right',
      render: (_, row) => format.bytes(row.freed_bytes),
    },
    { key: 'created', title: words.columns.created, width: 180, render: (_, row) => format.time(row.created_at) },
    {
      key: 'actions',
      title: words.columns.actions,
      width: 100,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (isOpen(row) ? <CancelButton job={row} /> : '–'),
    },
  ]
}

function CancelButton({ job }: { readonly job: StorageJob }) {
  const text = useText().jobs
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...api.storage.cancel.mutation(),
    onSuccess: async () => {
      message.success(text.cancelled)
      await client.invalidateQueries({ queryKey: api.storage.jobs.key() })
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton
      type="link"
      size="small"
      authority="storage:delete"
      loading={isPending}
      onClick={() => mutate({ params: { id: job.id } })}
    >
      {text.cancel}
    </CanButton>
  )
}
