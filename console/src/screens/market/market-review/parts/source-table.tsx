import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { queryClient } from '../../../../lib/query.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { stateOf } from '../source-state.ts'
import type { MarketSource, PeekedMarket } from '../types.ts'
import { useText } from '../use-text.ts'

const SourceDialog = lazyPart(async () => ({ default: (await import('./source-dialog.tsx')).SourceDialog }))

/** The signed index is the first line of a file; the server takes no longer one. */
const HEAD_BYTES = 2 ** 24

type Brought = { readonly file: File; readonly peeked: PeekedMarket }

/** Markets of other installations, and how the last look at each went. */
export function SourceTable() {
  const all = useText()
  const text = all.source
  const can = useCan()
  const [edited, setEdited] = useState<MarketSource | 'new' | Brought>()
  const [removed, setRemoved] = useState<MarketSource>()
  const [told, setTold] = useState<MarketSource>()
  const { number } = useFormat()
  const { data, error, isFetching, refetch } = useQuery({
    ...api.marketSource.list.query(),
    // What is still being fetched comes by itself.
    refetchInterval: query => (query.state.data?.content.some(each => each.remaining > 0) ? 15_000 : false),
  })
  const remove = useMutation({
    mutationFn: ({ id }: MarketSource) => api.marketSource.remove({ params: { id } }),
    onSuccess: async () => {
      message.success(text.removed)
      setRemoved(undefined)
      await queryClient.invalidateQueries()
    },
    onError: failure => void message.error(describeError(failure).message),
  })
  const bring = useBring(setEdited)
  const columns = useColumns({ setEdited, setRemoved, setTold })
  const add = (
    <span className="mr-buttons">
      {can('review:update') && (
        <FileButton
          label={bring.isPending ? text.importing : text.file}
          accept=".jsonl"
          onFile={file => bring.mutate(file)}
        />
      )}
      <CanButton type="primary" icon={<PlusOutlined />} authority="review:update" onClick={() => setEdited('new')}>
        {text.add}
      </CanButton>
    </span>
  )
  const count = removed ? removed.released + removed.waiting + removed.refused + removed.withdrawn : 0
  return (
    <>
      <DataTable
        id="market-sources"
        label={all.tabs.sources}
        columns={columns}
        rowKey={row => row.id}
        rows={data?.content}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        extra={add}
        empty={<Empty isSmall title={text.none} text={text.noneText} />}
      />
      <Suspense>
        {edited !== undefined && (
          <SourceDialog
            source={edited === 'new' || 'file' in edited ? undefined : edited}
            brought={edited !== 'new' && 'file' in edited ? edited : undefined}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
      <ConfirmDanger
        open={removed !== undefined}
        title={text.removeTitle(removed?.title ?? '')}
        text={text.removeText(number(count))}
        action={text.remove}
        isBusy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed)}
        onCancel={() => setRemoved(undefined)}
      />
      <Dialog
        open={told !== undefined}
        width={640}
        title={text.problemsTitle(told?.title ?? '')}
        footer={null}
        onCancel={() => setTold(undefined)}
      >
        <p>{text.problemsText}</p>
        <ul className="mr-checks">
          {told?.problems.map(each => (
            <li key={`${each.name} ${each.version}`}>
              <strong lang="">
                {each.name} {each.version}
              </strong>
              <div>{each.message}</div>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** A file of a market that is followed comes in at once; of another one its key is shown first. */
function useBring(ask: (brought: Brought) => void) {
  const { source: text } = useText()
  return useMutation({
    mutationFn: async (file: File) => {
      const [head = ''] = (await file.slice(0, HEAD_BYTES).text()).split('\n', 1)
      const { content: peeked } = await api.marketSource.peek({ body: { head: head === '' ? ' ' : head } })
      if (peeked.source_id === null) return { peeked, file, content: null }
      const params = { id: peeked.source_id }
      return { ...(await api.marketSource.import({ params, file, filename: file.name })), peeked, file }
    },
    onSuccess: async ({ content, peeked, file }) => {
      if (content === null) return ask({ file, peeked })
      message.success(text.imported(content.title))
      await queryClient.invalidateQueries()
    },
    onError: failure => void message.error(describeError(failure).message),
  })
}

const colours = { failed: 'error', never: 'default', stale: 'warning', partial: 'warning', good: 'success' } as const

function LastLook({ row, onTell }: { readonly row: MarketSource; onTell(): void }) {
  const { source: text } = useText()
  const { number, time } = useFormat()
  const state = stateOf(row)
  if (state === 'off') return <Tag>{text.off}</Tag>
  return (
    <div className="mr-look">
      <span className="mr-buttons">
        <Tag color={colours[state]}>{text[state]}</Tag>
        {row.looked_at !== null && <span className="sl-muted">{time(row.looked_at)}</span>}
      </span>
      {row.failure && <span>{row.failure.message}</span>}
      {row.is_stale && <span className="sl-muted">{text.staleText}</span>}
      {row.remaining > 0 && <span className="sl-muted">{text.remaining(number(row.remaining))}</span>}
      {row.problems.length > 0 && (
        <Button type="link" size="small" className="sl-cell-link" onClick={onTell}>
          {text.problems(number(row.problems.length))}
        </Button>
      )}
    </div>
  )
}

interface Acts {
  setEdited(row: MarketSource): void
  setRemoved(row: MarketSource): void
  setTold(row: MarketSource): void
}

function useColumns({ setEdited, setRemoved, setTold }: Acts): DataColumn<MarketSource>[] {
  const all = useText()
  const text = all.source
  const { number, time } = useFormat()
  const everyOf: Readonly<Record<number, string>> = text.everyOf
  return [
    {
      key: 'title',
      title: text.columns.title,
      width: 220,
      isAlwaysShown: true,
      render: (_, { title, address }) => (
        <div className="mr-look">
          <strong>{title}</strong>
          <span className="sl-muted">{address === '' ? text.byFile : address}</span>
        </div>
      ),
    },
    {
      key: 'state',
      title: text.columns.state,
      width: 330,
      render: (_, row) => <LastLook row={row} onTell={() => setTold(row)} />,
    },
    {
      key: 'packages',
      title: text.columns.packages,
      width: 220,
      render: (_, row) => text.counts(number(row.released), number(row.waiting), number(row.refused + row.withdrawn)),
    },
    {
      key: 'signed',
      title: text.columns.signed,
      width: 170,
      render: (_, row) => (row.signed_at === null ? '–' : time(row.signed_at)),
    },
    {
      key: 'every',
      title: text.columns.every,
      width: 110,
      render: (_, row) =>
        row.address === '' ? '–' : (everyOf[row.every_minutes] ?? text.minutes(number(row.every_minutes))),
    },
    {
      key: 'actions',
      title: all.columns.actions,
      width: 260,
      isAlwaysShown: true,
      fixed: 'end',
      render: (_, row) => <RowActions row={row} onEdit={() => setEdited(row)} onRemove={() => setRemoved(row)} />,
    },
  ]
}

function RowActions({ row, onEdit, onRemove }: { readonly row: MarketSource; onEdit(): void; onRemove(): void }) {
  const all = useText()
  const text = all.source
  const params = { id: row.id }
  const look = useMutation({
    mutationFn: () => api.marketSource.look({ params }),
    onSuccess: async ({ content }) => {
      if (content.failure) message.error(content.failure.message)
      else message.success(text.looked(row.title))
      await queryClient.invalidateQueries()
    },
    onError: failure => void message.error(describeError(failure).message),
  })
  const turn = useMutation({
    mutationFn: () => {
      const { title, address, key, every_minutes, takes, lock } = row
      return api.marketSource.save({
        params,
        body: { title, address, key, every_minutes, takes, lock, is_on: !row.is_on },
      })
    },
    onSuccess: () => queryClient.invalidateQueries(),
    onError: failure => void message.error(describeError(failure).message),
  })
  return (
    <span className="sl-row-actions">
      {row.address !== '' && row.is_on && (
        <CanButton
          type="link"
          size="small"
          authority="review:update"
          loading={look.isPending}
          onClick={() => look.mutate()}
        >
          {text.look}
        </CanButton>
      )}
      <CanButton type="link" size="small" authority="review:update" onClick={onEdit}>
        {all.edit}
      </CanButton>
      <CanButton
        type="link"
        size="small"
        authority="review:update"
        loading={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {row.is_on ? text.disable : text.on}
      </CanButton>
      <CanButton type="link" size="small" danger authority="review:update" onClick={onRemove}>
        {text.remove}
      </CanButton>
    </span>
  )
}
