import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Space } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { keepRows } from '../../../../lib/query.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { storageHome } from '../pages.ts'
import type { Archive } from '../types.ts'
import { useText } from '../use-text.ts'

/** Archives, newest first: to download, and to bring back. */
export function ArchiveList({ canArchive }: { readonly canArchive: boolean }) {
  const text = useText().archive
  const [search, setSearch] = storageHome.useSearch()
  const [open, setOpen] = useState<Archive | null>(null)
  const query = { page: search.page, pageSize: search.pageSize }
  const { data, error, isFetching, refetch } = useQuery({ ...api.storage.archives.query({ query }), ...keepRows })
  const columns = useColumns(setOpen, canArchive)
  return (
    <>
      <DataTable
        id="storage-archives"
        label={text.label}
        columns={columns}
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
      {open && <RestoreDialog archive={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function RestoreDialog({ archive, onClose }: { readonly archive: Archive; onClose(): void }) {
  const text = useText().archive
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    ...api.storage.restore.mutation(),
    onSuccess: async () => {
      message.success(text.restoreAsked)
      onClose()
      await client.invalidateQueries({ queryKey: api.storage.jobs.key() })
    },
  })
  return (
    <Dialog
      open
      width={440}
      title={text.restoreTitle}
      okText={text.restore}
      confirmLoading={isPending}
      onOk={() => mutate({ params: { id: archive.id } })}
      onCancel={onClose}
    >
      <p>{text.restoreText}</p>
      {error && <p role="alert">{describeError(error).message}</p>}
    </Dialog>
  )
}

function useColumns(onRestore: (archive: Archive) => void, canArchive: boolean): DataColumn<Archive>[] {
  const words = useText()
  const text = words.archive
  const format = useFormat()
  const off = canArchive ? undefined : text.off
  return [
    {
      key: 'strategy',
      title: words.columns.strategy,
      width: 200,
      ellipsis: true,
      isAlwaysShown: true,
      render: (_, row) => row.strategy_name ?? text.deleted,
    },
    {
      key: 'span',
      title: words.columns.span,
      width: 220,
      render: (_, row) => `${format.shortTime(row.oldest)} / ${format.shortTime(row.newest)}`,
    },
    {
      key: 'records',
      title: words.columns.records,
      width: 110,
      align: 'right',
      render: (_, row) => format.number(row.records),
    },
    {
      key: 'size',
      title: words.columns.size,
      width: 100,
      align: 'right',
      render: (_, row) => format.bytes(row.size_bytes),
    },
    {
      key: 'sha256',
      title: words.columns.hash,
      width: 150,
      render: (_, row) => (
        <span className="sl-copy">
          <code title={row.sha256}>{row.sha256.slice(0, 12)}…</code>
          <CopyText value={row.sha256} />
        </span>
      ),
    },
    { key: 'created', title: words.columns.created, width: 180, render: (_, row) => format.time(row.created_at) },
    {
      key: 'restored',
      title: words.columns.restored,
      width: 160,
      render: (_, row) => (row.restored_until === null ? '–' : text.until(format.shortTime(row.restored_until))),
    },
    {
      key: 'actions',
      title: words.columns.actions,
      width: 150,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => (
        <Space size={0}>
          <DownloadButton archive={row} reason={off} />
          <CanButton
            type="link"
            size="small"
            authority="storage:import"
            reason={off ?? (row.strategy_name === null ? text.gone : undefined)}
            onClick={() => onRestore(row)}
          >
            {text.restore}
          </CanButton>
        </Space>
      ),
    },
  ]
}

function DownloadButton({ archive, reason }: { readonly archive: Archive; readonly reason: string | undefined }) {
  const text = useText().archive
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await api.storage.download({ params: { id: archive.id } }), nameOf(archive)),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton
      type="link"
      size="small"
      authority="storage:export"
      reason={reason}
      loading={isPending}
      onClick={() => mutate()}
    >
      {text.download}
    </CanButton>
  )
}

const nameOf = (archive: Archive): string =>
  `${archive.strategy_name ?? 'archive'}-${archive.oldest.slice(0, 10)}.parquet`

function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
