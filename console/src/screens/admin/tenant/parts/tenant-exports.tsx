import type { TenantExport } from '@sluice/api/modules/admin/tenant-end/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Progress } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useText } from '../use-text.ts'

const BUSY_MS = 1000
const isOpen = (job: TenantExport): boolean => job.state === 'queued' || job.state === 'running'
const tones = {
  queued: 'calm',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'calm',
  expired: 'calm',
} as const

/** The whole tenant as a file, with its progress. */
export function TenantExports() {
  const text = useText().exports
  const can = useCan()
  const columns = useColumns()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.tenantEnd.exports.query(),
    enabled: can('tenant:export'),
    refetchInterval: ({ state: known }) => (known.data?.content.some(isOpen) ? BUSY_MS : false),
  })
  const begin = useAct(api.tenantEnd.createExport.mutation(), text.begun)
  const rows = data?.content
  const add = (
    <CanButton
      type="primary"
      authority="tenant:export"
      loading={begin.isPending}
      reason={rows?.some(isOpen) ? text.running : undefined}
      onClick={() => begin.mutate({})}
    >
      {text.begin}
    </CanButton>
  )
  return (
    <Section title={text.title} text={text.text} extra={add} isFlush>
      {can('tenant:export') && (
        <DataTable
          id="tenant-exports"
          label={text.list}
          columns={columns}
          rowKey={row => row.id}
          rows={rows}
          error={error}
          isFetching={isFetching}
          onReload={() => void refetch()}
          empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        />
      )}
    </Section>
  )
}

function useAct<T>(mutation: { mutationFn: (input: T) => Promise<unknown> }, words: string) {
  const client = useQueryClient()
  return useMutation({
    ...mutation,
    onSuccess: async () => {
      message.success(words)
      await client.invalidateQueries({ queryKey: api.tenantEnd.exports.key() })
    },
    onError: error => void message.error(describeError(error).message),
  })
}

function useColumns(): readonly DataColumn<TenantExport>[] {
  const text = useText().exports
  const format = useFormat()
  const { columns } = text
  return [
    {
      key: 'created',
      title: columns.created,
      width: 150,
      isAlwaysShown: true,
      render: (_, row) => format.time(row.created_at),
    },
    { key: 'state', title: columns.state, width: 130, render: (_, row) => <State job={row} /> },
    { key: 'progress', title: columns.progress, width: 120, render: (_, row) => <Done job={row} /> },
    { key: 'rows', title: columns.rows, width: 90, align: 'end', render: (_, row) => format.number(row.rows) },
    { key: 'size', title: columns.size, width: 90, align: 'end', render: (_, row) => format.bytes(row.size_bytes) },
    {
      key: 'sha256',
      title: columns.sha256,
      width: 160,
      render: (_, row) => (row.sha256 === null ? '–' : <CopyText isShown value={row.sha256} />),
    },
    { key: 'by', title: columns.by, width: 100, ellipsis: true, dataIndex: 'requested_by' },
    { key: 'expires', title: columns.expires, width: 150, render: (_, row) => format.time(row.expires_at) },
    {
      key: 'actions',
      title: columns.actions,
      width: 100,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <Actions job={row} />,
    },
  ]
}

function State({ job }: { readonly job: TenantExport }) {
  const text = useText().exports
  return (
    <div>
      <span className={`sl-tag sl-tag-${tones[job.state]}`}>{text.states[job.state]}</span>
      {job.failure && <div className="sl-muted">{job.failure.message}</div>}
    </div>
  )
}

function Done({ job }: { readonly job: TenantExport }) {
  const text = useText().exports
  const format = useFormat()
  return (
    <>
      {job.state === 'running' && job.total > 0 && (
        <Progress
          percent={Math.floor((job.done / job.total) * 100)}
          size="small"
          showInfo={false}
          aria-label={text.columns.progress}
        />
      )}
      {text.progress(format.number(job.done), format.number(job.total))}
    </>
  )
}

function Actions({ job }: { readonly job: TenantExport }) {
  const text = useText().exports
  const look = { type: 'link', size: 'small', authority: 'tenant:export' } as const
  const params = { id: job.id }
  const cancel = useAct(api.tenantEnd.cancelExport.mutation(), text.cancelled)
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await api.tenantEnd.downloadExport({ params }), `tenant-${job.created_at.slice(0, 10)}.zip`),
    onError: error => void message.error(describeError(error).message),
  })
  if (isOpen(job))
    return (
      <CanButton {...look} loading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
        {text.cancel}
      </CanButton>
    )
  if (job.state !== 'done') return null
  return (
    <CanButton {...look} loading={download.isPending} onClick={() => download.mutate()}>
      {text.download}
    </CanButton>
  )
}
