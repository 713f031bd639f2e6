import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { Channel } from '../types.ts'
import { useText } from '../use-text.ts'
import { WatchSection } from './watch-section.tsx'

const ChannelForm = lazyPart(async () => ({ default: (await import('./channel-form.tsx')).ChannelForm }))

/** Where alerts go, and whether they would arrive. */
export function ChannelTab() {
  const text = useText().channel
  const [edited, setEdited] = useState<Channel | 'new' | null>(null)
  const { data, error, isFetching, refetch } = useQuery(api.alert.channels.query({}))
  const add = (
    <CanButton type="primary" icon={<PlusOutlined />} authority="alert:add" onClick={() => setEdited('new')}>
      {text.add}
    </CanButton>
  )
  return (
    <>
      <WatchSection />
      <DataTable
        id="alert-channels"
        label={text.label}
        columns={useColumns(setEdited)}
        rowKey={row => row.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} action={add} />}
        extra={add}
      />
      <Suspense>
        {edited !== null && (
          <ChannelForm {...(edited !== 'new' && { channel: edited })} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </>
  )
}

function useColumns(onEdit: (channel: Channel) => void): DataColumn<Channel>[] {
  const words = useText()
  const text = words.channel
  const format = useFormat()
  return [
    { key: 'name', title: text.name, width: 200, ellipsis: true, isAlwaysShown: true, dataIndex: 'name' },
    { key: 'kind', title: text.kind, width: 150, render: (_, row) => text.kinds[row.kind] },
    {
      key: 'target',
      title: text.target,
      width: 220,
      ellipsis: true,
      render: (_, row) => (row.kind === 'email' ? format.list(row.addresses) : row.host || row.base_url || '–'),
    },
    { key: 'last', title: text.last, width: 220, render: (_, row) => <Last channel={row} /> },
    { key: 'rules', title: text.rules, width: 70, align: 'end', render: (_, row) => format.number(row.rules) },
    {
      key: 'actions',
      title: words.columns.actions,
      width: 180,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <ChannelActions channel={row} onEdit={() => onEdit(row)} />,
    },
  ]
}

function Last({ channel }: { readonly channel: Channel }) {
  const text = useText().channel
  if (!channel.is_enabled) return <span className="sl-muted">{text.off}</span>
  const { failure, failed_at: failedAt, sent_at: sentAt } = channel
  if (failure !== null)
    return (
      <div>
        <span className="sl-tag sl-tag-bad">{text.failed}</span> <RelativeTime value={failedAt} />
        <div className="he-under">{failure}</div>
      </div>
    )
  if (sentAt === null) return <span className="sl-muted">{text.never}</span>
  return (
    <>
      <span className="sl-tag sl-tag-good">{text.ok}</span> <RelativeTime value={sentAt} />
    </>
  )
}

function ChannelActions({ channel, onEdit }: { readonly channel: Channel; onEdit(): void }) {
  const text = useText().channel
  const [isAsking, setAsking] = useState(false)
  const { test, remove } = useActs(() => setAsking(false))
  return (
    <span className="sl-row-actions">
      <CanButton
        type="link"
        size="small"
        authority="alert:update"
        loading={test.isPending}
        onClick={() => test.mutate({ params: { id: channel.id } })}
      >
        {text.test}
      </CanButton>
      <CanButton type="link" size="small" authority="alert:update" onClick={onEdit}>
        {text.edit}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        danger
        authority="alert:delete"
        reason={channel.rules > 0 ? text.inUse : undefined}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </CanButton>
      <ConfirmDanger
        open={isAsking}
        title={text.removeTitle(channel.name)}
        text={text.removeText}
        action={text.remove}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: channel.id } })}
        onCancel={() => setAsking(false)}
      />
    </span>
  )
}

function useActs(onRemoved: () => void) {
  const text = useText().channel
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'alert' })
  const onError = (error: unknown) => void message.error(describeError(error).message)
  const test = useMutation({
    ...api.alert.testChannel.mutation(),
    onSuccess: async ({ content: { ok, message: reason } }) => {
      if (ok) message.success(text.testOk)
      else message.error(text.testFailed(reason))
      await refresh()
    },
    onError,
  })
  const remove = useMutation({
    ...api.alert.deleteChannel.mutation(),
    onSuccess: async () => {
      message.success(text.removed)
      onRemoved()
      await refresh()
    },
    onError,
  })
  return { test, remove }
}
